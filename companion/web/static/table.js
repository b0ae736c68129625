// The whole table: for the tablet on it, or, with a role that only looks, for a television.
import { historyCard, importCard, lookCard, organiser, peopleCard, resultsCard, rulesCard, shareCard } from './cards.js';
import { begin, card, fill, follow, get, h, look, redraw, say, words } from './net.js';
import { player } from './play.js';
import { differentCard, setupCard } from './setup.js';

const main = document.getElementById('main');
const tall = matchMedia('(orientation: portrait)');
const state = { view: null, shape: innerWidth < 600 ? 'narrow' : tall.matches ? 'tall' : 'wide', rule: '', role: '' };
const play = player(state);
const acts = () => state.role === 'table';

/** Add something to the board, or take it away: only this page shows it. */
state.turn = (what) => {
  const [shape, on] = state.shape.split('&switched=');
  state.shape = on ? shape : `${shape}&switched=${encodeURIComponent(what)}`;
  ask();
};
const icon = (key, sign, label, act, extra = {}) => h('button.tool', { 'data-key': key, 'aria-label': label, title: label, onclick: act, ...extra }, sign);

function bar(view) {
  return h('nav.bar', { 'aria-label': words.the_table },
    acts() ? icon('undo', '↶', words.undo, () => play.tap('undo'), { disabled: !view.can_undo }) : null,
    acts() ? icon('redo', '↷', words.redo, () => play.tap('redo'), { disabled: !view.can_redo }) : null,
    icon('history', '☰', words.history, () => historyCard(state, play, acts())),
    icon('rules', '§', words.rules, () => rulesCard(view.game, state.rule)),
    acts() ? icon('more', '⋯', words.more, moreCard) : null);
}

function moreCard() {
  const changes = !state.view.over && !state.view.practice;
  const made = card(words.the_table,
    h('div.choices.column', {},
      state.view.over ? null : h('button', { onclick: () => { made.close(); differentCard(state, play); } }, words.different),
      !changes ? null : h('button', { 'data-key': 'changes', onclick: () => { made.close(); setupCard(state.view.game, state, play, true); } }, words.table_changes),
      !changes || !state.view.own_dice ? null : h('button', { 'data-key': 'another-die', onclick: () => { made.close(); setupCard(state.view.game, state, play, true); } }, words.another_die),
      state.view.over ? null : h('button', { onclick: stop }, words.stop),
      organiser(state.view, false),
      h('button', { onclick: () => { made.close(); peopleCard(state.view); } }, words.phones),
      h('button', { onclick: () => { made.close(); lookCard(); } }, words.look),
      h('button', { onclick: async () => { made.close(); await play.tap('leave'); } }, words.leave)));
  async function stop() {
    made.close();
    const sure = card(words.stop_sure, h('p', {}, words.stop_why), h('button.primary', { onclick: async () => { sure.close(); await play.tap('stop'); } }, words.stop_yes));
  }
}

function over(view) {
  return h('section.over', { 'aria-label': words.end },
    view.result ? h('div.result', { html: view.result, 'aria-hidden': 'true' }) : null,
    h('ol', { class: view.result ? 'hidden' : '' }, view.over.map((row) => h('li', {}, `${row.place ? fill(words.place, { n: row.place }) : ''} ${row.name} ${row.score}`))),
    h('div.choices.after', {},
      acts() && !view.practice ? [
        h('button.primary', { 'data-key': 'rematch', onclick: () => play.tap('rematch') }, words.rematch),
        h('button', { 'data-key': 'turned', onclick: () => play.tap('rematch', { turned: true }) }, words.rematch_turned)] : null,
      acts() ? h('button', { 'data-key': 'home', onclick: () => play.tap('leave') }, words.home) : null,
      view.practice ? null : h('button', { 'data-key': 'share', onclick: shareCard }, words.share)));
}

function table(view) {
  return [
    h('div.top', {}, h('h1', { 'data-key': 'headline' }, view.headline || view.title), bar(view)),
    view.paused ? h('p.paused', { role: 'alert' }, view.paused, acts() ? h('button', { onclick: () => play.tap('retry') }, words.retry) : null) : null,
    acts() ? play.question(view) : null,
    play.notices(view),
    h('div.field', { class: `field${view.board ? '' : ' plain'}` },
      h('div.middle', {}, view.over ? over(view) : play.board(view, acts()), view.over ? null : play.tray(view)),
      h('div.seats', {}, view.seats.map((seat) => play.seatCard(seat, view, acts() && !view.over)))),
  ];
}

const standing = (session) => session.players.map((name, at) => (session.standing[at] ? `${name} ${session.standing[at]}` : name)).join(' · ');
const when = (at) => new Date(at).toLocaleString(look.language || 'en-GB', { dateStyle: 'medium', timeStyle: 'short' }); // where this browser lies

function home(view) {
  const found = view.home;
  const last = found.sessions.find((each) => !each.over && each.events);
  return [
    h('div.top', {}, h('h1', {}, "Cat's Eye"), h('nav.bar', {},
      acts() ? icon('phones', '☎', words.phones, () => peopleCard(view)) : null, icon('results', '★', words.results, resultsCard), icon('look', '◐', words.look, () => lookCard()))),
    found.trouble ? h('p.paused', { role: 'alert' }, found.trouble) : null,
    last && acts() ? h('section.last', {}, h('div', {}, h('h2', {}, last.title), h('p', {}, standing(last))),
      h('button.primary', { 'data-key': 'resume', onclick: () => play.tap('resume', { session: last.id }) }, words.play_on)) : null,
    acts() ? null : h('p.prompt', {}, words.no_game),
    h('section.games', {}, found.games.map((game) => h('article.game', {},
      h('div.picture', { html: game.picture, 'aria-hidden': 'true' }),
      h('h2', {}, game.title), h('p.quiet', {}, game.about), h('p.quiet', {}, fill(game.players[0] === game.players[1] ? words.players_of : words.players_from, { few: game.players[0], many: game.players[1] })),
      acts() ? h('button.choice', { 'data-key': `setup-${game.id}`, 'data-game': game.id, onclick: () => setupCard(game.id, state, play) }, words.play) : null))),
    acts() ? h('div.choices', {}, h('button.quiet', { 'data-key': 'import', onclick: importCard }, words.import_game), organiser(view, false)) : null,
    found.sessions.length && acts() ? h('section.diary', {}, h('h2', {}, words.diary), h('ul', {}, found.sessions.map((each) => h('li', {},
      h('span', {}, h('b', {}, each.title), ` ${when(each.began)}`, h('span.quiet.line', {}, standing(each))), h('button.quiet', { onclick: () => play.tap('resume', { session: each.id }) }, each.over ? words.look_at : words.play_on))))) : null,
  ];
}

function show(view) {
  state.view = view;
  document.title = view.title ? `${view.title} – Cat's Eye` : "Cat's Eye";
  document.body.dataset.screen = view.screen;
  redraw(main, acts() ? organiser(view, true) : null,
    view.screen === 'table' ? table(view) : view.screen === 'home' ? home(view) : h('p.prompt', {}, words.waiting));
  play.settle();
  document.body.dataset.seq = view.seq;
  document.body.dataset.session = view.session;
  if (view.screen === 'table' && view.review && acts()) play.review(view);
}

await begin();
state.role = (await get('/me')).role;
if (!state.role) location.href = `/${location.search}`;
document.body.dataset.role = state.role;
const ask = follow(() => state.shape, show, (lost) => { document.body.classList.toggle('lost', lost); if (lost) say(words.lost); else say(''); });
tall.addEventListener('change', () => location.reload());
