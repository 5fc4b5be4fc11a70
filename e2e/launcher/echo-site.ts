import { type Server, createServer } from 'node:http';

function escapeHtml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const form = `<title>Sign in</title><form action="/echo"><label>Witness <input name="witness"></label>
<label>Code <input name="code"></label><label>Password <input type="password" name="password"></label>
<button>Sign in</button></form>`;

function echo(url: URL): string {
  const [code = '', shown = ''] = ['code', 'witness'].map((name) => url.searchParams.get(name) ?? '');
  const both = `${escapeHtml(code)} / ${escapeHtml(shown)}`;
  return `<title>${both}</title><h1>Welcome, ${both}</h1>
    <button aria-label="Log out ${both}">Log out</button><button aria-label="Log out ${both}">Log out</button>
    <ul><li>${both}</li></ul><a href="/file?${url.searchParams.toString()}" download="${escapeHtml(code)}.txt">Report</a>
    <pre>${escapeHtml(JSON.stringify({ code, shown }))}</pre>
    <script>alert(document.title); console.error(document.title)</script>`;
}

/** A site that asks for a code and shows it in all parts of the next page, its headers and its dialogs. */
export async function startEchoSite(): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (url.pathname === '/echo') {
      response.setHeader('x-echo', encodeURIComponent(url.search));
      response.end(echo(url));
    } else if (url.pathname === '/file') response.end('nothing secret');
    else response.end(form);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}
