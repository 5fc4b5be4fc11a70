/** An energy supplier with the pages of a business customer, some old and some new. Its server keeps what it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { serveSite } from '../serve-site.ts';
import { accountPages, signInForm } from './account.ts';
import { billing, meterPage } from './billing.ts';
import { type Company, newCompany, PRODUCTS, STREETS } from './company.ts';
import { deskPages, ticketPage } from './desk.ts';
import { page } from './frame.ts';
import { productPage, selling } from './selling.ts';

type Form = Record<string, string>;

interface Came {
  to?: string;
  message?: string;
  status?: number;
}

const pages = { ...accountPages, ...billing, ...selling, ...deskPages };

function filled(form: Form): string {
  return Object.entries(form)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const posts: Readonly<Record<string, (company: Company, form: Form) => Came>> = {
  '/cart/add': ({ log, cart }, { code = '', quantity = '1', colour }) => {
    cart.set(code, (cart.get(code) ?? 0) + Number(quantity));
    log.push(`cart + ${quantity} ${code}${colour ? ` ${colour}` : ''}`);
    return { message: 'Added to your cart' };
  },
  '/cart/update': ({ log, cart }, form) => {
    for (const [code, quantity] of Object.entries(form)) {
      if (cart.get(code) !== Number(quantity)) log.push(`cart ${code} ${quantity}`);
      cart.set(code, Number(quantity));
    }
    return { to: '/cart' };
  },
  '/cart/promo': ({ log }, { promo }) => {
    if (promo !== 'WARM20') return { message: 'This code is not valid.', status: 422 };
    log.push(`promo ${promo}`);
    return { to: '/cart?saved=Code+redeemed' };
  },
  '/save': ({ log }, { code }) => {
    log.push(`save ${code}`);
    return { message: 'Saved for later' };
  },
  '/checkout': ({ log }, form) => {
    log.push(`order ${filled(form)}`);
    return { to: '/checkout/done' };
  },
  '/tariff': ({ log }, { name }) => {
    log.push(`tariff ${name}`);
    return { message: 'Your tariff will change on 1 January 2027' };
  },
  '/bills/pay': ({ log }, form) => {
    log.push(`pay ${filled(form)}`);
    return { to: '/bills/paid' };
  },
  '/meters': ({ log }, form) => {
    log.push(`reading ${filled(form)}`);
    return { to: '/meters/done' };
  },
  '/visits': ({ log }, form) => {
    log.push(`visit ${filled(form)}`);
    return { message: 'Your visit is booked. Number V-902' };
  },
  '/visits/move': ({ log }, { job, to }) => {
    log.push(`move ${job} ${to}`);
    return { message: 'Moved' };
  },
  '/tickets': ({ log }, form) => {
    if (!form['subject']) return { message: 'Please enter a subject.', status: 422 };
    log.push(`ticket ${filled(form)}`);
    return { message: 'Ticket #8812 was created' };
  },
  '/tickets/reply': ({ log }, { number, text: said }) => {
    log.push(`reply ${number} ${said}`);
    return { to: `/support/${number}?saved=Your+reply+was+sent` };
  },
  '/tickets/close': ({ log, tickets }, { number }) => {
    for (const ticket of tickets) if (ticket.number === number) ticket.status = 'Closed';
    log.push(`close ${number}`);
    return { to: `/support/${number}` };
  },
  '/messages/star': ({ log }, { id, on }) => {
    log.push(`star ${id} ${on}`);
    return { message: 'Saved' };
  },
  '/messages/act': ({ log }, { id, act }) => {
    log.push(`${act?.toLowerCase()} ${id}`);
    return { message: 'Done' };
  },
  '/messages/reply': ({ log }, { id, text: said }) => {
    log.push(`answer ${id} ${said}`);
    return { message: 'Your answer was sent' };
  },
  '/contact': ({ log }, form) => {
    log.push(`contact ${filled(form)}`);
    return { to: '/contact/done' };
  },
  '/newsletter': ({ log }, { email }) => {
    log.push(`newsletter ${email}`);
    return { to: '/newsletter/done' };
  },
  '/settings/switch': ({ log }, { key, on }) => {
    log.push(`${key} ${on}`);
    return { message: 'Saved' };
  },
  '/settings/budget': ({ log }, { value }) => {
    log.push(`budget ${value}`);
    return { message: 'Saved' };
  },
  '/settings/remind': ({ log }, { value }) => {
    log.push(`remind ${value}`);
    return { message: 'Saved' };
  },
  '/settings/company': ({ log }, form) => {
    log.push(`company ${filled(form)}`);
    return { message: 'Your changes were saved' };
  },
  '/settings/payment': ({ log }, form) => {
    log.push(`payment ${filled(form)}`);
    return { to: '/settings?saved=Payment+details+saved' };
  },
  '/team/invite': ({ log }, { email, role }) => {
    log.push(`invite ${email} ${role}`);
    return { message: 'Invitation sent' };
  },
  '/team/act': ({ log }, { email, act }) => {
    log.push(`${act?.toLowerCase()} ${email}`);
    return { message: 'Done' };
  },
  '/team/remove': ({ log }, { email }) => {
    log.push(`member - ${email}`);
    return { message: 'Removed' };
  },
  '/team/export': ({ log }, { who }) => {
    log.push(`export ${who}`);
    return { message: 'The export is on its way to your e-mail' };
  },
};

async function api({ messages, tickets }: Company, { pathname, searchParams }: URL) {
  await pause(150);
  if (pathname === '/api/products') return PRODUCTS;
  if (pathname === '/api/message') return messages.find(({ id }) => id === searchParams.get('id'));
  if (pathname === '/api/streets')
    return STREETS.filter((street) =>
      street.toLowerCase().startsWith((searchParams.get('q') ?? '').toLowerCase()),
    );
  return {
    number: 'K-558210',
    tiles: [
      ['Balance', '£800.95'],
      ['Open tickets', tickets.filter(({ status }) => status === 'Open').length],
      ['Next reading due', '1 December 2026'],
    ],
  };
}

function frameAt(company: Company, { pathname, searchParams }: URL) {
  const [, list, number = ''] = pathname.split('/');
  const make = pages[pathname];
  if (make) return make(company, searchParams);
  if (list === 'shop') return productPage(number);
  if (list === 'meters') return meterPage(number);
  return list === 'support' ? ticketPage(company, number) : undefined;
}

function act(company: Company, pathname: string, form: Form): Came {
  if (pathname !== '/login')
    return posts[pathname]?.(company, form) ?? { message: 'There is no such page.', status: 404 };
  if (form['user'] !== 'nina.hill' || form['password'] !== 'Rye&Spelt7')
    return { message: 'The user name or password is not right.', status: 401 };
  company.isSignedIn = true;
  company.log.push(form['remember'] ? 'signed in for long' : 'signed in');
  return { to: '/' };
}

/** The site of one test; `state` is what it was told. */
export async function serveEnergy() {
  const company = newCompany();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://energy.invalid');
    const { pathname, searchParams } = url;
    const answer = (status: number, body: string, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    };
    const json = (status: number, body: unknown) =>
      answer(status, JSON.stringify(body), { 'Content-Type': 'application/json' });
    const inCart = [...company.cart.values()].reduce((sum, one) => sum + one, 0);
    const shown = (title: string, body: string) => page({ title, body }, inCart, company.isSignedIn);
    const download = (name: string) => {
      company.log.push(`download ${name}`);
      answer(200, 'x', {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
    };
    if (request.method === 'GET') {
      if (pathname.startsWith('/api/')) return json(200, await api(company, url));
      if (/\.(?:pdf|csv)$/u.test(pathname)) return download(pathname.split('/').at(-1) ?? '');
      if (pathname === '/signout') {
        company.isSignedIn = false;
        company.log.push('signed out');
        return answer(303, '', { Location: '/login' });
      }
      if (pathname === '/cart/drop') {
        const code = searchParams.get('code') ?? '';
        company.cart.delete(code);
        company.log.push(`cart - ${code}`);
        return answer(303, '', { Location: '/cart' });
      }
      const frame = frameAt(company, url);
      if (!frame) return answer(404, shown('Not found', '<p>There is no such page.</p>'));
      const saved = searchParams.get('saved');
      return answer(200, shown(frame.title, saved ? `<p class="ok">${saved}.</p>${frame.body}` : frame.body));
    }
    const sent = await text(request);
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const form = isJson
      ? Object.fromEntries(
          Object.entries(JSON.parse(sent) as Record<string, string | number | boolean>).map(
            ([name, value]) => [name, String(value)],
          ),
        )
      : Object.fromEntries(new URLSearchParams(sent));
    const { to, message = '', status = 200 } = act(company, pathname, form);
    if (isJson) return json(status, { message });
    if (to !== undefined) return answer(303, '', { Location: to });
    const { title, body } =
      pathname === '/login'
        ? signInForm(`<p class="error">${message}</p>`)
        : { title: 'Sorry', body: `<p class="error">${message}</p>` };
    return answer(status, shown(title, body));
  };
  return {
    ...(await serveSite((request, response) => void handle(request, response))),
    state: company.log,
  };
}
