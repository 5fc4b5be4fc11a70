/** The page of the live view. It loads nothing from other origins; its script and style are files of their own. */
export const LIVE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>Live view · Errand</title>
    <link rel="stylesheet" href="/live/style.css" />
    <script type="module" src="/live/script.js"></script>
  </head>
  <body>
    <header>
      <strong>Errand</strong>
      <span id="status" role="status">Connecting…</span>
    </header>
    <main>
      <canvas id="picture" width="1280" height="720" role="img" aria-label="The browser of the Run"></canvas>
      <p id="note">Waiting for the first picture.</p>
    </main>
  </body>
</html>
`;

export const LIVE_STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: #14161a; color: #e8eaed; }
header { display: flex; gap: 1rem; align-items: center; padding: 0.6rem 1rem; background: #1d2026; }
#status { color: #b6bcc6; }
#status[data-kind='live']::before { content: '●'; color: #4cc38a; margin-right: 0.4rem; }
#status[data-kind='person']::before { content: '●'; color: #f2a65a; margin-right: 0.4rem; }
main { display: grid; place-items: center; padding: 1rem; min-height: 0; }
canvas { grid-area: 1 / 1; max-width: 100%; max-height: calc(100vh - 5rem); background: #000; border-radius: 4px; }
#note { grid-area: 1 / 1; margin: 0; padding: 0.6rem 1rem; border-radius: 4px; background: #1d2026; }
#note:empty { display: none; }
`;

export const LIVE_SCRIPT = `const canvas = document.getElementById('picture');
const statusLine = document.getElementById('status');
const note = document.getElementById('note');
const RETRY_MS = 1000;
const WORDS = {
  running: ['live', 'Live'],
  waiting_for_approval: ['live', 'Waiting for approval'],
  paused: ['live', 'Paused'],
  user_controlling: ['person', 'A person controls the browser'],
  interrupted: ['over', 'Interrupted: the executor was lost'],
  queued: ['over', 'Queued'],
  completed: ['over', 'Completed'],
  failed: ['over', 'Failed'],
  cancelled: ['over', 'Cancelled'],
};
let token = new URLSearchParams(location.search).get('token');

function say(kind, text) {
  statusLine.dataset.kind = kind;
  statusLine.textContent = text;
}

async function draw(bytes) {
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d').drawImage(image, 0, 0);
  image.close();
  note.textContent = '';
}

async function show(message, bytes) {
  if (message.token) token = message.token;
  if (message.status) say(...(WORDS[message.status] ?? ['live', message.status]));
  if (message.picture === 'withheld') {
    canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height);
    note.textContent = 'This picture is withheld, because it would show a secret.';
  } else if (message.picture) await draw(bytes);
}

/** Each message is its length in four bytes, JSON, and as many bytes of a picture as the JSON says. */
async function* messages(reader) {
  let buffer = new Uint8Array(0);
  const fill = async (length) => {
    while (buffer.length < length) {
      const { done, value } = await reader.read();
      if (done) return false;
      const joined = new Uint8Array(buffer.length + value.length);
      joined.set(buffer);
      joined.set(value, buffer.length);
      buffer = joined;
    }
    return true;
  };
  const take = (length) => {
    const taken = buffer.slice(0, length);
    buffer = buffer.slice(length);
    return taken;
  };
  while (await fill(4)) {
    const length = new DataView(take(4).buffer).getUint32(0);
    if (!(await fill(length))) return;
    const message = JSON.parse(new TextDecoder().decode(take(length)));
    if (!(await fill(message.bytes))) return;
    yield [message, take(message.bytes)];
  }
}

/** True when the Run has ended. */
async function watch() {
  const response = await fetch(location.pathname + '/pictures?token=' + encodeURIComponent(token));
  if (response.status === 401 || response.status === 404) {
    say('over', 'This address is no longer valid. Read the Run again for a new one.');
    return true;
  }
  if (!response.ok) return false;
  for await (const [message, bytes] of messages(response.body.getReader())) {
    await show(message, bytes);
    if (message.ended) return true;
  }
  return false;
}

for (;;) {
  if (await watch().catch(() => false)) break;
  say('over', 'Reconnecting…');
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}
`;
