import { serveSite } from './serve-site.ts';

const SAY =
  "<script>const say = (text) => fetch('/say?text=' + encodeURIComponent(text), { method: 'POST' });</script>";

/** A site of those pages; what their scripts `say` is kept in the order in which it came. */
export async function serveNoting(pages: Readonly<Record<string, string>>) {
  const state: string[] = [];
  const site = await serveSite((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://pages.invalid');
    if (pathname === '/say') {
      state.push(searchParams.get('text') ?? '');
      response.end('{"ok":true}');
      return;
    }
    const body = pages[pathname];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(body === undefined ? '<h1>Missing</h1>' : `<!doctype html><title>Page</title>${SAY}${body}`);
  });
  return { ...site, state };
}
