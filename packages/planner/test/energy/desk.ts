import { type Frame, pick } from './frame.ts';
import type { Page } from './selling.ts';

const support: Page = ({ tickets }) => ({
  title: 'Support',
  body: `<button id="new">New ticket</button><div role="table" aria-label="Tickets"><div role="row" style="display:flex;gap:20px;font-weight:bold"><span role="columnheader">Ticket</span><span role="columnheader">Subject</span><span role="columnheader">Status</span><span role="columnheader">Agent</span><span role="columnheader">Updated</span></div>${tickets.map(({ number, subject, status, agent, when }) => `<div role="row" style="display:flex;gap:20px;padding:6px 0"><span role="cell"><a href="/support/${number}">#${number}</a></span><span role="cell">${subject}</span><span role="cell">${status}</span><span role="cell">${agent}</span><span role="cell">${when}</span></div>`).join('')}</div>
  <h2>Frequent questions</h2>${[
    ['How do I change my bank details?', 'Open Settings and then Payment.'],
    ['When is my reading due?', 'On the first working day of each month.'],
  ]
    .map(
      ([asked, said], at) =>
        `<h3><button aria-expanded="false" aria-controls="faq${at}" onclick="const o = this.getAttribute('aria-expanded') !== 'true'; this.setAttribute('aria-expanded', o); one('#faq${at}').hidden = !o">${asked}</button></h3><div id="faq${at}" hidden><p>${said}</p></div>`,
    )
    .join('')}
  <div class="veil" id="form" role="dialog" aria-modal="true" aria-labelledby="ft" hidden><div class="box"><h2 id="ft">New ticket</h2><div class="line" id="sl">Subject</div><input aria-labelledby="sl" id="subject"><div class="line">Topic</div>${pick('topic', ['Billing', 'Meter', 'Outage', 'Other'], 'Choose a topic')}<div class="line" id="dl">Describe your problem</div><div contenteditable="true" role="textbox" aria-labelledby="dl" id="words" style="border:1px solid #888;min-height:60px"></div><div class="line"><label><input type="checkbox" id="urgent"> This is urgent</label></div><button id="cancel">Cancel</button> <button id="send">Send</button></div></div>
  <script>addEventListener('DOMContentLoaded', () => { one('#new').onclick = () => { one('#form').hidden = false; }; one('#cancel').onclick = () => { one('#form').hidden = true; };
  one('#send').onclick = async () => { const j = await tell('/tickets', { subject: one('#subject').value, topic: one('#topic').dataset.value.replace('Choose a topic', ''), text: one('#words').textContent, urgent: one('#urgent').checked || '' }); if (j) one('#form').hidden = true; }; });</script>`,
});

export function ticketPage({ tickets }: Parameters<Page>[0], number: string): Frame | undefined {
  const ticket = tickets.find((each) => each.number === number);
  return (
    ticket && {
      title: ticket.subject,
      body: `<p>Ticket #${number} · ${ticket.status} · handled by ${ticket.agent}</p><p>${ticket.agent} wrote: We are looking into it.</p><form method="post" action="/tickets/reply"><input type="hidden" name="number" value="${number}"><textarea name="text" placeholder="Write a reply…"></textarea><br><button>Send reply</button></form>${ticket.status === 'Closed' ? '' : `<form method="post" action="/tickets/close"><input type="hidden" name="number" value="${number}"><button>Close ticket</button></form>`}`,
    }
  );
}

const messages: Page = ({ messages: list }) => ({
  title: 'Messages',
  body: `<p>${list.filter(({ isUnread }) => isUnread).length} unread</p><div style="display:flex;gap:30px"><div id="list">${list.map(({ id, from, subject, isUnread }) => `<div class="msg" data-id="${id}" style="padding:8px;border-bottom:1px solid #ddd;cursor:pointer${isUnread ? ';font-weight:bold' : ''}"><span class="star" role="button" aria-label="Star" aria-pressed="false">☆</span> <span class="from">${from}</span> – <span class="subject">${subject}</span> <span class="dots" role="button" aria-label="More" aria-haspopup="menu">⋮</span></div>`).join('')}</div><div id="pane">Select a message</div></div>
  <script>addEventListener('DOMContentLoaded', () => { every('.msg').forEach((m) => { m.addEventListener('click', async (e) => { const id = m.dataset.id;
    if (e.target.closest('.star')) { const s = one('.star', m), on = s.getAttribute('aria-pressed') !== 'true'; if (await tell('/messages/star', { id, on })) { s.setAttribute('aria-pressed', on); s.textContent = on ? '★' : '☆'; } return; }
    if (e.target.closest('.menu')) return;
    if (e.target.closest('.dots')) { const menu = document.createElement('div'); menu.className = 'menu'; menu.setAttribute('role', 'menu'); menu.innerHTML = '<div role="menuitem">Archive</div><div role="menuitem">Mark as unread</div><div role="menuitem">Delete</div>'; one('.dots', m).after(menu);
      menu.addEventListener('click', async (x) => { const act = x.target.textContent; menu.remove(); if (await tell('/messages/act', { id, act }) && act !== 'Mark as unread') m.remove(); }); return; }
    m.style.fontWeight = 'normal'; one('#pane').innerHTML = '<p>Loading…</p>'; const r = await fetch('/api/message?id=' + id), j = await r.json();
    one('#pane').innerHTML = '<h2></h2><p class="text"></p><textarea placeholder="Reply"></textarea><br><div class="btn" id="answer">Send</div>'; one('#pane h2').textContent = j.subject; one('#pane .text').textContent = j.text;
    one('#answer').onclick = async () => { if (await tell('/messages/reply', { id, text: one('#pane textarea').value })) one('#pane textarea').value = ''; }; }); }); });</script>`,
});

const contact: Page = () => ({
  title: 'Contact us',
  body: `<form method="post" action="/contact"><div class="line"><input name="name" placeholder="Your name"></div><div class="line"><input name="email" placeholder="Your e-mail"></div><div class="line"><input name="phone" placeholder="Phone (optional)"></div><div class="line"><textarea name="message" placeholder="How can we help?"></textarea></div><div class="line"><label><input type="checkbox" name="copy" value="yes"> Send me a copy</label></div><button>Send message</button></form><p>Opening hours: Mon–Fri 8:00–18:00</p><form method="post" action="/newsletter"><input name="email" placeholder="E-mail for our newsletter"><button>Sign up</button></form>`,
});

const terms: Page = () => ({
  title: 'Terms',
  body: `${['Prices', 'Payment', 'Termination', 'Liability', 'Data protection'].map((name, at) => `<h2>${at + 1}. ${name}</h2>${'<p>These terms apply to all business customers.</p>'.repeat(12)}${name === 'Termination' ? '<p>The notice period is six weeks.</p>' : ''}`).join('')}<p>Last changed on 5 May 2026.</p>`,
});

export const deskPages: Readonly<Record<string, Page>> = {
  '/support': support,
  '/messages': messages,
  '/contact': contact,
  '/contact/done': () => ({
    title: 'Thank you',
    body: '<p>We received your message. Your reference number is C-3318.</p>',
  }),
  '/newsletter/done': () => ({ title: 'Thank you', body: '<p>You are now on our list.</p>' }),
  '/terms': terms,
};
