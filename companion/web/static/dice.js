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

/** What a colour of dice is called. */
export const colourWords = (colour) => words[`colour_${colour}`] || colour;

/** Several dice, entered one by one: `done` gets the list once all are there. `slots` may be read already. */
export function diceEntry(slots, { colours = [], owners = [], done, doneWords }) {
  const place = h('div.dice-entry');
  const now = slots.map((slot) => ({ value: slot.value || 0, colour: slot.colour || '' }));
  const doubted = slots.map((slot) => slot.sure === false);
  const seats = owners.length > 1 ? now.map(() => null) : [];
  const picker = (label, values, value, take) => h('select', { 'aria-label': label, onchange: (event) => { take(event.target.value); show(); } },
    values.some((each) => each.value === value) ? null : h('option', { value: '', selected: true }, '–'),
    values.map((each) => h('option', { value: each.value, selected: each.value === value }, each.words)));
  const show = () => {
    redraw(place, ...now.map((slot, at) => h('div.slot', {},
      h('span', { class: doubted[at] ? 'label warn' : 'label' }, slot.colour ? colourWords(slot.colour) : fill(words.die_number, { n: at + 1 }), doubted[at] ? ' ?' : ''),
      faces(fill(words.die_number, { n: at + 1 }), slot.value, (value) => { now[at].value = value; doubted[at] = false; show(); }, `slot-${at}`),
      colours.length > 1 ? picker(words.colour, colours.map((value) => ({ value, words: colourWords(value) })), slot.colour, (value) => { slot.colour = value; }) : null,
      seats.length ? picker(words.whose, owners.map((owner) => ({ value: String(owner.seat), words: owner.name })), seats[at], (value) => { seats.forEach((seat, other) => { if (seat === value) seats[other] = null; }); seats[at] = value; }) : null)),
    h('button.primary', {
      type: 'button', disabled: now.some((slot) => !slot.value) || seats.includes(null),
      onclick: () => done(now, seats.map(Number)),
    }, doneWords || words.dice_done));
  };
  show();
  return place;
}
