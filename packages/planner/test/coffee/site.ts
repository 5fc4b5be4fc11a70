/** A supplier of parts for coffee machines with the pages of a customer. Its server keeps what it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveSite } from '../serve-site.ts';
import { accountPages, signInForm } from './account.ts';
import { buying, partPage } from './buying.ts';
import { type Company, newCompany } from './company.ts';
import { deskPages, messagePage, ticketPage } from './desk.ts';
import { page } from './frame.ts';
import { orderPage, orderPages } from './orders.ts';

type Form = Record<string, string>;

/** Where a form leads, and what its script is answered. */
interface Came {
  to?: string;
  message?: string;
  status?: number;
}

const USER = 'aisha@corner-cafe.example';
const PASSWORD = 'Latte-Art-9';
const pages = { ...accountPages, ...buying, ...orderPages, ...deskPages };

function filled(form: Form): string {
  return Object.entries(form)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const posts: Readonly<Record<string, (company: Company, form: Form) => Came>> = {
  '/logout': (company) => {
    company.isSignedIn = false;
    company.log.push('signed out');
    return { to: '/login' };
  },
  '/basket/add': ({ log, basket }, { code = '', quantity = '1' }) => {
    basket.set(code, (basket.get(code) ?? 0) + Number(quantity));
    log.push(`basket + ${quantity} ${code}`);
    return { to: '/basket', message: 'Added to your basket' };
  },
  '/basket/change': ({ log, basket }, { code = '', quantity }) => {
    basket.set(code, Number(quantity));
    log.push(`basket ${code} ${quantity}`);
    return { message: 'Basket updated' };
  },
  '/basket/remove': ({ log, basket }, { code = '' }) => {
    basket.delete(code);
    log.push(`basket - ${code}`);
    return { to: '/basket' };
  },
  '/checkout': ({ log }, form) => {
    log.push(`order ${filled(form)}`);
    return { to: '/checkout/done' };
  },
  '/orders/cancel': ({ log, orders }, { number = '' }) => {
    for (const order of orders) if (order.number === number) order.status = 'Cancelled';
    log.push(`cancel ${number}`);
    return { to: `/orders/${number}` };
  },
  '/orders/again': ({ log }, { number }) => {
    log.push(`again ${number}`);
    return { message: 'The parts of this order are in your basket' };
  },
  '/visits': ({ log }, form) => {
    log.push(`visit ${filled(form)}`);
    return { to: '/visits/done' };
  },
  '/tickets': ({ log }, form) => {
    log.push(`ticket ${filled(form)}`);
    return { to: '/tickets?saved=Ticket+T-304+was+created' };
  },
  '/tickets/reply': ({ log, tickets }, { number, text: said = '' }) => {
    tickets.find((each) => each.number === number)?.replies.push(['You', said]);
    log.push(`reply ${number} ${said}`);
    return { to: `/tickets/${number}` };
  },
  '/tickets/priority': ({ log, tickets }, { number, priority = '' }) => {
    for (const ticket of tickets) if (ticket.number === number) ticket.priority = priority;
    log.push(`priority ${number} ${priority}`);
    return { message: 'Priority saved' };
  },
  '/tickets/close': ({ log, tickets }, { number }) => {
    for (const ticket of tickets) if (ticket.number === number) ticket.status = 'Closed';
    log.push(`close ${number}`);
    return { to: `/tickets/${number}` };
  },
  '/tickets/reopen': ({ log, tickets }, { number }) => {
    for (const ticket of tickets) if (ticket.number === number) ticket.status = 'Open';
    log.push(`reopen ${number}`);
    return { to: `/tickets/${number}` };
  },
  '/inbox/read': ({ log, messages }) => {
    for (const message of messages) message.isUnread = false;
    log.push('all read');
    return { to: '/inbox' };
  },
  '/inbox/delete': (company, { id }) => {
    company.messages = company.messages.filter((one) => one.id !== Number(id));
    company.log.push(`message - ${id}`);
    return { to: '/inbox' };
  },
  '/inbox/answer': ({ log }, { id, text: said }) => {
    log.push(`answer ${id} ${said}`);
    return { to: '/inbox?saved=Your+answer+was+sent' };
  },
  '/inbox/send': ({ log }, form) => {
    log.push(`message ${filled(form)}`);
    return { to: '/inbox?saved=Your+message+was+sent' };
  },
  '/notifications/dismiss': ({ log, notices }, { at }) => {
    log.push(`dismiss ${notices[Number(at)]}`);
    return { message: 'Dismissed' };
  },
  '/notifications/clear': (company) => {
    company.notices = [];
    company.log.push('notices cleared');
    return { to: '/notifications' };
  },
  '/account/profile': (company, { email = '', phone = '', language = '' }) => {
    const { profile } = company;
    const changed = Object.entries({ email, phone, language }).filter(
      ([name, value]) => (profile as Record<string, unknown>)[name] !== value,
    );
    company.profile = { ...profile, email, phone, language };
    company.log.push(`profile ${filled(Object.fromEntries(changed))}`);
    return { to: '/account?saved=Your+changes+were+saved' };
  },
  '/account/notify': (company, form) => {
    company.profile.newsletter = form['newsletter'] === 'yes';
    company.log.push(`notify ${filled(form)}`);
    return { to: '/account?saved=Preferences+saved' };
  },
  '/account/sms': ({ log, profile }, { on }) => {
    profile.sms = on === 'true';
    log.push(`sms ${on}`);
    return { message: 'Saved' };
  },
  '/account/password': ({ log }, { current, next, again }) => {
    if (current !== PASSWORD) return { message: 'Your current password is not right.', status: 422 };
    if (next !== again) return { message: 'The new passwords differ.', status: 422 };
    log.push(`password ${next}`);
    return { to: '/account?saved=Your+password+was+changed' };
  },
  '/account/close': ({ log }) => {
    log.push('account closed');
    return { to: '/login' };
  },
  '/team/role': ({ log, members }, { email, role = '' }) => {
    for (const member of members) if (member.email === email) member.role = role;
    log.push(`role ${email} ${role}`);
    return { message: 'Role changed' };
  },
  '/team/invite': ({ log }, { email, role }) => {
    log.push(`invite ${email} ${role}`);
    return { to: '/team?saved=Invitation+sent' };
  },
  '/team/remove': (company, { email }) => {
    company.members = company.members.filter((one) => one.email !== email);
    company.log.push(`member - ${email}`);
    return { to: '/team' };
  },
  '/basket/voucher': ({ log }, { voucher }) => {
    if (voucher !== 'ESPRESSO5') return { message: 'This voucher is not valid.', status: 422 };
    log.push(`voucher ${voucher}`);
    return { to: '/basket?saved=Voucher+applied' };
  },
};

function frameAt(company: Company, { pathname, searchParams }: URL) {
  const [, list, number = ''] = pathname.split('/');
  const make = pages[pathname];
  if (make) return make(company, searchParams);
  if (list === 'parts') return partPage(number);
  if (list === 'orders') return orderPage(company, number);
  if (list === 'tickets') return ticketPage(company, number);
  return list === 'inbox' ? messagePage(company, number) : undefined;
}

/** The site of one test; `state` is what it was told. */
export async function serveCoffee() {
  const company = newCompany();
  const shown = (title: string, body: string) => page({ title, body });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://coffee.invalid');
    const { pathname, searchParams } = url;
    const answer = (status: number, body: string, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    };
    const download = (name: string, body: string) => {
      company.log.push(`download ${name}`);
      answer(200, body, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
    };
    if (request.method === 'GET') {
      if (pathname.startsWith('/invoices/')) return download(`invoice-${pathname.slice(10)}.pdf`, '%PDF-1.4');
      if (pathname === '/exports') return download(`${filled(Object.fromEntries(searchParams))}.csv`, 'a,b');
      const frame = frameAt(company, url);
      if (!frame) return answer(404, shown('Not found', '<p>There is no such page.</p>'));
      const saved = searchParams.get('saved');
      const inside = [...company.basket.values()].reduce((sum, one) => sum + one, 0);
      const body = saved ? `<p role="status">${saved}.</p>${frame.body}` : frame.body;
      return answer(200, page({ ...frame, body, basket: inside, notices: company.notices.length }));
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    if (pathname === '/login') {
      if (form['email'] !== USER || form['password'] !== PASSWORD)
        return answer(401, page(signInForm('<p role="alert">Email or password is wrong.</p>')));
      company.isSignedIn = true;
      company.log.push(form['stay'] ? 'signed in for long' : 'signed in');
      return answer(303, '', { Location: '/' });
    }
    const {
      to,
      message,
      status = 200,
    }: Came = posts[pathname]?.(company, form) ?? {
      message: 'There is no such page.',
      status: 404,
    };
    if (request.headers.accept === 'application/json')
      return answer(status, JSON.stringify({ message }), { 'Content-Type': 'application/json' });
    return to === undefined
      ? answer(status, shown('Sorry', `<p role="alert">${message}</p>`))
      : answer(303, '', { Location: to });
  };
  return {
    ...(await serveSite((request, response) => void handle(request, response))),
    state: company.log,
  };
}
