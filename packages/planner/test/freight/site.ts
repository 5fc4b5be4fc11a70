/** A freight company with the pages of its customers. Its server keeps what it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { buying, itemPage } from './buying.ts';
import { type Company, newCompany } from './company.ts';
import { companyPages, signInForm } from './company-pages.ts';
import { page } from './frame.ts';
import { customerPage, messagePage, office, ticketPage } from './office.ts';
import { sending, shipmentPage } from './sending.ts';
import { serveSite } from '../serve-site.ts';

type Form = Record<string, string>;

const USER = 'mo@hartley.example';
const PASSWORD = 'Kettle!42';
const pages = { ...companyPages, ...buying, ...sending, ...office };

function filled(form: Form): string {
  return Object.entries(form)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** What a form does, and the address that follows. */
const posts: Readonly<Record<string, (company: Company, form: Form) => string>> = {
  '/logout': (company) => {
    company.isSignedIn = false;
    company.log.push('signed out');
    return '/login';
  },
  '/note': ({ log }, { what = '' }) => {
    log.push(what);
    return '/thanks';
  },
  '/basket/add': ({ log, basket }, { code = '', quantity = '1' }) => {
    basket.set(code, (basket.get(code) ?? 0) + Number(quantity));
    log.push(`basket + ${quantity} ${code}`);
    return '/basket';
  },
  '/basket/change': ({ log, basket }, { code = '', quantity }) => {
    basket.set(code, Number(quantity));
    log.push(`basket ${code} ${quantity}`);
    return '/basket';
  },
  '/basket/remove': ({ log, basket }, { code = '' }) => {
    basket.delete(code);
    log.push(`basket - ${code}`);
    return '/basket';
  },
  '/basket/code': ({ log }, { promo }) => {
    log.push(`promo ${promo}`);
    return '/basket?saved=1';
  },
  '/checkout': ({ log }, form) => {
    log.push(`order ${filled(form)}`);
    return '/ordered';
  },
  '/shipments': ({ log }, form) => {
    log.push(`shipment ${filled(form)}`);
    return '/booked';
  },
  '/shipments/cancel': ({ log }, { number }) => {
    log.push(`cancel ${number}`);
    return `/shipments/${number}`;
  },
  '/tickets/priority': ({ log, tickets }, { number, priority = '' }) => {
    const ticket = tickets.find((each) => each.number === number);
    if (ticket) ticket.priority = priority;
    log.push(`priority ${number} ${priority}`);
    return `/tickets/${number}?saved=1`;
  },
  '/tickets/close': ({ log, tickets }, { number }) => {
    const ticket = tickets.find((each) => each.number === number);
    if (ticket) ticket.status = 'Closed';
    log.push(`close ${number}`);
    return `/tickets/${number}`;
  },
  '/customers/save': (company, { number, contact = '', town = '', phone = '' }) => {
    company.customers = company.customers.map((one) =>
      one.number === number ? { ...one, contact, town, phone } : one,
    );
    company.log.push(`customer ${number} ${contact}, ${town}, ${phone}`);
    return '/thanks';
  },
  '/customers/delete': (company, { number }) => {
    company.customers = company.customers.filter((one) => one.number !== number);
    company.log.push(`customer - ${number}`);
    return '/customers';
  },
  '/customers/archive': ({ log }, form) => {
    log.push(`archive ${Object.keys(form).join(' ')}`);
    return '/thanks';
  },
  '/messages/read': ({ log, messages }) => {
    for (const message of messages) message.isNew = false;
    log.push('all read');
    return '/messages';
  },
  '/messages/delete': (company, { id }) => {
    company.messages = company.messages.filter((one) => one.id !== Number(id));
    company.log.push(`message - ${id}`);
    return '/messages';
  },
};

function documentAt(company: Company, { pathname, searchParams }: URL): string | undefined {
  const [, list, number = ''] = pathname.split('/');
  const html = (pages as Record<string, (typeof pages)['/']>)[pathname]?.(company, searchParams);
  if (html !== undefined) return html;
  if (list === 'supplies') return itemPage(number);
  if (list === 'shipments') return shipmentPage(company, number);
  if (list === 'tickets') return ticketPage(company, number);
  if (list === 'customers') return customerPage(company, number);
  return list === 'messages' ? messagePage(company, number) : undefined;
}

/** The site of one test; `state` is what it was told. */
export async function serveFreight() {
  const company = newCompany();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://freight.invalid');
    const { pathname } = url;
    const answer = (status: number, body: string, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    };
    const seeOther = (location: string) => answer(303, '', { Location: location });
    if (pathname.startsWith('/refused/'))
      return answer(Number(pathname.slice(9)), page('Sorry', '<p>That did not work.</p>'));
    if (pathname.startsWith('/labels/')) {
      company.log.push(`download ${decodeURIComponent(pathname.slice(8))}`);
      return answer(200, 'label', { 'Content-Disposition': 'attachment; filename=label.txt' });
    }
    if (request.method === 'GET') {
      if (pathname === '/dashboard' && !company.isSignedIn) return seeOther('/login');
      const html = documentAt(company, url);
      return answer(
        html === undefined ? 404 : 200,
        (html ?? page('Not found', '<p>There is no such page.</p>')).replace(
          '<h1>',
          url.searchParams.has('saved') ? '<p role="status">Saved.</p><h1>' : '<h1>',
        ),
      );
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    if (pathname === '/login') {
      if (form['email'] !== USER || form['password'] !== PASSWORD)
        return answer(401, signInForm('<p role="alert">Wrong email or password.</p>'));
      company.isSignedIn = true;
      company.log.push(form['remember'] ? 'signed in for long' : 'signed in');
      return seeOther('/dashboard');
    }
    if (pathname === '/basket/code' && form['promo'] !== 'NORTH10')
      return answer(422, page('Your basket', '<p role="alert">That code is not valid.</p>'));
    const post = posts[pathname];
    if (!post) company.log.push(`${pathname.slice(1)} ${filled(form)}`);
    return seeOther(post?.(company, form) ?? '/thanks');
  };
  return {
    ...(await serveSite((request, response) => void handle(request, response))),
    state: company.log,
  };
}
