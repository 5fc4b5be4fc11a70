/** An evening college with the pages of a student, some old and some new. Its server keeps what it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveSite } from '../serve-site.ts';
import { newStudent, type Student } from './college.ts';
import { coursePage, coursePages } from './courses.ts';
import { page } from './frame.ts';
import { messagePage, officePages, signInForm } from './office.ts';
import { studyPages } from './study.ts';

type Form = Record<string, string>;

interface Came {
  to?: string;
  message?: string;
  status?: number;
}

const pages = { ...officePages, ...coursePages, ...studyPages };

function filled(form: Form): string {
  return Object.entries(form)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Notes a form under a name, and leads on to a page. */
function notes(name: string, to: string) {
  return ({ log }: Student, form: Form): Came => {
    log.push(`${name} ${filled(form)}`);
    return { to };
  };
}

/** Notes the values of a form under a name, and says something. */
function says(name: string, message: string) {
  return ({ log }: Student, form: Form): Came => {
    log.push([name, ...Object.values(form)].join(' '));
    return { message };
  };
}

const posts: Readonly<Record<string, (student: Student, form: Form) => Came>> = {
  '/signin': (student, { mail, password, keep }) => {
    if (mail !== 'ida@brandt.example' || password !== 'Clay&Rye9')
      return { message: 'The e-mail or password is not right.', status: 401 };
    student.isSignedIn = true;
    student.log.push(keep ? 'signed in for long' : 'signed in');
    return { to: '/' };
  },
  '/basket/add': ({ log, basket }, { code = '', places = '1', time }) => {
    basket.set(code, (basket.get(code) ?? 0) + Number(places));
    log.push(`basket + ${places} ${code}${time ? ` ${time}` : ''}`);
    return { message: 'Added to your basket' };
  },
  '/basket/set': ({ log, basket }, { code = '', places = '' }) => {
    basket.set(code, Number(places));
    log.push(`basket ${code} ${places}`);
    return { message: 'Basket updated' };
  },
  '/basket/remove': ({ log, basket }, { code = '' }) => {
    basket.delete(code);
    log.push(`basket - ${code}`);
    return { message: 'Removed' };
  },
  '/basket/voucher': ({ log }, { voucher }) => {
    if (voucher !== 'LEARN15') return { message: 'This voucher is not valid.', status: 422 };
    log.push(`voucher ${voucher}`);
    return { to: '/basket?saved=Voucher+applied' };
  },
  '/profile': ({ log, profile }, form) => {
    const changed = Object.entries(form).filter(([name, value]) => profile.get(name) !== value);
    for (const [name, value] of changed) profile.set(name, value);
    log.push(`profile ${filled(Object.fromEntries(changed))}`);
    return { to: '/profile?saved=Details+saved' };
  },
  '/help': notes('help', '/help/thanks'),
  '/newsletter': notes('newsletter', '/newsletter/thanks'),
  '/checkout': notes('order', '/checkout/thanks'),
  '/fees/pay': notes('pay', '/fees/thanks'),
  '/rooms': notes('room', '/rooms/thanks'),
  '/password': notes('password', '/profile?saved=Password+changed'),
  '/messages/reply': notes('reply', '/messages?saved=Reply+sent'),
  '/bookmark': says('bookmark', 'Saved to your bookmarks'),
  '/wait': says('wait', 'You are on the waiting list'),
  '/review': says('review', 'Thank you for your review'),
  '/plan': says('plan', 'Your plan was changed'),
  '/notice': says('dismiss', 'Dismissed'),
  '/handin': says('hand in', 'Handed in'),
  '/assignment': says('assignment', 'Done'),
  '/renew': says('renew', 'Renewed for 14 days'),
  '/reserve': says('reserve', 'Reserved for you'),
  '/board/move': says('move', 'Moved'),
  '/board/add': says('task', 'Task added'),
  '/rooms/cancel': says('cancel', 'Booking cancelled'),
  '/messages/new': says('message', 'Message sent'),
  '/messages/archive': says('archive', 'Archived'),
  '/messages/flag': says('flag', 'Flagged'),
  '/messages/delete': says('delete', 'Deleted'),
  '/alerts': says('alert', 'Saved'),
  '/alerts/often': says('often', 'Saved'),
};

function frameAt(student: Student, { pathname, searchParams }: URL) {
  const [, list, id = ''] = pathname.split('/');
  const make = pages[pathname];
  if (make) return make(student, searchParams);
  if (list === 'courses') return coursePage(id);
  return list === 'messages' ? messagePage(student, id) : undefined;
}

function formOf(sent: string, isJson: boolean): Form {
  const entries = isJson
    ? Object.entries(JSON.parse(sent) as Record<string, unknown>)
    : [...new URLSearchParams(sent)];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** The site of one test; `state` is what it was told. */
export async function serveCollege() {
  const student = newStudent();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://college.invalid');
    const { pathname, searchParams } = url;
    const answer = (status: number, body: string, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
      response.end(body);
    };
    const shown = (title: string, body: string) => page({ title, body }, student);
    if (request.method === 'GET') {
      if (/\.(?:pdf|ics)$/u.test(pathname)) {
        const name = pathname.split('/').at(-1) ?? '';
        student.log.push(`download ${name}`);
        return answer(200, 'x', {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': `attachment; filename="${name}"`,
        });
      }
      if (pathname === '/signout') {
        student.isSignedIn = false;
        student.log.push('signed out');
        return answer(303, '', { Location: '/signin' });
      }
      const frame = frameAt(student, url);
      if (!frame) return answer(404, shown('Not found', '<p>There is no such page.</p>'));
      const saved = searchParams.get('saved');
      return answer(
        200,
        shown(frame.title, saved ? `<p role="status">${saved}.</p>${frame.body}` : frame.body),
      );
    }
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const form = formOf(await text(request), isJson);
    const {
      to,
      message = '',
      status = 200,
    } = posts[pathname]?.(student, form) ?? { message: 'There is no such page.', status: 404 };
    if (isJson) return answer(status, JSON.stringify({ message }), { 'Content-Type': 'application/json' });
    if (to !== undefined) return answer(303, '', { Location: to });
    const alert = `<p role="alert">${message}</p>`;
    const { title, body } = pathname === '/signin' ? signInForm(alert) : { title: 'Sorry', body: alert };
    return answer(status, shown(title, body));
  };
  return {
    ...(await serveSite((request, response) => void handle(request, response))),
    state: student.log,
  };
}
