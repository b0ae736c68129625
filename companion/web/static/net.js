// What every page needs: words, elements, requests, the stream of views.
const KNOWN = ['de', 'fr', 'es'];
const stored = (() => { try { return JSON.parse(localStorage.getItem('look')) || {}; } catch { return {}; } })();
const like = (query) => matchMedia(query).matches;

export const look = {
  language: stored.language ?? (KNOWN.find((each) => navigator.language.startsWith(each)) || ''),
  theme: stored.theme ?? (like('(prefers-contrast: more)') ? 'contrast' : like('(prefers-color-scheme: light)') ? 'light' : 'dark'),
};
export let words = {};

export function choose(change) {
  Object.assign(look, change);
  try { localStorage.setItem('look', JSON.stringify(look)); } catch { /* only this page remembers */ }
  location.reload();
}

export async function begin() {
  if (stored.language === undefined) { // who sits here may have said which language they like
    const { language } = await get('/me').catch(() => ({}));
    if (language) look.language = language === 'en' ? '' : language;
  }
  document.documentElement.lang = look.language || 'en';
  document.documentElement.dataset.theme = look.theme;
  words = await get('/words');
}

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

const RIGHT_TO_LEFT = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]';
const RUN = new RegExp(`${RIGHT_TO_LEFT}(?:(?:${RIGHT_TO_LEFT}|[\\s'"’\\u200b-\\u200f-])*${RIGHT_TO_LEFT})?`, 'gu');
/** Words in which a Hebrew or an Arabic name turns nothing round but itself (U+2068 and U+2069). */
export const isolated = (text) => (text ?? '').replace(RUN, '\u2068$&\u2069');

/** Make an element: h('button.big', {onclick}, 'words', child). */
export function h(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split('.');
  const made = document.createElement(tag);
  made.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'html') made.innerHTML = value;
    else if (value === true) made.setAttribute(name, '');
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false).map((each) => (typeof each === 'string' ? isolated(each) : each)));
  return made;
}

export const asked = (path) => `${path}${path.includes('?') ? '&' : '?'}language=${look.language}&theme=${look.theme}`;

export class Refused extends Error {
  constructor(status, why) { super(why); this.status = status; }
}

async function answer(response) {
  if (!response.ok) {
    if (response.status === 401) location.href = '/';
    throw new Refused(response.status, response.status < 500 && response.status !== 403 ? await response.text() : words.no_answer || '');
  }
  return response.json();
}

export const get = async (path) => answer(await fetch(asked(path), { cache: 'no-store' }));

export const post = async (path, body) => answer(await fetch(asked(path), {
  method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Catseye': '1' }, body: JSON.stringify(body),
}));

export const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');
};

/** Send a tap until it is answered: the same id counts once. */
export async function sendTap(view, choice, given, shape) {
  const body = { session: view.session, seq: view.seq, choice, id: newId(), with: given || {} };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(`/tap?shape=${shape}`, body);
    } catch (wrong) {
      if (wrong instanceof Refused || attempt === 4) throw wrong;
      await new Promise((done) => setTimeout(done, 400 * 2 ** attempt));
    }
  }
}

const LONG_MS = 1000; // what is down longer is no tap: a hand that lies there must not hold the table up

/** Return `show` so that nothing is redrawn under a finger: a tap is lost if its button goes before it ends. */
function betweenTaps(show) {
  const down = new Map(); // pointers, and when each came down
  let newest = null;
  const lift = (pointer, since) => {
    if (down.get(pointer) === since) down.delete(pointer);
    if (down.size || !newest) return;
    const view = newest;
    newest = null;
    show(view);
  };
  addEventListener('pointerdown', ({ pointerId, timeStamp }) => { down.set(pointerId, timeStamp); setTimeout(lift, LONG_MS, pointerId, timeStamp); }, true);
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, ({ pointerId }) => setTimeout(lift, 0, pointerId, down.get(pointerId)), true); // after the click
  }
  return (view) => { if (down.size) newest = view; else show(view); };
}

const SILENT_MS = 35000; // the table gives a sign of life every 15 s: without two of them the connection is dead

/** Follow the table: `show` gets each newer view, `lost` whether the connection is gone. Calling what it returns asks anew. */
export function follow(shape, shown, lost) {
  let source = null;
  let heard = 0;
  const show = betweenTaps(shown);
  const open = () => {
    source?.close();
    heard = Date.now();
    source = new EventSource(asked(`/view?shape=${shape()}`));
    source.addEventListener('view', (event) => { heard = Date.now(); lost(false); show(JSON.parse(event.data)); });
    source.addEventListener('alive', () => { heard = Date.now(); });
    source.addEventListener('gone', () => { source.close(); location.href = '/'; });
    source.onerror = async () => {
      lost(true);
      if (source.readyState !== EventSource.CLOSED) return;
      try {
        if (!(await get('/me')).role) { location.href = '/'; return; }
      } catch { /* the table is away: try again */ }
      setTimeout(open, 2000);
    };
  };
  open();
  addEventListener('pageshow', (event) => { if (event.persisted) open(); });
  addEventListener('online', open);
  document.addEventListener('visibilitychange', () => { if (!document.hidden) open(); }); // a phone that slept may have missed that its connection ended
  setInterval(() => { if (Date.now() - heard > SILENT_MS) { lost(true); open(); } }, 5000);
  return open;
}

let quiet = 0;
/** Say a sentence for a few seconds. */
export function say(text, kind = 'warn') {
  const place = document.getElementById('say');
  clearTimeout(quiet);
  place.className = text ? kind : '';
  place.textContent = isolated(text);
  ([...document.querySelectorAll('dialog[open]')].at(-1) || document.body).append(place); // what is below a card is not seen
  if (text) quiet = setTimeout(() => { place.textContent = ''; place.className = ''; }, 7000);
}

/** Put new children into a place; the focus stays on what has the same data-key. */
export function redraw(place, ...children) {
  const key = document.activeElement?.dataset?.key;
  const open = new Set([...place.querySelectorAll('details[open]')].map((each) => each.dataset.key));
  place.replaceChildren(...children.flat().filter(Boolean));
  for (const each of place.querySelectorAll('details[data-key]')) if (open.has(each.dataset.key)) each.open = true;
  if (key) place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

const opened = () => document.querySelector('dialog[open]');
let leaving = false; // this page itself goes back: the step that a card had made

/** Lay a card over the page. It goes by its button, by Escape, by the back button, or when `close` is called. */
export function card(title, ...children) {
  const head = h('header', {}, h('h2', { id: 'card-title' }, title), h('button.quiet', { 'aria-label': words.close, onclick: () => made.close() }, '✕'));
  const made = h('dialog.card', { 'aria-labelledby': 'card-title' }, head, h('div.body', {}, ...children));
  made.addEventListener('close', () => {
    const said = made.querySelector('#say');
    if (said) document.body.append(said);
    made.remove();
    if (history.state?.card && !opened() && !leaving) { leaving = true; history.back(); }
  });
  document.body.append(made);
  if (!history.state?.card) history.pushState({ card: true }, '');
  made.showModal();
  return made;
}
addEventListener('popstate', () => {
  if (!leaving) for (const each of document.querySelectorAll('dialog[open]')) each.close();
  else if (opened()) history.pushState({ card: true }, ''); // another card was opened meanwhile
  leaving = false;
});
