// Which of these am I: a code becomes the table, a seat, or somebody who looks.
import { begin, get, h, post, redraw, say, words } from './net.js';

const main = document.getElementById('main');
const written = (each) => (each.role === 'table' ? words.role_table : each.role === 'watch' ? words.role_watch : each.role === 'camera' ? words.role_camera : each.name);
const page = (role) => (role.startsWith('seat:') ? '/seat' : role === 'camera' ? '/camera' : '/table');

async function pair(code, role) {
  try {
    location.href = page((await post('/pair', { code, role })).role);
  } catch (wrong) {
    say(wrong.status === 429 ? wrong.message : words.bad_code);
    ask('');
  }
}

function ask(code) {
  const field = h('input.code', { type: 'text', autocomplete: 'off', autocapitalize: 'characters', maxlength: 6, spellcheck: 'false', 'aria-label': words.code, value: code });
  redraw(main, h('h1', {}, "Cat's Eye"), h('p.prompt', {}, words.enter_code),
    h('form', { onsubmit: (event) => { event.preventDefault(); look(field.value.trim().toUpperCase()); } }, field, h('button.primary', {}, words.go_on)),
    h('p.quiet', {}, words.where_code));
  field.focus();
}

async function look(code) {
  const found = await get(`/me?code=${encodeURIComponent(code)}`);
  if (found.role) { location.href = page(found.role); return; }
  if (!found.choices) { if (code) say(words.bad_code); ask(code); return; }
  if (found.choices.length === 1) { pair(code, ''); return; }
  redraw(main, h('h1', {}, "Cat's Eye"), h('p.prompt', {}, words.who_am_i),
    h('div.choices.column', {}, found.choices.map((each) => h('button.choice', { disabled: !each.free, onclick: () => pair(code, each.role) },
      written(each), each.free ? '' : ` (${words.taken})`))));
}

await begin();
look(new URLSearchParams(location.search).get('code')?.slice(0, 6).toUpperCase() || '');
