// Dice: drawn, and entered by a tap.
import { fill, h, redraw, words } from './net.js';

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die as a picture. */
export function die(value, body = 'E9E4D6', pips = '1B1B1B') {
  const dots = (PIPS[value] || []).map((at) => `<circle cx="${12 + 19 * (at % 3)}" cy="${12 + 19 * Math.floor(at / 3)}" r="5.5"/>`).join('');
  const shown = value ? `<g fill="#${pips}">${dots}</g>` : `<text x="31" y="43" text-anchor="middle" font-size="34" fill="#${pips}">?</text>`;
  return h('span.die', {
    role: 'img', 'aria-label': value ? String(value) : '?',
    html: `<svg viewBox="0 0 62 62"><rect x="1" y="1" width="60" height="60" rx="13" fill="#${body}" stroke="#0006" stroke-width="2"/>${shown}</svg>`,
  });
}

/** Six buttons, a face each. */
export function faces(label, chosen, take, key) {
  return h('div.faces', { role: 'group', 'aria-label': label }, [1, 2, 3, 4, 5, 6].map((value) => h('button.face', {
    type: 'button', 'aria-pressed': chosen === value ? 'true' : 'false', 'aria-label': `${label} ${value}`, 'data-key': `${key}-${value}`,
    onclick: (event) => take(value, event.currentTarget),
  }, die(value))));
}

/** Several dice, entered one by one: `done` gets the list once all are there. `slots` may be read already. */
export function diceEntry(slots, { colours = [], owners = [], done, doneWords }) {
  const place = h('div.dice-entry');
  let now = slots.map((slot) => ({ value: slot.value || 0, colour: slot.colour || '' }));
  const seats = owners.map((owner) => owner.seat);
  const show = () => {
    redraw(place, ...now.map((slot, at) => h('div.slot', {},
      h('span.label', {}, slot.colour || fill(words.die_number, { n: at + 1 })),
      faces(fill(words.die_number, { n: at + 1 }), slot.value, (value) => { now[at].value = value; show(); }, `slot-${at}`),
      colours.length > 1 ? h('select', { 'aria-label': words.colour, onchange: (event) => { now[at].colour = event.target.value; } },
        colours.map((colour) => h('option', { selected: colour === slot.colour }, colour))) : null,
      owners.length > 1 ? h('select', { 'aria-label': words.whose, onchange: (event) => { seats[at] = Number(event.target.value); } },
        owners.map((owner) => h('option', { value: owner.seat, selected: owner.seat === seats[at] }, owner.name))) : null)),
    h('button.primary', {
      type: 'button', disabled: now.some((slot) => !slot.value),
      onclick: () => done(now, owners.length > 1 ? seats.slice(0, now.length) : []),
    }, doneWords || words.dice_done));
  };
  show();
  return place;
}
