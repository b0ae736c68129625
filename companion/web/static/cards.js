// Cards over the page: history and its corrections, rules, phones, looks.
import { die, diceEntry } from './dice.js';
import { editor } from './forms.js';
import { asked, card, choose, fill, get, h, look, post, redraw, say, words } from './net.js';

export async function historyCard(state, play, acts) {
  let lines;
  try { lines = await get('/history'); } catch (wrong) { say(wrong.message); return; }
  let heading = '';
  const rows = [];
  for (const line of lines) {
    if (line.heading !== heading && !line.undone) {
      heading = line.heading;
      if (heading) rows.push(h('li.round', {}, heading));
    }
    rows.push(h('li', { class: line.undone ? 'undone' : '', 'data-mark': line.mark ?? undefined },
      h('span.at', {}, line.at), h('span.text', {}, line.text, line.before ? h('s', {}, ` ${line.before}`) : null, line.undone ? h('em', {}, ` ${words.taken_back}`) : null),
      h('span', {}, line.dice.map((each) => die(each.value, each.body, each.pips))),
      line.picture ? h('button.quiet.picture-of', { 'aria-label': words.picture, onclick: () => card(line.text, ...throwPictures(line)) }, '▣') : null,
      acts && line.changes ? h('button.quiet', { 'aria-label': `${words.change}: ${line.text}`, 'data-entry': line.seq, onclick: () => { made.close(); changeCard(state, play, line.seq); } }, '✎') : null));
  }
  const made = card(words.history, state.view.over ? h('button', { onclick: () => { made.close(); shareCard(); } }, words.share) : null,
    rows.length ? h('ol.history', {}, rows) : h('p.quiet', {}, words.nothing_yet));
}

/** The picture of a throw, and its film where one was kept. */
function throwPictures(line) {
  const about = `seq=${line.seq}&session=${line.session}`;
  const picture = h('img.read.thrown', { src: `/picture?${about}`, alt: words.tray_picture });
  const place = h('div.choices');
  fetch(`/film?${about}`).then((answer) => {
    if (answer.status !== 200) return; // none was kept
    place.append(h('button', { 'data-key': 'film', onclick: () => { picture.src = `/film?${about}&at=${Date.now()}`; } }, `▶ ${words.film}`)); // from its beginning each time
  }).catch(() => {});
  return [picture, place];
}

async function changeCard(state, play, seq) {
  let found;
  try { found = await get(`/entry?seq=${seq}`); } catch (wrong) { say(wrong.message); return; }
  const made = card(found.title,
    found.dice.length ? diceEntry(found.dice, { done: (dice) => change({ dice }), colours: [...new Set(found.dice.map((each) => each.colour))].filter(Boolean) }) : null,
    h('div.choices', {}, found.choices.map((each) => h('button.choice', { onclick: () => change({ choice: each.choice }) }, each.words))),
    ...found.forms.map((form) => {
      let value = { ...form.value };
      return h('details', {}, h('summary', {}, form.words), editor(form.form, value, (entered) => { value = entered; }),
        h('button.primary', { onclick: () => change({ choice: form.choice, values: value }) }, fill(words.form_done, { event: form.words })));
    }),
    h('button.danger', { 'data-out': seq, onclick: () => change({ out: true }) }, words.take_out));
  async function change(instead, onConflict = 'refuse') {
    const answer = await play.tap('amend', { entry: seq, on_conflict: onConflict, ...instead }, { quiet: true });
    if (!answer) return;
    if (answer.ok) { made.close(); return; }
    if (!answer.more) { say(answer.rule ? `${answer.why} (${answer.rule})` : answer.why); return; }
    made.close();
    const ways = card(answer.why,
      h('ul', {}, answer.more.misfits.map((each) => h('li', {}, h('b', {}, each.event), ` ${each.why}`))),
      h('div.choices.column', {}, answer.more.ways.map((way) => h('button', { onclick: () => { ways.close(); change(instead, way.on_conflict); } }, way.words)),
        h('button.primary', { onclick: () => ways.close() }, words.change_nothing)));
  }
}

/** What can be taken along of a game that is over. */
export async function shareCard() {
  let found;
  try { found = await get('/share/link'); } catch (wrong) { say(wrong.message); return; }
  const file = (form, label) => h('a.button', { href: asked(`/share?form=${form}`), download: '', 'data-form': form }, label);
  card(words.share,
    found.picture ? h('div.qr', { html: found.picture, role: 'img', 'aria-label': words.bgstats_qr }) : null,
    h('p', {}, words.bgstats_why),
    h('div.choices.column', {}, h('a.button', { href: found.link, rel: 'noreferrer' }, words.bgstats_here),
      file('png', words.as_picture), file('pdf', words.as_page), file('csv', words.as_table), file('bgstats', words.as_bgstats), file('jsonl', words.as_game)));
}

/** Let a game of another tablet in. */
export function importCard() {
  const chosen = h('input', { type: 'file', accept: '.jsonl', 'aria-label': words.import_game, onchange: async () => {
    const [file] = chosen.files;
    if (!file) return;
    let done;
    try { done = await post('/import', { text: await file.text() }); } catch (wrong) { say(wrong.message); return; }
    if (!done.ok) { chosen.value = ''; say(done.why); return; }
    made.close();
    say(words.imported, 'good');
  } });
  const made = card(words.import_game, h('p', {}, words.import_why), chosen);
}

/** Results, ratings, who beats whom, and whether the dice are fair. */
export async function resultsCard() {
  const place = h('div.results');
  const made = card(words.results, place);
  const wanted = { view: 'results', game: '', page: 0 };
  const shape = innerWidth < 600 ? 'narrow' : innerWidth < 900 ? 'tall' : 'wide';
  const pick = (name, values, now) => (values.length ? h('div.choices', {}, values.map((each) => h('button', {
    'data-key': `${name}-${each.value}`, 'aria-pressed': String(each.value === now), class: each.value === now ? 'chosen' : 'quiet',
    onclick: () => { Object.assign(wanted, { page: 0, [name]: each.value }); show(); },
  }, each.words))) : null);
  async function show() {
    let found;
    try { found = await get(`/results?view=${wanted.view}&game=${wanted.game}&page=${wanted.page}&shape=${shape}`); } catch (wrong) { say(wrong.message); return; }
    if (!made.isConnected) return;
    redraw(place, pick('view', found.views, found.view), pick('game', found.games, found.game),
      h('p.quiet', { role: 'status' }, found.reading),
      h('div.chart', { html: found.picture, 'aria-hidden': 'true' }),
      found.pages > 1 ? h('button.quiet', { 'data-key': 'page', onclick: () => { wanted.page = (wanted.page + 1) % found.pages; show(); } }, `▶ ${words.more} ${wanted.page + 1}/${found.pages}`) : null,
      found.said.map((each) => h('details', { 'data-key': `said-${each.name}` }, h('summary', {}, each.name), each.lines.map((line) => h('p', {}, line)))));
    if (found.left) setTimeout(show, 100); // the table reads the rest bit by bit
  }
  await show();
}

export async function rulesCard(game, rule) {
  let blocks;
  try { blocks = await get(`/rules?game=${game}`); } catch (wrong) { say(wrong.message); return; }
  const shown = [];
  for (const each of blocks) {
    if (!each.cells.length) shown.push(paragraph(each));
    else if (shown.at(-1)?.matches('table')) shown.at(-1).append(row('td', each.cells));
    else shown.push(h('table.cells', {}, row('th', each.cells)));
  }
  const made = card(words.rules, shown);
  made.querySelector('.quoted')?.scrollIntoView({ block: 'center' });
  function row(kind, cells) { return h('tr', {}, cells.map((each) => h(kind, {}, each))); }
  function paragraph(each) {
    return each.level ? h(`h${Math.min(each.level + 1, 4)}`, {}, each.text)
      : h('p', { id: each.rule ? `rule-${each.rule}` : undefined, class: each.rule && each.rule === rule ? 'quoted' : '' }, each.rule ? h('b', {}, `${each.rule} `) : null, each.text);
  }
}

/** The button that calls the club's organiser, or takes that back: `called` is which of the two to show. */
export function organiser(view, called) {
  if (view.organiser === null || called !== Boolean(view.organiser)) return null;
  return h('button', { 'data-key': 'organiser', class: called ? 'chosen' : '', onclick: async () => {
    document.querySelector('dialog[open]')?.close(); // the card that it stood on
    try { await post('/organiser', { wanted: !called }); } catch (wrong) { say(wrong.message); }
  } }, words[`organiser_${view.organiser}`]);
}

export async function peopleCard(view) {
  const place = h('div.people');
  const made = card(words.phones, place);
  const invitation = h('div.invitation');
  const called = (role) => {
    const seat = role.startsWith('seat:') ? Number(role.slice(5)) : null;
    if (seat !== null) return view.seats?.[seat]?.name || fill(words.seat_n, { n: seat + 1 });
    return { table: words.role_table, watch: words.invite_watch, camera: words.role_camera }[role] || role;
  };
  async function invite(role) {
    const found = await post('/invite', { role });
    invitation.replaceChildren(h('div.qr', { html: found.picture, role: 'img', 'aria-label': words.qr }), h('p.code', {}, found.code), h('p.quiet', {}, found.link),
      ...(role === 'camera' ? [h('p', {}, words.about_camera)] : []));
  }
  async function show() {
    const people = await get('/people');
    const roles = ['', 'watch', 'table', ...(view.seats || []).map((seat) => `seat:${seat.seat}`)];
    place.replaceChildren(
      h('p', {}, words.phones_why),
      h('div.choices', {}, ['player', 'watch', 'table', 'camera'].map((role) => h('button', { 'data-invite': role, onclick: () => invite(role) }, words[`invite_${role}`]))),
      invitation,
      people.length ? h('ul.paired', {}, people.map((each) => h('li', {}, called(each.role),
        h('select', { 'aria-label': fill(words.give_to, { who: called(each.role) }), onchange: async (event) => { await post('/give', { name: each.name, role: event.target.value }); show(); } },
          [...new Set([each.role, ...roles])].map((role) => h('option', { value: role, selected: role === each.role }, role ? called(role) : words.take_away)))))) : h('p.quiet', {}, words.nobody_paired));
  }
  try { await show(); } catch (wrong) { made.close(); say(wrong.message); }
}

export function lookCard(leave = null) {
  const pick = (name, values) => h('div.segments', { role: 'radiogroup', 'aria-label': words[name] }, Object.entries(values).map(([value, label]) => h('label', {},
    h('input', { type: 'radio', name, checked: look[name] === value, onchange: () => choose({ [name]: value }) }), h('span', {}, label))));
  card(words.look, h('h3', {}, words.language), pick('language', { '': 'English', de: 'Deutsch', fr: 'Français', es: 'Español' }),
    h('h3', {}, words.theme), pick('theme', { dark: words.theme_dark, light: words.theme_light, contrast: words.theme_contrast }),
    leave ? h('button', { onclick: leave }, words.unpair) : null);
}
