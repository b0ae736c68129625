// Makes this phone the tray's camera: each picture is sent when the one before it has been taken.
const LONGER = 1280, SHORTER = 720, QUALITY = 0.85, LONGEST_PAUSE_MS = 8000;
const STAYS_SHUT = { 4401: 'not_paired', 4409: 'replaced', 4415: 'refused' };
const at = (id) => document.getElementById(id);
const kept = (() => { try { return JSON.parse(localStorage.getItem('camera')) || {}; } catch { return {}; } })();
const chosen = (() => { try { return JSON.parse(localStorage.getItem('look')) || {}; } catch { return {}; } })();
const language = chosen.language ?? navigator.language.slice(0, 2);

const page = await (await fetch(`/camera/words?language=${language}`)).json();
const words = page.words, video = at('video'), canvas = at('picture'), ink = canvas.getContext('2d');
let track = null, socket = null, turn = kept.turn || 0, pause = 500, again = 0, lock = null, sent = 0, since = 0, delays = [], reached = false;

function tell(state) {
  if (document.body.dataset.state === state) return;
  document.body.dataset.state = state;
  at('state').textContent = words[state];
  at('figures').textContent = '';
  at('start').hidden = track !== null;
  for (const id of ['stop', 'turn', 'picture']) at(id).hidden = track === null;
  at('otherwise').hidden = !['not_secure', 'denied', 'no_camera', ...(reached ? [] : ['lost'])].includes(state);
}

async function start() {
  tell('asking');
  try {
    const wanted = { facingMode: { ideal: 'environment' }, width: { ideal: LONGER }, height: { ideal: SHORTER }, zoom: true };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wanted });
    [track] = stream.getVideoTracks();
    track.onended = () => { stop(); tell('no_camera'); };
    video.srcObject = stream;
    await video.play();
  } catch (wrong) {
    stop();
    tell(wrong.name === 'NotAllowedError' ? 'denied' : 'no_camera');
    return;
  }
  offer(track.getCapabilities?.() || {});
  stayAwake();
  connect();
}

function stop() {
  clearTimeout(again);
  socket?.close();
  track?.stop();
  lock?.release();
  track = socket = lock = null;
  for (const id of ['torch', 'zoom']) at(id).hidden = true;
  at('awake').textContent = '';
  tell('ready');
}

/** Show what this camera can do besides. */
function offer(can) {
  at('torch').hidden = !can.torch;
  at('zoom').hidden = !can.zoom;
  if (can.zoom) {
    Object.assign(at('zoom').querySelector('input'), { min: can.zoom.min, max: can.zoom.max, step: can.zoom.step || 0.1, value: track.getSettings().zoom });
  }
}

async function stayAwake() {
  try {
    lock = await navigator.wakeLock.request('screen');
    at('awake').textContent = words.stays_awake;
  } catch {
    at('awake').textContent = words.may_sleep;
  }
}

function connect() {
  clearTimeout(again);
  if (track === null || socket !== null) return;
  tell('connecting');
  const line = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/camera/socket`);
  line.binaryType = 'arraybuffer';
  line.onopen = () => { reached = true; pause = 500; since = performance.now(); delays = []; send(line); };
  line.onmessage = ({ data }) => { taken(JSON.parse(data).used); send(line); };
  line.onclose = ({ code }) => {
    if (socket !== line) return;
    socket = null;
    if (STAYS_SHUT[code]) { stop(); tell(STAYS_SHUT[code]); return; }
    if (document.hidden) { tell('hidden'); return; }
    tell('lost');
    again = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
  socket = line;
}

function taken(used) {
  tell(used ? 'used' : 'unused');
  const now = performance.now();
  if (!used) { [since, delays] = [now, []]; return; }
  delays.push(now - sent);
  if (now - since < 1000) return;
  const rate = Math.round(delays.length * 1000 / (now - since)), delay = Math.round(delays.sort((a, b) => a - b)[delays.length >> 1]);
  at('figures').textContent = words.figures.replace('{rate}', rate).replace('{delay}', delay);
  [since, delays] = [now, []];
}

/** Draw the newest picture upright and send it. */
async function send(line) {
  await freshPicture();
  if (socket !== line || line.readyState !== WebSocket.OPEN) return;
  const across = turn % 180 !== 0, { videoWidth: wide, videoHeight: high } = video;
  const scale = Math.min(1, LONGER / Math.max(wide, high), SHORTER / Math.min(wide, high));
  const size = [Math.floor(wide * scale), Math.floor(high * scale)];
  [canvas.width, canvas.height] = across ? [size[1], size[0]] : size;
  ink.translate(canvas.width / 2, canvas.height / 2);
  ink.rotate(turn * Math.PI / 180);
  ink.drawImage(video, -size[0] / 2, -size[1] / 2, ...size);
  sent = performance.now();
  canvas.toBlob((picture) => { if (picture && line.readyState === WebSocket.OPEN) line.send(picture); }, 'image/jpeg', QUALITY);
}

/** Wait until the camera has made a picture since the last one, where the browser tells. */
const freshPicture = () => new Promise((done) => {
  if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(done);
  else setTimeout(done, 1000 / page.fps);
});

at('start').onclick = start;
at('stop').onclick = stop;
at('turn').onclick = () => {
  turn = (turn + 90) % 360;
  try { localStorage.setItem('camera', JSON.stringify({ turn })); } catch { /* only this page remembers */ }
};
at('torch').onclick = async () => {
  const on = at('torch').getAttribute('aria-pressed') !== 'true';
  await track.applyConstraints({ advanced: [{ torch: on }] });
  at('torch').setAttribute('aria-pressed', on);
};
at('zoom').oninput = ({ target }) => track.applyConstraints({ advanced: [{ zoom: Number(target.value) }] });
document.addEventListener('visibilitychange', () => {
  if (track === null) return;
  if (document.hidden) { socket?.close(); } else { stayAwake(); connect(); }
});

document.documentElement.lang = page.language || 'en';
document.documentElement.dataset.theme = chosen.theme ?? (matchMedia('(prefers-contrast: more)').matches ? 'contrast' : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
for (const each of document.querySelectorAll('[data-words]')) each.textContent = words[each.dataset.words];
canvas.setAttribute('aria-label', words.title);
tell('ready');
if (!navigator.mediaDevices?.getUserMedia) {
  tell('not_secure');
  at('start').hidden = true;
  at('encrypted').hidden = !page.encrypted_port;
  at('encrypted').onclick = () => { location.href = `https://${location.hostname}:${page.encrypted_port}/camera`; };
}
