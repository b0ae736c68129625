// The live board, and forms that are sent as JSON.
const say = (text) => { document.getElementById('say').textContent = text; };

addEventListener('submit', async (event) => {
  const path = event.target.dataset.post;
  if (!path) return;
  event.preventDefault();
  const body = Object.fromEntries(new FormData(event.target));
  try {
    const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Catseye': '1' }, body: JSON.stringify(body) });
    const said = await answer.text();
    if (!answer.ok) { say(said); return; }
    const { go } = JSON.parse(said);
    if (go) location.href = go; else if (!document.getElementById('board') || path === '/pair' || path === '/unpair') location.reload();
  } catch (wrong) { say(String(wrong)); }
});

const AGAIN_MS = 3000; // between looks at a page that says how a table stands, or that is still being read
async function again() {
  if (document.hidden || document.getElementById('main').contains(document.activeElement)) return;
  try {
    const found = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    document.getElementById('main').replaceWith(found.getElementById('main'));
    document.body.className = found.body.className; // read to the end: once more is enough
  } catch { /* the next look finds it */ }
}
setInterval(() => { if (document.body.classList.contains('again')) again(); }, AGAIN_MS);

const board = document.getElementById('board');
const pages = document.getElementById('pages');
const TURN_MS = 10000; // a page can be read from across a room in this time
const LAY_MS = 1000; // changed cards are laid out again after this, all at once
const SIZES = ['large', 'medium', 'medium brief', 'brief small']; // brief: at most three lines of players, only what is wrong
const paged = matchMedia('(min-width: 1100px) and (min-height: 600px)'); // as in club.css: smaller ones scroll
let page = 0;
let count = 1;
let stays = false;
let waiting = 0;

/** Lay the cards out as large as all of them fit; if they don't, show a page of small ones, those that want help first. */
function lay() {
  clearTimeout(waiting);
  waiting = 0;
  const cards = [...board.children];
  for (const card of cards) card.hidden = false;
  board.style.gridAutoRows = '';
  const fits = SIZES.some((size) => {
    board.className = `board ${size}`;
    return !paged.matches || board.scrollHeight <= board.clientHeight;
  });
  pages.hidden = fits;
  count = 1;
  if (fits) return;
  const style = getComputedStyle(board);
  const gap = parseFloat(style.rowGap);
  const high = Math.max(...cards.map((card) => card.offsetHeight));
  const room = style.gridTemplateColumns.split(' ').length * Math.max(1, Math.floor((board.clientHeight + gap) / (high + gap)));
  const kept = Math.min(cards.filter((card) => card.matches('.help')).length, Math.floor(room / 2)); // on every page
  const each = room - kept;
  count = Math.ceil((cards.length - kept) / each);
  page = (page + count) % count;
  cards.forEach((card, at) => { card.hidden = at >= kept && Math.floor((at - kept) / each) !== page; });
  board.style.gridAutoRows = `${high}px`;
  const words = pages.querySelector('[data-words]');
  words.textContent = words.dataset.words.replace('{n}', page + 1).replace('{m}', count);
}
function turn(by) {
  page += by;
  lay();
}
function place(card) {
  const after = [...board.children].find((each) => each !== card && each.dataset.order > card.dataset.order);
  if (after ? card.nextElementSibling !== after : board.lastElementChild !== card) board.insertBefore(card, after || null);
}
function show({ tables, gone, connected }) {
  let moved = gone.length > 0;
  for (const html of tables) {
    const holder = document.createElement('template');
    holder.innerHTML = html; // made and escaped by the server
    const card = holder.content.firstElementChild;
    const old = document.getElementById(card.id);
    if (old && old.contains(document.activeElement)) setTimeout(() => card.querySelector('a, button')?.focus({ preventScroll: true }));
    card.hidden = Boolean(old?.hidden);
    moved ||= old?.dataset.order !== card.dataset.order;
    if (old) old.replaceWith(card); else board.append(card);
    place(card);
  }
  for (const id of gone) document.getElementById(`t${id}`)?.remove();
  document.getElementById('nothing').hidden = board.children.length > 0;
  document.getElementById('lost').hidden = connected;
  if (moved) lay(); else waiting ||= setTimeout(lay, LAY_MS);
}
if (board) {
  const open = () => {
    const source = new EventSource('/live');
    source.addEventListener('tables', (event) => show(JSON.parse(event.data)));
    source.onerror = () => {
      document.getElementById('lost').hidden = false;
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 2000);
    };
  };
  pages.addEventListener('click', (event) => {
    const by = event.target.dataset.turn;
    if (by === undefined) return;
    stays = by !== '0' || !stays; // whoever turns the pages by hand reads them
    pages.querySelector('[data-turn="0"]').setAttribute('aria-pressed', stays);
    turn(Number(by));
  });
  setInterval(() => { if (count > 1 && !stays && !board.contains(document.activeElement)) turn(1); }, TURN_MS);
  addEventListener('resize', lay);
  document.fonts.ready.then(lay);
  lay();
  open();
}
