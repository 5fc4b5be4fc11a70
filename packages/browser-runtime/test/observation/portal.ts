import type { IncomingMessage } from 'node:http';
import { hostilePages } from './hostile-pages.ts';
import { page, portalPages } from './portal-pages.ts';
import { sharedSite, type Answer, type Site } from '../site.ts';

/** What the portal really did, whatever its pages say. */
export interface Portal extends Site {
  readonly accepted: string[];
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  try {
    for await (const chunk of request) body += String(chunk);
  } catch {
    // The page was closed while it sent.
  }
  return new URLSearchParams(body);
}

function signInPage(error: string) {
  return page(
    'Sign in',
    `${error}<form method="post" action="/login"><label>User <input name="user"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form>`,
  );
}
function orderPage(error: string) {
  return page(
    'Order',
    `${error}<form method="post" action="/order"><label>Quantity <input name="quantity"></label><button>Order</button></form>`,
  );
}
/** An order whose answer says one thing, and after a second another. */
function changingPage(first: string, then: string) {
  return page('Checkout', `<p id="state">${first}</p><script>setTimeout(() => { ${then} }, 900);</script>`);
}
const CHANGING: Record<string, string> = {
  '/alert-later': changingPage(
    'Thank you, order placed',
    `document.querySelector('#state').insertAdjacentHTML('afterend', '<p role="alert">Your payment was declined</p>')`,
  ),
  '/says-no-later': changingPage('Thank you, order placed', `alert('Your payment was declined')`),
  '/redirected-later': changingPage('Processing your order…', `location.href = '/gone'`),
  '/refreshed-later': page('One moment please', '<meta http-equiv="refresh" content="1;url=/declined">'),
  '/accepted-later': changingPage('Processing your order…', `location.href = '/accepted'`),
  '/thanked-later': changingPage(
    'Processing your order…',
    `document.querySelector('#state').textContent = 'Thank you, order placed'`,
  ),
};

export function servePortal(): Portal {
  const accepted: string[] = [];
  const html =
    (status: number, text: string): Answer =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
      response.end(text);
    };
  const json =
    (status: number, ok: boolean): Answer =>
    async (request, response) => {
      const body = await bodyOf(request);
      if (ok) accepted.push(String(body));
      response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
      response.end(JSON.stringify({ ok }));
    };
  const site = sharedSite({
    '/login': async (request, response) => {
      if (request.method !== 'POST') return html(200, signInPage(''))(request, response);
      const body = await bodyOf(request);
      if (body.get('password') !== 'right')
        return html(401, signInPage('<p role="alert">Wrong user or password</p>'))(request, response);
      accepted.push('login');
      response.writeHead(303, { location: '/home' });
      response.end();
    },
    '/silent-login': async (request, response) => {
      if (request.method === 'POST') await bodyOf(request);
      return html(200, signInPage('').replace('/login', '/silent-login'))(request, response);
    },
    '/order-form': orderPage(''),
    '/order': async (request, response) => {
      const quantity = Number((await bodyOf(request)).get('quantity'));
      if (!(quantity >= 1 && quantity <= 99))
        return html(422, orderPage('<p class="error">Quantity must be between 1 and 99</p>'))(
          request,
          response,
        );
      accepted.push(`order ${quantity}`);
      return html(200, page('Thank you', '<p>Order placed</p>'))(request, response);
    },
    ...Object.fromEntries(
      Object.entries(CHANGING).map(([path, answer]): [string, Answer] => [
        path,
        async (request, response) => {
          await bodyOf(request);
          const form = `<form method="post"><button id="send">Place order</button></form>`;
          return html(200, request.method === 'POST' ? answer : page('Cart', form))(request, response);
        },
      ]),
    ),
    '/events-no': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      setTimeout(() => response.write('data: no\n\n'), 700);
    },
    '/events-ok': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      setTimeout(() => response.write('data: ok\n\n'), 700);
    },
    ...hostilePages,
    ...portalPages,
    '/contact': async (request, response) => {
      accepted.push(String(await bodyOf(request)));
      return html(200, page('Message sent', ''))(request, response);
    },
    '/my-orders': (_request, response) => {
      response.writeHead(302, { location: '/login' });
      response.end();
    },
    '/bulk': async (request, response) => {
      if (request.method !== 'POST')
        return html(
          200,
          page(
            'Invoices',
            '<form method="post"><input type="checkbox" name="a" aria-label="IN-1"><button>Export</button></form>',
          ),
        )(request, response);
      const chosen = String(await bodyOf(request));
      if (chosen !== '') accepted.push(chosen);
      const said =
        chosen === '' ? '<p style="color:#b00000">Zero rows ticked</p>' : '<p>The file is on its way</p>';
      return html(200, page('Export', said))(request, response);
    },
    '/api/500': json(500, false),
    '/api/no': json(200, false),
    '/api/ok': json(200, true),
    '/api/slow': (request, response) => void setTimeout(() => void json(500, false)(request, response), 600),
  });
  return Object.assign(site, { accepted });
}
