import type { Company } from './company.ts';
import { options, page } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

const PRIORITIES = ['Low', 'Normal', 'High', 'Urgent'];

const tickets: Page = ({ tickets: all }) =>
  page(
    'Support tickets',
    `<p><a href="/tickets/new">New ticket</a></p><table><thead><tr><th>Ticket</th><th>Subject</th><th>Opened</th><th>Status</th></tr></thead><tbody>${all.map(({ number, subject, opened, status }) => `<tr><td><a href="/tickets/${number}">${number}</a></td><td>${subject}</td><td>${opened}</td><td>${status}</td></tr>`).join('')}</tbody></table>`,
  );

export function ticketPage({ tickets: all }: Company, number: string): string | undefined {
  const one = all.find((each) => each.number === number);
  return (
    one &&
    page(
      `Ticket ${number}`,
      `<p>${one.subject}</p><table><tr><th>Status</th><td>${one.status}</td></tr><tr><th>Opened</th><td>${one.opened}</td></tr><tr><th>Handled by</th><td>${one.agent}</td></tr></table>
      <form method="post" action="/tickets/priority"><input type="hidden" name="number" value="${number}"><label>Priority <select name="priority">${options(PRIORITIES, one.priority)}</select></label><button>Save priority</button></form>
      <form method="post" action="/tickets/reply"><input type="hidden" name="number" value="${number}"><label>Your reply <textarea name="text" required></textarea></label><button>Send reply</button></form>
      ${one.status === 'Open' ? `<form method="post" action="/tickets/close"><input type="hidden" name="number" value="${number}"><button>Close ticket</button></form>` : ''}`,
    )
  );
}

const newTicket: Page = () =>
  page(
    'New ticket',
    `<form method="post" action="/tickets"><label>Subject <input name="subject" required></label><label>Category <select name="category"><option value="">Choose…</option>${options(['Delivery', 'Invoice', 'Damage', 'Other'])}</select></label><label>Priority <select name="priority">${options(PRIORITIES, 'Normal')}</select></label><label>Description <textarea name="description" required></textarea></label><button>Create ticket</button></form>`,
  );

const customers: Page = ({ customers: all }, query) => {
  const asked = (query.get('q') ?? '').toLowerCase();
  return page(
    'Customers',
    `<p><a href="/customers/new">Add customer</a> <button onclick="tell('/note', { what: 'export customers' }, 'The list was exported.')">Export</button></p><form action="/customers"><input type="search" name="q" aria-label="Search customers"><button>Search</button></form>
    <form method="post" action="/customers/archive"><table><thead><tr><th></th><th>Name</th><th>Contact</th><th>Town</th></tr></thead><tbody>${all
      .filter(({ name }) => name.toLowerCase().includes(asked))
      .map(
        ({ number, name, contact, town }) =>
          `<tr><td><input type="checkbox" name="${number}" aria-label="Select ${name}"></td><td><a href="/customers/${number}">${name}</a></td><td>${contact}</td><td>${town}</td></tr>`,
      )
      .join('')}</tbody></table><button>Archive</button></form>`,
  );
};

export function customerPage({ customers: all }: Company, number: string): string | undefined {
  const one = all.find((each) => each.number === number);
  return (
    one &&
    page(
      one.name,
      `<p>E-mail: office@${one.name.toLowerCase().replace(/[^a-z]+/g, '-')}.example</p><form method="post" action="/customers/save"><input type="hidden" name="number" value="${number}"><label>Contact <input name="contact" value="${one.contact}"></label><label>Town <input name="town" value="${one.town}"></label><label>Phone <input name="phone" value="${one.phone}"></label><button>Save</button></form>
      <button onclick="q('#sure').showModal()">Delete customer</button><dialog id="sure"><p>Delete ${one.name}?</p><form method="post" action="/customers/delete"><input type="hidden" name="number" value="${number}"><button>Yes, delete</button> <button type="button" onclick="q('#sure').close()">Keep</button></form></dialog>`,
    )
  );
}

const newCustomer: Page = () =>
  page(
    'Add customer',
    `<form method="post" action="/customers/add"><label>Name <input name="name" required></label><label>Contact <input name="contact"></label><label>Town <input name="town"></label><label>Phone <input name="phone" type="tel"></label><button>Save customer</button></form>`,
  );

const messages: Page = ({ messages: all }) =>
  page(
    'Messages',
    `<p>${all.filter(({ isNew }) => isNew).length} unread</p><p><a href="/messages/new">Write a message</a></p><form method="post" action="/messages/read"><button>Mark all as read</button></form><ul>${all.map(({ id, from, subject, isNew }) => `<li><b>${from}</b> <a href="/messages/${id}">${subject}</a> ${isNew ? '<em>new</em>' : ''} <button aria-label="Star" aria-pressed="false" onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true'); tell('/note', { what: 'star ${id}' }, 'Starred')">☆</button> <form method="post" action="/messages/delete" style="display:inline"><input type="hidden" name="id" value="${id}"><button>Delete</button></form></li>`).join('')}</ul>`,
  );

export function messagePage({ messages: all }: Company, id: string): string | undefined {
  const one = all.find((each) => each.id === Number(id));
  return (
    one &&
    page(
      one.subject,
      `<dl><dt>From</dt><dd>${one.from}</dd><dt>Message</dt><dd>${one.text}</dd></dl><form method="post" action="/messages/reply"><input type="hidden" name="id" value="${id}"><label>Reply <textarea name="text" required></textarea></label><button>Send</button></form>`,
    )
  );
}

const newMessage: Page = () =>
  page(
    'Write a message',
    `<form method="post" action="/messages"><label>To <select name="to"><option value="">Choose…</option>${options(['Dispatch', 'Billing', 'Customs desk', 'Priya Nair'])}</select></label><label>Subject <input name="subject"></label><label>Message <textarea name="message" required></textarea></label><button>Send message</button></form>`,
  );

export const office: Readonly<Record<string, Page>> = {
  '/tickets': tickets,
  '/tickets/new': newTicket,
  '/customers': customers,
  '/customers/new': newCustomer,
  '/messages': messages,
  '/messages/new': newMessage,
};
