// One player's phone: their own figures and what they are asked, large; the others in a line each.
import { historyCard, lookCard, organiser, resultsCard, rulesCard } from './cards.js';
import { begin, card, follow, get, h, post, redraw, say, words } from './net.js';
import { player } from './play.js';

const main = document.getElementById('main');
const state = { view: null, shape: 'none', rule: '', role: '' };
const play = player(state);
const icon = (key, sign, label, act, extra = {}) => h('button.tool', { 'data-key': key, 'aria-label': label, title: label, onclick: act, ...extra }, sign);

function secretNotes() {
  const key = `notes-${state.view.session}`;
  let kept = '';
  try { kept = localStorage.getItem(key) || ''; } catch { /* none */ }
  card(words.notes, h('p.quiet', {}, words.notes_why), h('textarea', {
    rows: 10, 'aria-label': words.notes, oninput: (event) => { try { localStorage.setItem(key, event.target.value); } catch { /* none */ } },
  }, kept));
}

function show(view) {
  state.view = view;
  const seat = Number(state.role.split(':')[1]);
  const mine = view.seats?.[seat];
  document.title = mine ? `${mine.name} – Cat's Eye` : "Cat's Eye";
  redraw(main, organiser(view, true),
    h('div.top', {}, h('h1', {}, view.headline || view.title || "Cat's Eye"), h('nav.bar', {},
      view.screen === 'table' ? icon('undo', '↶', words.undo_own, () => play.tap('undo'), { disabled: view.undoes !== seat }) : null,
      view.screen === 'table' ? icon('history', '☰', words.history, () => historyCard(state, play, false)) : null,
      view.screen === 'table' ? icon('rules', '§', words.rules, () => rulesCard(view.game, state.rule)) : null,
      view.screen === 'table' ? icon('notes', '✎', words.notes, secretNotes) : null,
      icon('results', '★', words.results, resultsCard),
      icon('look', '◐', words.look, () => lookCard(async () => { await post('/unpair', {}); location.href = '/'; })))),
    view.paused ? h('p.paused', { role: 'alert' }, view.paused) : null,
    view.screen !== 'table' ? h('p.prompt', {}, words.no_game) : null,
    mine && view.review?.seat === seat ? play.question(view) : null,
    mine ? play.seatCard(mine, view, !view.over) : view.screen === 'table' ? h('p.prompt', {}, words.no_seat) : null,
    view.screen === 'table' ? play.notices(view) : null,
    h('div.others', {}, (view.seats || []).filter((each) => each.seat !== seat).map((each) => play.seatCard(each, view, false))),
    h('div.choices', {}, organiser(view, false)));
  play.settle();
  document.body.dataset.seq = view.seq;
  document.body.dataset.session = view.session;
  if (view.screen === 'table' && view.review && view.review.seat === seat) play.review(view);
}

await begin();
state.role = (await get('/me')).role;
if (!state.role) location.href = `/${location.search}`;
else if (!state.role.startsWith('seat:')) location.href = '/table';
follow(() => 'none', show, (lost) => { document.body.classList.toggle('lost', lost); if (lost) say(words.lost); else say(''); });
