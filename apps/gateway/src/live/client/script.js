import { capture } from './input.js';

const RETRY_MS = 1000;
const TOAST_MS = 5000;
/** Close codes of the protocol (`LIVE_CLOSE`). */
const ENDED = 4000;
const UNAUTHORIZED = 4001;
const STATUS = {
  queued: 'Queued',
  running: 'Live',
  waiting_for_approval: 'Waits for approval',
  paused: 'Paused',
  interrupted: 'Interrupted: the executor was lost',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

function byId(id) {
  return document.getElementById(id);
}

const canvas = byId('picture');
const context = canvas.getContext('2d');
const note = byId('note');
// The dashboard around it carries the name already.
byId('brand').hidden = window.top !== window;
let token = new URLSearchParams(location.search).get('token');
let socket = null;
let toastTimer;
/** Size of the remote page in CSS pixels. */
const size = { width: 1280, height: 720 };

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function toast(text) {
  clearTimeout(toastTimer);
  byId('toast').textContent = text;
  byId('toast').hidden = false;
  toastTimer = setTimeout(() => (byId('toast').hidden = true), TOAST_MS);
}

function say(kind, text) {
  byId('status').dataset.kind = kind;
  byId('status').textContent = text;
}

/** The message of the newest picture that is not drawn yet, and whether one is being drawn. */
let waiting = null;
let isDrawing = false;
async function draw() {
  isDrawing = true;
  while (waiting !== null) {
    const bytes = waiting;
    waiting = null;
    const head = new DataView(bytes);
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes, 16)], { type: 'image/jpeg' }));
    [size.width, size.height] = [head.getUint16(0), head.getUint16(2)];
    if (canvas.width !== image.width || canvas.height !== image.height)
      [canvas.width, canvas.height] = [image.width, image.height];
    context.drawImage(image, 0, 0);
    image.close();
    note.textContent = '';
    send({ type: 'shown', number: head.getUint32(4) });
  }
  isDrawing = false;
}

const input = capture({ canvas, keys: byId('keys'), size, send });

function showState(state) {
  if (state.token) token = state.token;
  const { controller } = state;
  let control = '';
  if (controller !== null) control = controller.you ? 'you' : 'other';
  document.body.dataset.control = control;
  if (control === 'you')
    say('you', state.ready ? 'You control the browser' : 'The Run ends its last action…');
  else if (control === 'other') say('other', `${controller.name} controls the browser`);
  else say(state.status === 'running' ? 'live' : 'other', STATUS[state.status] ?? state.status);
  for (const action of ['pause', 'resume', 'take', 'release'])
    byId(action).hidden = !state.can.includes(action);
  byId('reason').hidden = state.reason === null;
  byId('reason').textContent = state.reason ?? '';
  document.body.toggleAttribute('data-ready', state.ready);
  byId('address').readOnly = !state.ready;
  for (const button of byId('bar').querySelectorAll('button')) button.disabled = !state.ready;
  for (const button of byId('tabs').querySelectorAll('button')) button.disabled = !state.ready;
  input.enable(state.ready);
  if (!state.ready) for (const id of ['dialog', 'files']) byId(id).close();
  if (!state.ready) byId('list').hidden = true;
}

function showTabs({ tabs }) {
  const isReady = document.body.hasAttribute('data-ready');
  byId('tabs').replaceChildren(
    ...tabs.map(({ title, url, active }, index) => {
      const tab = document.createElement('span');
      tab.toggleAttribute('data-active', active);
      const open = document.createElement('button');
      open.role = 'tab';
      open.ariaSelected = String(active);
      open.textContent = title || url;
      open.title = url;
      open.disabled = !isReady;
      open.addEventListener('click', () => send({ type: 'tab', action: 'activate', index }));
      tab.append(open);
      if (tabs.length > 1) {
        const close = document.createElement('button');
        close.textContent = '×';
        close.ariaLabel = `Close ${title || url}`;
        close.disabled = !isReady;
        close.addEventListener('click', () => send({ type: 'tab', action: 'close', index }));
        tab.append(close);
      }
      return tab;
    }),
  );
  const address = tabs.find(({ active }) => active)?.url ?? '';
  if (document.activeElement !== byId('address')) byId('address').value = address;
}

function showDialog({ dialog }) {
  const box = byId('dialog');
  if (dialog === null) {
    box.close();
    return;
  }
  box.dataset.id = dialog.id;
  byId('message').textContent =
    dialog.kind === 'beforeunload' ? 'Leave this page? What was entered may be lost.' : dialog.message;
  byId('answer').hidden = dialog.kind !== 'prompt';
  byId('answer').value = dialog.text;
  byId('dismiss').hidden = dialog.kind === 'alert';
  if (!box.open && document.body.dataset.control === 'you') box.showModal();
}

function showFiles({ choice }) {
  const box = byId('files');
  if (choice === null) {
    box.close();
    return;
  }
  box.dataset.id = choice.id;
  byId('chosen').value = '';
  byId('chosen').multiple = choice.multiple;
  byId('chosen').accept = choice.accept;
  if (!box.open && document.body.dataset.control === 'you') box.showModal();
}

function showList({ list }) {
  const select = byId('list');
  select.hidden = list === null || document.body.dataset.control !== 'you';
  if (list === null) return;
  select.dataset.id = list.id;
  select.size = Math.max(2, Math.min(10, list.options.length));
  select.replaceChildren(
    ...list.options.map(({ text, group, disabled, selected }, index) => {
      const option = new Option(group === null ? text : `${group}: ${text}`, String(index), false, selected);
      option.disabled = disabled;
      return option;
    }),
  );
  const scale = canvas.clientWidth / size.width;
  const left = Math.min(list.box.x * scale, canvas.clientWidth - 120);
  select.style.left = `${Math.max(0, left)}px`;
  const below = (list.box.y + list.box.height) * scale;
  select.style.top = `${Math.max(0, Math.min(below, canvas.clientHeight - 120))}px`;
  select.style.maxWidth = `${canvas.clientWidth}px`;
  select.focus();
}

async function copied({ text }) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast('The browser did not allow to copy.');
  }
}

const SHOW = {
  state: showState,
  page: showTabs,
  dialog: showDialog,
  files: showFiles,
  list: showList,
  copied,
  refused: ({ detail }) => toast(detail),
  desktop: () => {
    note.textContent =
      'This Run uses the desktop of its device, which is not shown here. Its steps have pictures.';
  },
  withheld: () => {
    waiting = null;
    context.clearRect(0, 0, canvas.width, canvas.height);
    note.textContent = 'This picture is withheld, because it would show a secret.';
  },
};

function receive({ data }) {
  if (typeof data !== 'string') {
    waiting = data;
    if (!isDrawing) void draw();
    return;
  }
  const message = JSON.parse(data);
  SHOW[message.type]?.(message);
}

for (const action of ['pause', 'resume', 'take', 'release'])
  byId(action).addEventListener('click', () => {
    send({ type: 'control', action });
    byId('status').textContent = action === 'take' ? 'Taking control…' : 'One moment…';
  });
for (const button of byId('bar').querySelectorAll('[data-history]'))
  button.addEventListener('click', () => send({ type: 'navigate', to: { history: button.dataset.history } }));
byId('bar').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = byId('address').value.trim();
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  if (url === null) toast('That is not an address.');
  else send({ type: 'navigate', to: { url: url.href } });
  byId('keys').focus();
});
byId('dialog').addEventListener('close', () => {
  const { id } = byId('dialog').dataset;
  const action = byId('dialog').returnValue === 'accept' ? 'accept' : 'dismiss';
  if (id !== undefined) send({ type: 'dialog', id, action, text: byId('answer').value });
  delete byId('dialog').dataset.id;
  byId('dialog').returnValue = '';
});
async function sendFiles() {
  const { id } = byId('files').dataset;
  const isSent = byId('files').returnValue === 'accept';
  delete byId('files').dataset.id;
  byId('files').returnValue = '';
  if (id === undefined) return;
  const files = await Promise.all(
    Array.from(isSent ? byId('chosen').files : [], async (file) => ({
      name: file.name,
      mimeType: file.type,
      base64: base64Of(new Uint8Array(await file.arrayBuffer())),
    })),
  );
  send({ type: 'files', id, files });
}
byId('files').addEventListener('close', () => void sendFiles());
function base64Of(bytes) {
  if (bytes.toBase64) return bytes.toBase64();
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}
function closeList(chosen) {
  const list = byId('list');
  if (list.hidden) return;
  list.hidden = true;
  send({ type: 'list', id: list.dataset.id, chosen });
  byId('keys').focus();
}
byId('list').addEventListener('click', ({ target }) => {
  if (target instanceof HTMLOptionElement) closeList([target.index]);
});
byId('list').addEventListener('change', ({ target }) => {
  // A phone shows its own list, which ends with a change.
  if (matchMedia('(pointer: coarse)').matches) closeList([target.selectedIndex]);
});
byId('list').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') closeList([byId('list').selectedIndex]);
  else if (event.key === 'Escape') closeList(null);
});
byId('list').addEventListener('blur', () => closeList(null));

/** True when it is of no use to connect again. */
async function isRefused() {
  try {
    const { status } = await fetch(location.pathname + search(), { method: 'HEAD' });
    return status === 401 || status === 403 || status === 404;
  } catch {
    return false;
  }
}
function search() {
  return token === null ? '' : `?token=${encodeURIComponent(token)}`;
}

function connect() {
  const address = new URL(`${location.pathname}/socket${search()}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', receive);
  socket.addEventListener('close', ({ code }) => void reconnect(code));
}

async function reconnect(code) {
  input.enable(false);
  for (const action of ['pause', 'resume', 'take', 'release']) byId(action).hidden = true;
  if (code === ENDED) return;
  if (code === UNAUTHORIZED || (await isRefused())) {
    say('over', 'This address is no longer valid. Read the Run again for a new one.');
    return;
  }
  say('over', 'Reconnecting…');
  setTimeout(connect, RETRY_MS);
}
connect();
