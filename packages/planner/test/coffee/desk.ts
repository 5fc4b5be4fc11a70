import type { Company } from './company.ts';
import { type Frame, options } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => Frame;

const tickets: Page = ({ tickets: all }) => ({
  title: 'Tickets',
  body: `<button type="button" onclick="$('#new').showModal()">New ticket</button><table><thead><tr><th>Ticket</th><th>Subject</th><th>Priority</th><th>Status</th><th>Last update</th></tr></thead><tbody>${all
    .map(
      ({ number, subject, priority, status, updated }) =>
        `<tr><td>${number}</td><td><a href="/tickets/${number}">${subject}</a></td><td>${priority}</td><td>${status}</td><td>${updated}</td></tr>`,
    )
    .join('')}</tbody></table>
  <dialog id="new" aria-label="New ticket"><form method="post" action="/tickets"><div class="row"><input name="subject" placeholder="Subject" required></div><div class="row"><label>Machine <select name="machine"><option value="">None</option>${options(['Vela 2', 'Vela 3', 'Molto 64'])}</select></label></div><fieldset><legend>Priority</legend>${['Low', 'Normal', 'High', 'Urgent'].map((name) => `<label><input type="radio" name="priority" value="${name}"${name === 'Normal' ? ' checked' : ''}> ${name}</label>`).join('')}</fieldset><div class="row"><label for="desc">Describe the problem</label><br><textarea id="desc" name="description" required></textarea></div><button type="button" onclick="$('#new').close()">Cancel</button> <button>Create ticket</button></form></dialog>`,
});

export function ticketPage({ tickets: all }: Company, number: string): Frame | undefined {
  const ticket = all.find((each) => each.number === number);
  if (!ticket) return undefined;
  const { subject, priority, status, replies } = ticket;
  return {
    title: subject,
    body: `<p>${number} · <span class="badge">${status}</span> · handled by Priya Nair</p><label>Priority <select onchange="post('/tickets/priority', { number: '${number}', priority: this.value })">${options(['Low', 'Normal', 'High', 'Urgent'], priority)}</select></label>
    <ol>${replies.map(([who, said]) => `<li><strong>${who}</strong><p>${said}</p></li>`).join('')}</ol>
    <form method="post" action="/tickets/reply"><input type="hidden" name="number" value="${number}"><textarea name="text" placeholder="Write a reply…" required></textarea><button>Send reply</button></form>
    <form method="post" action="/tickets/${status === 'Closed' ? 'reopen' : 'close'}"><input type="hidden" name="number" value="${number}"><button>${status === 'Closed' ? 'Reopen ticket' : 'Close ticket'}</button></form>`,
  };
}

const inbox: Page = ({ messages }) => ({
  title: 'Inbox',
  body: `<p>${messages.filter(({ isUnread }) => isUnread).length} unread</p><form method="post" action="/inbox/read"><button>Mark all as read</button></form><a href="/inbox/new">Write a message</a><ul>${messages
    .map(
      ({ id, from, subject, date, isUnread }) =>
        `<li${isUnread ? ' class="unread"' : ''}><a href="/inbox/${id}">${subject}</a> <span>${from}</span> <time>${date}</time>${isUnread ? ' <em>New</em>' : ''} <form method="post" action="/inbox/delete" style="display:inline"><input type="hidden" name="id" value="${id}"><button class="icon" aria-label="Delete message" title="Delete">🗑</button></form></li>`,
    )
    .join('')}</ul>`,
});

export function messagePage(company: Company, id: string): Frame | undefined {
  const message = company.messages.find((each) => each.id === Number(id));
  if (!message) return undefined;
  message.isUnread = false;
  const { from, subject, date, text } = message;
  return {
    title: subject,
    body: `<p>From ${from}, ${date}</p><p>${text}</p><form method="post" action="/inbox/answer"><input type="hidden" name="id" value="${id}"><label for="a">Your answer</label><textarea id="a" name="text" required></textarea><button>Send</button></form><a href="/inbox">Back to inbox</a>`,
  };
}

const write: Page = () => ({
  title: 'New message',
  body: `<form method="post" action="/inbox/send"><div class="row"><label>To <select name="to">${options(['Service team', 'Accounts', 'Sales'])}</select></label></div><div class="row"><label for="su">Subject</label><input id="su" name="subject"></div><div class="row"><textarea name="text" aria-label="Message" required></textarea></div><button>Send message</button></form>`,
});

const notifications: Page = ({ notices }) => ({
  title: 'Notifications',
  body: `<ul>${notices.map((notice, at) => `<li>${notice} <button type="button" onclick="post('/notifications/dismiss', { at: ${at} }).then(() => this.closest('li').remove())">Dismiss</button></li>`).join('')}</ul><form method="post" action="/notifications/clear"><button>Clear all</button></form>`,
});

export const deskPages: Readonly<Record<string, Page>> = {
  '/tickets': tickets,
  '/inbox': inbox,
  '/inbox/new': write,
  '/notifications': notifications,
};
