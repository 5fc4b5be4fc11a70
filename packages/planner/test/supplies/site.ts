/** A supplier to workshops with the pages of its customers and of its own staff. Its server keeps what it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Company, newCompany, ORDERS, PARTS } from './company.ts';
import { counters } from './counter.ts';
import { page } from './frame.ts';
import { customerPage, office, orderPage } from './office.ts';
import { person, signInForm } from './person.ts';
import { reading } from './reading.ts';
import { partPage, selling } from './selling.ts';
import { serveSite } from '../serve-site.ts';

type Post = (
  company: Company,
  form: Record<string, string>,
) => string | { status: number; html: string } | object;

const pages: Readonly<Record<string, (company: Company, query: URLSearchParams) => string>> = {
  ...person,
  ...selling,
  ...office,
  ...reading,
  ...counters,
};
const USER = 'ada@harbour-garage.example';
const PASSWORD = 'Anchor?Blue9';

function partList(query: URLSearchParams): object {
  const asked = (query.get('q') ?? '').toLowerCase();
  const category = query.get('category') ?? '';
  const by = query.get('by') as 'price';
  const way = query.get('down') === 'true' ? -1 : 1;
  const found = PARTS.filter(
    (part) =>
      part.name.toLowerCase().includes(asked) &&
      (category === '' || part.category === category) &&
      (query.get('stocked') !== 'true' || part.stock > 0),
  );
  if (query.get('by')) found.sort((one, other) => (one[by] < other[by] ? -way : way));
  const at = Number(query.get('page') ?? 1);
  return { rows: found.slice((at - 1) * 4, at * 4), pages: Math.max(1, Math.ceil(found.length / 4)) };
}

function put(company: Company, number: string, quantity: number, more: string): void {
  company.basket.set(number, (company.basket.get(number) ?? 0) + quantity);
  company.log.push(`basket + ${quantity} ${number}${more}`);
}

/** An address to go on to, an answer as JSON, or a document. */
const posts: Readonly<Record<string, Post>> = {
  '/signin': (company, { user, password }) => {
    if (user !== USER || password !== PASSWORD)
      return { status: 401, html: signInForm('<p role="alert">Wrong e-mail or password.</p>') };
    company.isSignedIn = true;
    company.log.push('signed in');
    return '/account';
  },
  '/session-over': (company) => {
    company.isSignedIn = false;
    return '/signin';
  },
  '/api/sign-out': (company) => {
    company.isSignedIn = false;
    company.log.push('signed out');
    return {};
  },
  '/api/note': (company, { what = '' }) => {
    company.log.push(what);
    return {};
  },
  '/api/basket': (company, { number = '', quantity, colour, size }) => {
    put(company, number, Number(quantity), `${colour ? ` ${colour}` : ''}${size ? ` ${size}` : ''}`);
    return {};
  },
  '/api/reorder': (company, { number }) => {
    company.log.push(`order ${number} again`);
    return {};
  },
  '/api/cancel': (company, { number }) => {
    company.log.push(`cancel order ${number}`);
    return {};
  },
  '/api/credit': (company, { number, credit }) => {
    const customer = company.customers.find((each) => each.number === number);
    if (customer) customer.credit = Number(credit);
    company.log.push(`credit of ${number} ${credit}`);
    return {};
  },
  '/api/delete-customer': (company, { number }) => {
    company.customers = company.customers.filter((each) => each.number !== number);
    company.log.push(`customer - ${number}`);
    return {};
  },
  '/api/delete-message': (company, { id }) => {
    company.messages = company.messages.filter((each) => each.id !== Number(id));
    company.log.push(`message - ${id}`);
    return {};
  },
  '/api/ticket': (company, form) => {
    company.log.push(`ticket ${filled(form)}`);
    return { number: 'T-5013' };
  },
  '/basket/change': (company, { number = '', quantity }) => {
    company.basket.set(number, Number(quantity));
    company.log.push(`quantity ${number} ${quantity}`);
    return '/basket';
  },
  '/basket/remove': (company, { number = '' }) => {
    company.basket.delete(number);
    company.log.push(`basket - ${number}`);
    return '/basket';
  },
  '/basket/code': (company, { code }) => {
    company.log.push(`code ${code}`);
    return '/basket';
  },
  '/addresses/billing': (company, { street = '', town = '', postcode = '' }) => {
    company.addresses.billing = { street, town, postcode };
    company.log.push(`billing ${street}, ${town}, ${postcode}`);
    return '/addresses';
  },
  '/addresses/delivery': (company, { street = '', town = '', postcode = '' }) => {
    company.addresses.delivery = { street, town, postcode };
    company.log.push(`delivery ${street}, ${town}, ${postcode}`);
    return '/addresses';
  },
};

function filled(form: Record<string, string>): string {
  return Object.entries(form)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function documentAt(company: Company, { pathname, searchParams }: URL): string | undefined {
  const [, list, number = ''] = pathname.split('/');
  const html = pages[pathname]?.(company, searchParams);
  if (html !== undefined) return html;
  if (list === 'parts') return partPage(number);
  if (list === 'orders') return orderPage(number);
  if (list === 'customers') return customerPage(company, number);
  return pathname === '/thanks'
    ? page('Thank you', `<p>We have received it. Your reference is BW-${ORDERS.length}07.</p>`)
    : undefined;
}

/** The site of one test; `state` is what it was told. */
export async function serveSupplies() {
  const company = newCompany();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://supplies.invalid');
    const { pathname } = url;
    const answer = (status: number, body: string, type = 'text/html; charset=utf-8', headers = {}) => {
      response.writeHead(status, { 'Content-Type': type, ...headers });
      response.end(body);
    };
    const seeOther = (location: string) => answer(303, '', 'text/plain', { Location: location });
    if (pathname.startsWith('/refused/'))
      return answer(Number(pathname.slice(9)), page('Sorry', '<p>That did not work.</p>'));
    if (pathname === '/api/parts')
      return answer(200, JSON.stringify(partList(url.searchParams)), 'application/json');
    if (request.method === 'GET') {
      if (pathname === '/account' && !company.isSignedIn) return seeOther('/signin');
      const html = documentAt(company, url);
      return answer(
        html === undefined ? 404 : 200,
        html ?? page('Not found', '<p>There is no such page.</p>'),
      );
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const post = posts[pathname];
    if (!post) {
      company.log.push(`${pathname.slice(1)} ${filled(form)}`);
      return seeOther('/thanks');
    }
    const came = post(company, form);
    if (typeof came === 'string') return seeOther(came);
    if ('html' in came) return answer(came.status, came.html);
    return answer(200, JSON.stringify(came), 'application/json');
  };
  return {
    ...(await serveSite((request, response) => void handle(request, response))),
    state: company.log,
  };
}
