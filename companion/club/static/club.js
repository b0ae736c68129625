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

const board = document.getElementById('board');
function place(card) {
  const after = [...board.children].find((each) => each !== card && each.dataset.order > card.dataset.order);
  if (after ? card.nextElementSibling !== after : board.lastElementChild !== card) board.insertBefore(card, after || null);
}
function show({ tables, gone, density, connected }) {
  for (const html of tables) {
    const holder = document.createElement('template');
    holder.innerHTML = html; // made and escaped by the server
    const card = holder.content.firstElementChild;
    const old = document.getElementById(card.id);
    if (old && old.contains(document.activeElement)) setTimeout(() => card.querySelector('a, button')?.focus({ preventScroll: true }));
    if (old) old.replaceWith(card); else board.append(card);
    place(card);
  }
  for (const id of gone) document.getElementById(`t${id}`)?.remove();
  board.className = `board ${density}`;
  document.getElementById('nothing').hidden = board.children.length > 0;
  document.getElementById('lost').hidden = connected;
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
  open();
}
