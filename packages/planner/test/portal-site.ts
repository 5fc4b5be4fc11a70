import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveSite } from './serve-site.ts';

/** A site of which only the pages are its own. */
export interface Portal {
  pages: Readonly<Record<string, string>>;
  page: (title: string, body: string) => string;
  user: string;
  password: string;
}

/** A portal's server. What it was told is in `state`, and only that decides whether a task was carried out. */
export async function servePortal({ pages, page, user, password }: Portal) {
  const state: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://nursery.invalid');
    const body = request.method === 'GET' ? '' : await text(request);
    const answer = (status: number, html: string, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
      response.end(html);
    };
    const seeOther = (location: string) => answer(303, '', { Location: location });
    if (pathname === '/done') {
      state.push(body);
      answer(200, `Done: ${body}`);
    } else if (pathname.startsWith('/refused/')) {
      answer(Number(pathname.slice(9)), page('Sorry', '<p role="alert">We could not do that.</p>'));
    } else if (request.method === 'GET') {
      const html = pages[pathname];
      answer(html === undefined ? 404 : 200, html ?? page('Not found', '<p>No such page.</p>'));
    } else if (pathname === '/signin') {
      const form = new URLSearchParams(body);
      if (form.get('user') !== user || form.get('password') !== password)
        answer(
          401,
          page(
            'Sign in',
            `<p role="alert">Wrong name or password.</p>${pages['/signin']?.split('</h1>')[1]}`,
          ),
        );
      else {
        state.push('signed in');
        seeOther('/account');
      }
    } else if (pathname === '/signin-again') seeOther('/signin');
    else {
      const fields = [...new URLSearchParams(body)].filter(([, value]) => value);
      state.push(`${pathname.slice(1)} ${fields.map(([name, value]) => `${name}=${value}`).join('&')}`);
      seeOther(`${pathname}/thanks` in pages ? `${pathname}/thanks` : '/thanks');
    }
  };
  return {
    ...(await serveSite((request, response) => void handle(request, response))),
    state,
  };
}
