// A table in play: what each seat is asked, the board, dice, the question about a reading, the end.
import { die, diceEntry, faces } from './dice.js';
import { editor } from './forms.js';
import { card, fill, get, h, redraw, say, sendTap, words } from './net.js';

const TWICE_MS = 300; // a finger that taps the same button sooner has tapped it twice, as on the tablet (`stage.TWICE_S`)

/** Play at a table: `state.view` is the newest view, `state.shape` that of its board. */
export function player(state) {
  let last = { choice: '', at: -TWICE_MS }; // the last word tapped that is no choice of the game, such as "undo"
  const asking = new Set(); // what taps that are under way were about
  const open = new Map(); // cards that are about something offered: they go with it
  const asked = new Set(); // questions about dice that have had their card

  async function tap(choice, given = {}, { view = state.view, quiet = false } = {}) {
    if (!/^(event|form|roll)-/.test(choice)) {
      const at = performance.now();
      if (choice === last.choice && at - last.at < TWICE_MS) return null;
      last = { choice, at };
    }
    const about = `${view.session}/${view.seq}`; // the view after it may come before the answer: there a tap is another one
    if (asking.has(about)) return null;
    asking.add(about);
    document.body.classList.add('busy');
    try {
      const answer = await sendTap(view, choice, given, state.shape);
      if (answer.why && !quiet) say(answer.rule ? `${answer.why} (${answer.rule})` : answer.why, answer.ok ? 'good' : 'warn');
      if (answer.rule) state.rule = answer.rule;
      return answer;
    } catch (wrong) {
      say(wrong.message || words.no_answer);
      return null;
    } finally {
      asking.delete(about);
      document.body.classList.toggle('busy', asking.size > 0);
    }
  }

  function shows(key, made) {
    open.set(key, made);
    made.addEventListener('close', () => open.delete(key));
  }

  /** Close the cards whose choice is no longer there. */
  function settle() {
    const there = new Set(state.view.seats?.flatMap((seat) => [...seat.forms.map((each) => each.choice), seat.roll?.choice]) || []);
    if (state.view.review) there.add(state.view.review.name);
    for (const [key, made] of open) if (!there.has(key)) made.close();
  }

  function fillIn(form, view) {
    let value = { ...form.value };
    const made = card(form.words,
      ...(form.form.parts.length === 0 ? [] : [editor(form.form, value, (entered) => { value = entered; })]),
      h('button.primary', {
        onclick: async () => { const answer = await tap(form.choice, { values: value }, { view }); if (answer?.ok) made.close(); },
      }, fill(words.form_done, { event: form.words })));
    shows(form.choice, made);
  }

  function enterDice(seat, view) {
    const slots = Array.from({ length: seat.roll.count }, (_, at) => ({ value: 0, colour: seat.roll.colours[at] || '' }));
    const colours = [...new Set(seat.roll.colours)];
    const made = card(`${seat.name}: ${words.what_rolled}`, diceEntry(slots, {
      colours: colours.length > 1 ? colours : [],
      done: async (dice) => { const answer = await tap(seat.roll.choice, { dice }, { view }); if (answer?.ok) made.close(); },
    }));
    shows(seat.roll.choice, made);
  }

  /** The card of the question about dice. It opens by itself once, and again from the button that `question` makes. */
  function review(view, again = false) {
    const found = view.review;
    if (open.has(found.name) || (asked.has(found.name) && !again)) return;
    asked.add(found.name);
    const names = (seat) => ({ seat, name: view.seats[seat].name });
    const said = (choice, given) => tap(choice, { review: found.name, ...given });
    const picture = h('img.read', { src: `/picture?seq=review&at=${view.at}`, alt: words.tray_picture });
    picture.addEventListener('error', () => picture.remove());
    shows(found.name, card(found.why, picture,
      diceEntry(found.slots, { colours: found.colours, owners: found.owners.map(names), done: (dice, seats) => said('settle', { dice, seats }) }),
      doubts(found, said)));
  }

  const question = (view) => (view.review
    ? h('button.primary.question', { 'data-key': 'review', onclick: () => review(state.view, true) }, view.review.why) : null);

  /** What can be said of a reading besides what its dice show: the card goes with the question. */
  function doubts(found, said) {
    const place = h('div.doubts');
    const several = found.slots.length > 1 && (found.leans.some(Boolean) || found.no_die.some(Boolean));
    const show = (at) => redraw(place,
      several ? editor({ kind: 'choice', values: found.slots.map((_, value) => ({ value, words: fill(words.die_number, { n: value + 1 }) })) }, at, show, words.which_die) : null,
      h('div.choices', {},
        h('button', { 'data-key': 'leans', disabled: at === null || !found.leans[at], onclick: () => said('leans', { die: at }) }, words.leans),
        (at === null ? found.thing : found.no_die[at]) ? h('button', { 'data-key': 'no-die', onclick: () => said('no_die', { die: at }) }, words.no_die) : null,
        h('button', { 'data-key': 'no-roll', onclick: () => said('dismiss', {}) }, words.no_roll)));
    show(several ? found.to_check : 0);
    return place;
  }

  function buttons(seat, view) {
    const single = seat.buttons.filter((each) => !each.group);
    const groups = [...new Set(seat.buttons.map((each) => each.group).filter(Boolean))];
    const make = (each) => h('button.choice', {
      'data-key': `${seat.seat}-${each.choice}`, 'data-choice': each.choice, class: each.pointed ? 'choice pointed' : 'choice',
      onclick: () => tap(each.choice, {}, { view }),
    }, each.words);
    const many = single.length > 8 && view.board;
    const row = h('div.choices', {}, single.map(make));
    const all = many ? h('details', { 'data-key': `all-${seat.seat}` }, h('summary', {}, fill(words.all_choices, { n: single.length })), row) : row;
    return [
      single.length ? all : null,
      ...groups.map((group) => {
        const of = seat.buttons.filter((each) => each.group === group);
        return of.length === 1 ? h('div.choices', {}, make(of[0])) : h('details', { 'data-key': `group-${seat.seat}-${group}` },
          h('summary', {}, `${group} (${of.length})`), h('div.choices', {}, of.map(make)));
      }),
    ];
  }

  /** A seat: figures, what it is asked, what it may do. `acts` is whether this page may act for it. */
  function seatCard(seat, view, acts) {
    const rolls = acts && seat.roll;
    return h('section.seat', {
      'data-seat': seat.seat, 'data-mark': seat.mark, 'aria-label': seat.name,
      class: `seat${seat.asked ? ' asked' : ''}${acts && (seat.asked || seat.may) ? ' acts' : ''}`,
    },
    h('header', {}, h('span.mark', { 'aria-hidden': 'true' }, '●■▲◆★○✚⬢'[seat.mark % 8]),
      h('h2', {}, seat.name), seat.bot ? h('span.quiet', {}, words.bot) : null,
      seat.place ? h('span.place', {}, fill(words.place, { n: seat.place })) : null,
      h('span.figures', {}, seat.figures.map((each) => h('span.figure', {}, h('b', { class: each.role }, each.value), each.label ? ` ${each.label}` : '')))),
    seat.prompt ? h('p.prompt', {}, seat.prompt) : null,
    seat.said ? h('p.said', {}, seat.said) : null,
    seat.rolled.length ? h('p.rolled', {}, seat.rolled.map((each) => die(each.value, each.body, each.pips))) : null,
    rolls && view.tray.can_throw ? h('button', { 'data-key': `throw-${seat.seat}`, onclick: () => tap('throw', { seat: seat.seat }, { view }) }, words.throw_dice) : null,
    rolls && seat.roll.count === 1
      ? faces(`${seat.name}: ${words.what_rolled}`, 0, (value) => tap(seat.roll.choice, { dice: [{ value, colour: seat.roll.colours[0] || '' }] }, { view }), `face-${seat.seat}`)
      : null,
    rolls && seat.roll.count > 1 ? h('button.primary', { 'data-key': `dice-${seat.seat}`, 'data-choice': seat.roll.choice, onclick: () => enterDice(seat, view) }, words.enter_dice) : null,
    ...(acts ? buttons(seat, view) : []),
    ...(acts && seat.forms.length ? [h('div.choices.forms', {}, seat.forms.map((form) => h('button', {
      'data-key': `${seat.seat}-${form.choice}`, 'data-choice': form.choice, onclick: () => fillIn(form, view),
    }, `${form.words}…`)))] : []));
  }

  /** The board, with the targets that this page may tap. */
  function board(view, acts) {
    if (!view.board) return null;
    const made = h('div.board', { html: view.board });
    for (const each of made.querySelectorAll('[data-means]')) {
      if (!each.dataset.means || !acts) each.removeAttribute('data-means');
    }
    made.querySelector('svg')?.setAttribute('aria-hidden', 'true');
    made.addEventListener('click', (event) => {
      const found = event.target.closest('[data-means]') || nearest(made, event);
      const [, kind, name] = /^(sheet|switch)-(.*)$/.exec(found?.dataset.means) || [];
      if (kind === 'sheet') sheetCard(found.dataset.means, state.shape);
      else if (kind === 'switch') state.turn(name);
      else if (found) tap(found.dataset.means, {}, { view });
    });
    return made;
  }

  const notices = (view) => (view.notices.length ? h('ul.notices', { role: 'status' }, view.notices.slice(0, 3).map((each) => h('li', { class: each.kind },
    each.text, each.rule ? h('span.rule', {}, ` ${each.rule}`) : null))) : null);

  const tray = (view) => h('div.tray', {}, view.tray.moving ? h('span', {}, words.rolling) : null,
    view.tray.dice.map((each) => die(each.value, each.body, each.pips)),
    view.tray.came_to ? h('span.quiet', {}, words[`came_${view.tray.came_to}`]) : null,
    view.tray.says ? h('span.quiet', {}, view.tray.says) : null);

  return { tap, seatCard, board, review, question, notices, tray, settle, shows };
}

/** A sheet that the board has besides: scores, what to count. */
async function sheetCard(name, shape) {
  try {
    const found = await get(`/sheet?name=${encodeURIComponent(name)}&shape=${shape}`);
    card(found.title, h('div.result', { html: found.picture }));
  } catch (wrong) { say(wrong.message); }
}

/** The target that a finger beside it meant: the nearest within half a finger. */
function nearest(place, event) {
  let best = null;
  let least = 28;
  for (const each of place.querySelectorAll('[data-means]')) {
    const box = each.getBoundingClientRect();
    const away = Math.hypot(Math.max(box.left - event.clientX, 0, event.clientX - box.right), Math.max(box.top - event.clientY, 0, event.clientY - box.bottom));
    if (away < least) { least = away; best = each; }
  }
  return best;
}
