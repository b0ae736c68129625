// A new table: who plays, with which dice, by which rules; a table that is running already; or the open game at a table that changes.
import { colourWords } from './dice.js';
import { editor } from './forms.js';
import { card, fill, get, h, isolated, post, redraw, say, words } from './net.js';

const MARKS = '●■▲◆★○✚⬢';

export async function setupCard(game, state, play, goesOn = false) {
  let found;
  try { found = await get(`/setup?game=${game}&goes_on=${Number(goesOn)}`); } catch (wrong) { say(wrong.message); return; }
  let players = found.players;
  let ownDice = found.own_dice;
  const names = [...found.names];
  const colours = [...found.colours];
  const marks = [...found.marks];
  const bots = new Set(found.seated_bots);
  const cameFrom = found.came_from && names.map((_, seat) => found.came_from[seat] ?? null);
  const options = {};
  const place = h('div.setup');
  const remark = h('p.warn', { role: 'status' });
  const value = (name) => (name in options ? options[name] : found.options.find((each) => each.name === name).value);
  const table = () => ({
    game, players: names.slice(0, players), colours: ownDice && found.dice ? colours.slice(0, players) : [], options,
    marks: marks.slice(0, players), bots: [...bots].filter((seat) => seat < players), came_from: cameFrom && cameFrom.slice(0, players),
  });
  const idle = (option) => Object.entries(option.needs).some(([name, wanted]) => JSON.stringify(value(name)) !== JSON.stringify(wanted))
    || (option.players && !option.players.includes(players));
  /** Who sits at the seats that a form offers, as it stands above. */
  const seated = (form) => (!form.seats ? form : { ...form,
    values: form.values.filter((each) => each.value === null || each.value < players)
      .map((each) => (each.value === null ? each : { ...each, words: `${MARKS[marks[each.value]]} ${names[each.value]}` })) });
  async function check() {
    let said;
    try { said = await post('/check', table()); } catch (wrong) { remark.textContent = isolated(wrong.message); return; }
    remark.textContent = isolated(said.why || said.remarks.join('  '));
    for (const row of place.querySelectorAll('.option')) row.classList.toggle('wrong', row.dataset.name === said.wrong);
  }
  function swapColour(seat, colour) {
    const other = colours.indexOf(colour);
    if (other >= 0) colours[other] = colours[seat];
    colours[seat] = colour;
    show();
  }
  /** Move who sits at a seat to another one, with their die, bot and old seat; those between move by one. */
  function move(seat, to) {
    const bot = names.map((_, at) => bots.has(at));
    for (const list of [names, colours, marks, bot, ...(cameFrom ? [cameFrom] : [])]) list.splice(to, 0, ...list.splice(seat, 1));
    bots.clear();
    bot.forEach((is, at) => { if (is) bots.add(at); });
  }
  function leave(seat) {
    move(seat, players - 1);
    players -= 1;
    bots.delete(players);
    cameFrom[players] = null;
    show();
    check();
  }
  function sit(seat, name) {
    names[seat] = name;
    const die = found.known.find((each) => each.name === name)?.die;
    if (die) swapColour(seat, die);
    show();
    check();
  }
  function seatRow(seat) {
    const list = `known-${game}`;
    return h('li', { 'data-seat': seat, 'data-mark': marks[seat] }, h('span.mark', { 'aria-hidden': 'true' }, MARKS[marks[seat]]),
      h('input', { type: 'text', list, maxlength: 60, value: names[seat], 'aria-label': fill(words.name_of_seat, { n: seat + 1 }), onchange: (event) => sit(seat, event.target.value) }),
      ownDice && found.dice ? h('select', { 'aria-label': fill(words.die_of, { name: names[seat] }), onchange: (event) => swapColour(seat, event.target.value) },
        found.palette.map((colour) => h('option', { value: colour, selected: colours[seat] === colour }, colourWords(colour)))) : null,
      found.bots ? h('label', {}, h('input', { type: 'checkbox', checked: bots.has(seat), onchange: (event) => { if (event.target.checked) bots.add(seat); else bots.delete(seat); } }), words.bot) : null,
      cameFrom && seat ? h('button.quiet', { type: 'button', 'data-key': `up-${seat}`, 'aria-label': fill(words.moves_up, { name: names[seat] }), onclick: () => { move(seat, seat - 1); show(); check(); } }, '↑') : null,
      cameFrom && found.counts.includes(players - 1) ? h('button.quiet', { type: 'button', 'data-key': `leaves-${seat}`, 'aria-label': fill(words.leaves, { name: names[seat] }), onclick: () => leave(seat) }, '✕') : null);
  }
  function show() {
    redraw(place,
      h('p.quiet', {}, goesOn ? words.changes_why : found.about),
      h('h3', {}, words.players), editor({ kind: 'choice', values: found.counts.map((each) => ({ value: each, words: String(each) })) }, players, (entered) => { players = entered; if (cameFrom) cameFrom.fill(null, players); show(); check(); }, words.players),
      found.dice ? [h('h3', {}, words.dice), editor({ kind: 'choice', values: [{ value: false, words: words.any_dice }, { value: true, words: words.own_dice }] }, ownDice, (entered) => { ownDice = entered; show(); }, words.dice)] : null,
      h('datalist', { id: `known-${game}` }, found.known.map((each) => h('option', { value: each.name }))),
      h('ol.seats-list', {}, Array.from({ length: players }, (_, seat) => seatRow(seat))),
      h('details', { 'data-key': 'options' }, h('summary', {}, words.change_rules), found.options.filter((each) => each.form).map((option) => h('div.option', { 'data-name': option.name, class: idle(option) ? 'option idle' : 'option' },
        h('b', {}, option.label), h('p.quiet', {}, option.help), editor(seated(option.form), value(option.name), (entered) => { options[option.name] = entered; show(); check(); }, option.label)))),
      remark,
      h('div.choices', {}, goesOn ? null : h('button.primary', { 'data-key': 'begin', onclick: start }, words.begin),
        h('button', { 'data-key': 'middle', class: goesOn ? 'primary' : '', onclick: () => takeOver() }, goesOn ? words.go_on_there : words.in_the_middle)));
  }
  async function start() {
    const answer = await play.tap('begin', table());
    if (answer?.ok) made.close();
  }
  function takeOver() {
    made.close();
    factsCard(fill(words.how_stands, { game: found.title }), words.play_from_here, (facts) => post('/facts', { new: table(), facts }),
      (facts) => play.tap('begin', { ...table(), facts }));
  }
  const made = card(found.title, place);
  show();
  check();
}

/** What is different on the table of the open game. */
export function differentCard(state, play) {
  factsCard(words.what_different, words.that_is_how, (facts) => post('/facts', { facts }), (facts) => play.tap('set_right', { facts }));
}

async function factsCard(title, doneWords, read, done) {
  let given = {};
  const place = h('div.facts');
  const said = h('p', { role: 'status' });
  const made = card(title, said, place, h('button.primary', { 'data-key': 'facts-done', onclick: async () => { const answer = await done(given); if (answer?.ok) made.close(); } }, doneWords));
  async function show() {
    let found;
    try { found = await read(given); } catch (wrong) { said.textContent = isolated(wrong.message); said.className = 'warn'; return; }
    said.textContent = isolated(found.why || found.asked);
    said.className = found.why ? 'warn' : 'good';
    redraw(place, found.fields.map((field) => h('details', { 'data-key': `fact-${field.key}`, class: found.wrong === field.key ? 'wrong' : '' },
      h('summary', {}, field.label, field.given ? ' ✓' : '', h('span.quiet.line', {}, field.said)),
      editor(field.form, field.value, (entered) => { given = { ...given, [field.key]: entered }; clearTimeout(show.later); show.later = setTimeout(show, 600); }, field.label),
      field.given ? h('button.quiet', { onclick: () => { delete given[field.key]; show(); } }, words.leave_open) : null)));
  }
  await show();
}
