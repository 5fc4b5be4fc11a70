import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { sharedSite, type Answer, type Site } from '@errand/browser-runtime/testing/site.ts';

const FORM = `<title>Form</title><h1>Order</h1>
<form action="/sent"><label>Email: <input name="email"></label><label>Note <textarea name="note"></textarea></label>
<label>Size <select name="size"><option value="s">Small<option value="l">Large</select></label>
<label>Extras <select name="extra" multiple><option value="o">Olives<option value="c">Capers<option value="p">Peas</select></label>
<label><input type="checkbox" name="terms" checked> Terms</label><label><input type="checkbox" name="news"> News</label>
<label>Papers <input type="file" id="papers" multiple></label>
<button>Send</button></form>
<button id="hover">Hover me</button><button id="drag" draggable="true">Drag me</button><p id="drop">Drop here</p>
<button id="chooser">Choose a file</button><button id="ask">Ask</button><a id="save" href="/report.csv" download>Report</a><pre id="log"></pre>
<script>
const log = (text) => (document.querySelector('#log').textContent += text + ';');
document.querySelector('#hover').onmouseenter = () => log('hovered');
document.querySelector('#hover').ondblclick = () => log('double');
const drop = document.querySelector('#drop');
drop.ondragover = (event) => event.preventDefault();
drop.ondrop = () => log('dropped');
const show = async (files) => { for (const file of files) log(file.name + '=' + (await file.text())); };
document.querySelector('#papers').onchange = (event) => show(event.target.files);
document.querySelector('#chooser').onclick = () => {
  const field = document.createElement('input'); field.type = 'file';
  field.onchange = () => show(field.files); field.click();
};
document.querySelector('#ask').onclick = () => log('said ' + prompt('Your name?'));
document.addEventListener('keydown', (event) => event.ctrlKey && log('ctrl+' + event.key));
</script>`;

const DATA = `<title>Data</title><ul><li>one<li>two</ul>
<table><tr><th>Name<th>Price<tr><td>Tea<td>3<tr><td>Milk<td>2</table>
<div class="card"><h3>A</h3><b>1</b></div><div class="card"><h3>B</h3><b>2</b></div>
<a href="/data#x" title="tip">More</a><input id="field" value="kept"><div style="height:3000px"></div><p id="far">Far</p>
<p id="soon" hidden>Soon</p><script>setTimeout(() => (document.querySelector('#soon').hidden = false), 150);</script>`;

function encoded(encoding: string, body: Buffer): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
    response.end(body);
  };
}

const TEA = JSON.stringify({ tea: 'Grün' });

/** Pages with something of everything that primitives act upon. */
export function serveExample(): Site {
  const visited = new Set<string>();
  return sharedSite({
    '/': FORM,
    '/sent': '<title>Sent</title>sent',
    '/data': DATA,
    '/lists': '<ul><li>one<li>two<ol><li>deeper</ol></ul><p>and</p><ol><li>three<li>four</ol>',
    '/rows': `<section>${['Tea 1,234.50 tea green hot leaf', 'Milk 2 milk cow cold white']
      .map((row) => row.split(' '))
      .map(
        ([name, price, path, held, ...tags]) =>
          `<div class="row"><b>${name}</b><span class="price">${price}</span><a href="/${path}">more</a>
<input value="${held}">${tags.map((tag) => `<i>${tag}</i>`).join('')}</div>`,
      )
      .join('')}</section>
<script>Object.defineProperty(HTMLElement.prototype, 'innerText', { get: () => 'made up' });</script>`,
    '/greeting': '<title>Greeting</title>Hello<script>alert("Hello")</script>',
    '/leaving': '<title>Draft</title><input id="draft"><script>onbeforeunload = () => "unsaved"</script>',
    '/report.csv': (_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="report.csv"',
      });
      response.end('a,b\n1,2\n');
    },
    '/hostile-name': (_request, response) => {
      response.writeHead(200, {
        'content-disposition': `attachment; filename*=UTF-8''..%2Fa%5Cb%0D%0AX%3A1%1B%5B2J%C2%85.csv`,
      });
      response.end('a');
    },
    '/name-of-a-folder': (_request, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename=".."' });
      response.end('a');
    },
    '/once': (request, response) => {
      const isFirst = !visited.has(request.url ?? '');
      visited.add(request.url ?? '');
      response.writeHead(isFirst ? 200 : 500, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      response.end(isFirst ? '<h1>Here</h1>' : '<h1>Broken</h1>');
    },
    '/private.txt': (request, response) => {
      response.writeHead(request.headers.cookie === 'who=me' ? 200 : 403);
      response.end('mine');
    },
    '/cookie': (_request, response) => {
      response.writeHead(200, { 'set-cookie': 'who=me', 'content-type': 'text/html' });
      response.end('ok');
    },
    '/echo': async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          method: request.method,
          url: request.url,
          body,
          type: request.headers['content-type'],
        }),
      );
    },
    '/there': (_request, response) => {
      response.writeHead(302, { location: '/echo' });
      response.end();
    },
    '/gzip': encoded('gzip', gzipSync(TEA)),
    '/deflate': encoded('deflate', deflateSync(TEA)),
    '/bare-deflate': encoded('deflate', deflateRawSync(TEA)),
    '/br': encoded('BR', brotliCompressSync(TEA)),
    '/twice': encoded('gzip, br', brotliCompressSync(gzipSync(TEA))),
    '/unknown-encoding': encoded('secret', Buffer.from(TEA)),
    '/broken-gzip': encoded('gzip', gzipSync(TEA).subarray(0, 20)),
    '/bomb': encoded('gzip', gzipSync(Buffer.alloc(50_000_000))),
    '/round': (_request, response) => {
      response.writeHead(302, { location: '/round' });
      response.end();
    },
  });
}
