import { INVOICES, STAFF } from './college.ts';
import { choices, type Frame, type Page, tabs } from './frame.ts';

export function signInForm(alert = ''): Frame {
  return {
    title: 'Sign in',
    body: `${alert}<form method="post" action="/signin"><div class="field"><label for="mail">E-mail</label><input id="mail" name="mail"></div><div class="field"><label for="pw">Password</label><input id="pw" name="password" type="password"></div><label><input type="checkbox" name="keep" value="yes"> Keep me signed in</label><p><button class="cta">Continue</button></p></form>`,
  };
}

const home: Page = () => ({
  title: 'Welcome, Ida',
  body: `<div class="grid"><div class="tile"><div>Next class</div><b>Spanish, Wednesday 14:00</b></div><div class="tile"><div>Amount due</div><b>£23.50</b></div><div class="tile"><div>Books on loan</div><b>2</b></div></div><p>Student number: <b>ST-20418</b></p><h2>Notices</h2><ul id="notices">${['The front lift is closed on Monday', 'New pottery wheels have arrived', 'Exhibition on 12 December'].map((text) => `<li>${text} <button aria-label="Dismiss">×</button></li>`).join('')}</ul>
  <script>addEventListener('DOMContentLoaded', () => { $('#notices').onclick = async (e) => { const li = e.target.closest('li'); if (e.target.matches('button') && await send('/notice', { text: li.firstChild.textContent.trim() })) li.remove(); }; });</script>`,
});

const rows = (state: string) =>
  `<table><thead><tr><th>Invoice</th><th>For</th><th>Amount</th><th>Date</th><th>Status</th><th></th></tr></thead><tbody>${INVOICES.filter(
    ([, , , , each]) => !state || each === state,
  )
    .map(
      ([number, what, amount, when, each]) =>
        `<tr><td>${number}</td><td>${what}</td><td>${amount}</td><td>${when}</td><td>${each}</td><td>${each === 'Open' ? `<a href="/fees/pay?invoice=${number}">Pay</a>` : `<a href="/receipts/${number}.pdf">Receipt</a>`}</td></tr>`,
    )
    .join('')}</tbody></table>`;

const fees: Page = () => ({
  title: 'Fees',
  body: tabs([
    ['every', 'All invoices', rows('')],
    ['open', 'Open', rows('Open')],
    ['paid', 'Paid', rows('Paid')],
  ]),
});

const pay: Page = (_student, query) => ({
  title: 'Pay an invoice',
  body: `<form method="post" action="/fees/pay"><p>Invoice <input name="invoice" value="${query.get('invoice') ?? ''}" aria-label="Invoice"></p><p>Name on card<br><input name="holder"></p><p>Card number<br><input name="card"></p><p>Expiry date<br><input name="expiry" placeholder="MM/YY"></p><button>Pay now</button></form>`,
});

const rooms: Page = () => ({
  title: 'Book a room',
  body: `<form method="post" action="/rooms"><div class="field"><label for="room">Room</label>${choices('room', ['Choose a room', 'Study room 1', 'Study room 2', 'Music room', 'Large hall'])}</div><div class="field"><label for="day">Day</label><input type="date" id="day" name="day"></div><div class="field"><label for="from">From</label><input type="time" id="from" name="from"></div><div class="field"><label for="until">Until</label><input type="time" id="until" name="until"></div><div class="field"><label for="people">Number of people</label><input type="range" id="people" name="people" min="1" max="30" value="5" oninput="this.nextElementSibling.textContent = this.value"> <output>5</output></div><fieldset><legend>Equipment</legend>${['Projector', 'Whiteboard', 'Piano', 'Microphone'].map((name) => `<label><input type="checkbox" name="${name.toLowerCase()}" value="yes"> ${name}</label> `).join('')}</fieldset><div class="field"><label for="purpose">Purpose (optional)</label><input id="purpose" name="purpose"></div><button class="cta">Book room</button> <button type="reset">Start again</button></form>
  <h2>My bookings</h2><table><thead><tr><th>Room</th><th>When</th><th></th></tr></thead><tbody><tr><td>Music room</td><td>2 December 2026, 17:00</td><td><button class="off">Cancel</button></td></tr><tr><td>Study room 2</td><td>9 December 2026, 10:00</td><td><button class="off">Cancel</button></td></tr></tbody></table>
  <dialog id="sure"><p>Cancel this booking?</p><button onclick="$('#sure').close()">Keep it</button> <button id="yes">Cancel booking</button></dialog>
  <script>addEventListener('DOMContentLoaded', () => { $$('.off').forEach((b) => { b.onclick = () => { const row = b.closest('tr'); $('#sure').showModal(); $('#yes').onclick = async () => { if (await send('/rooms/cancel', { room: row.cells[0].textContent })) row.remove(); $('#sure').close(); }; }; }); });</script>`,
});

const messages: Page = ({ messages: list }) => ({
  title: 'Messages',
  body: `<p><button id="write">New message</button> <button id="archive">Archive selected</button></p><table><thead><tr><th></th><th></th><th>From</th><th>Subject</th><th>Date</th><th></th></tr></thead><tbody>${list.map(({ id, from, subject, when, isUnread }) => `<tr data-id="${id}"${isUnread ? ' style="font-weight:bold"' : ''}><td><input type="checkbox" aria-label="Select"></td><td><span class="flag" title="Flag" style="cursor:pointer">⚐</span></td><td>${from}</td><td><a href="/messages/${id}">${subject}</a></td><td>${when}</td><td><button class="bin" title="Delete">🗑</button></td></tr>`).join('')}</tbody></table><p>${list.filter(({ isUnread }) => isUnread).length} unread messages</p>
  <div class="shade" id="compose" role="dialog" aria-modal="true" aria-labelledby="ct" hidden><div class="sheet"><h2 id="ct">New message</h2><div class="field"><label for="to">To</label><input id="to" role="combobox" aria-expanded="false" aria-controls="people" autocomplete="off"><div id="people" role="listbox" hidden></div></div><div class="field"><label for="about">Subject</label><input id="about"></div><div class="field"><label for="said">Message</label><textarea id="said"></textarea></div><button id="drop">Discard</button> <button id="go">Send</button></div></div>
  <script>const staff = ${JSON.stringify(STAFF.map(([name]) => name))}; addEventListener('DOMContentLoaded', () => { $('#write').onclick = () => { $('#compose').hidden = false; }; $('#drop').onclick = () => { $('#compose').hidden = true; };
  const to = $('#to'), people = $('#people'); to.oninput = () => { const found = to.value.length > 1 ? staff.filter((n) => n.toLowerCase().includes(to.value.toLowerCase())) : []; people.innerHTML = found.map((n) => '<div role="option">' + n + '</div>').join(''); people.hidden = found.length === 0; to.setAttribute('aria-expanded', !people.hidden); }; people.onclick = (e) => { to.value = e.target.textContent; people.hidden = true; to.setAttribute('aria-expanded', false); };
  $('#go').onclick = async () => { if (!staff.includes(to.value)) { bubble('Please choose a person'); return; } if (await send('/messages/new', { to: to.value, subject: $('#about').value, text: $('#said').value })) $('#compose').hidden = true; };
  $('#archive').onclick = () => send('/messages/archive', { ids: $$('tbody tr').filter((r) => $('input', r).checked).map((r) => r.dataset.id).join(',') });
  $$('.flag').forEach((f) => f.addEventListener('click', async () => { if (await send('/messages/flag', { id: f.closest('tr').dataset.id })) f.textContent = '⚑'; })); $$('.bin').forEach((b) => { b.onclick = async () => { const row = b.closest('tr'); if (confirm('Delete this message?') && await send('/messages/delete', { id: row.dataset.id })) row.remove(); }; }); });</script>`,
});

export function messagePage({ messages: list }: Parameters<Page>[0], id: string): Frame | undefined {
  const message = list.find((each) => each.id === id);
  return (
    message && {
      title: String(message.subject),
      body: `<p>From ${message.from} on ${message.when}</p><blockquote>${message.text}</blockquote><form method="post" action="/messages/reply"><input type="hidden" name="id" value="${id}"><div class="field"><label for="reply">Your reply</label><textarea id="reply" name="text"></textarea></div><button class="cta">Send</button></form>`,
    }
  );
}

const knob = (key: string, name: string, on: boolean) =>
  `<div class="field"><span id="k-${key}">${name}</span> <span class="knob" role="switch" aria-checked="${on}" aria-labelledby="k-${key}" data-key="${key}" tabindex="0"></span></div>`;

const profile: Page = ({ profile: known }) => ({
  title: 'My profile',
  body: tabs([
    [
      'details',
      'Personal details',
      `<form method="post" action="/profile"><div class="field"><label for="name">Full name</label><input id="name" name="name" value="${known.get('name')}"></div><div class="field"><label for="mob">Mobile</label><input id="mob" name="mobile" value="${known.get('mobile')}"></div><div class="field"><label for="home">Home address</label><input id="home" name="home" value="${known.get('home')}"></div><div class="field"><label for="post">Postal address</label><input id="post" name="post" value="${known.get('post')}"></div><div class="field"><label for="lang">Preferred language</label><select id="lang" name="language">${['English', 'Welsh', 'Polish'].map((name) => `<option${name === known.get('language') ? ' selected' : ''}>${name}</option>`).join('')}</select></div><div class="field"><label for="bio">About me</label><textarea id="bio" name="bio">${known.get('bio')}</textarea></div><button class="cta">Save details</button></form>`,
    ],
    [
      'alerts',
      'Alerts',
      `${knob('mail', 'E-mail alerts', true)}${knob('text', 'Text messages', false)}${knob('late', 'Late homework warnings', false)}<div class="field"><label for="often">How often?</label><select id="often" onchange="send('/alerts/often', { value: this.value })"><option>At once</option><option>Daily</option><option>Weekly</option></select></div>`,
    ],
    [
      'password',
      'Password',
      `<form method="post" action="/password"><div class="field"><label for="old">Current password</label><input type="password" id="old" name="old"></div><div class="field"><label for="new1">New password</label><input type="password" id="new1" name="new1"></div><div class="field"><label for="new2">Repeat new password</label><input type="password" id="new2" name="new2"></div><button class="cta">Change password</button></form>`,
    ],
  ]).concat(
    `<script>addEventListener('DOMContentLoaded', () => { $$('.knob').forEach((k) => { k.onclick = async () => { const on = k.getAttribute('aria-checked') !== 'true'; if (await send('/alerts', { key: k.dataset.key, on })) k.setAttribute('aria-checked', on); }; }); });</script>`,
  ),
});

const help: Page = () => ({
  title: 'Help',
  body: `<h2>Questions</h2>${[
    ['How do I get a library card?', 'Bring a photo to the front desk.'],
    ['Where can I leave my bike?', 'Behind the gym, free after 17:00.'],
    ['Can I change my course?', 'Yes, until the second session.'],
  ]
    .map(
      ([asked, said]) =>
        `<div class="tile"><div class="q" style="cursor:pointer">${asked} <span>＋</span></div><div class="said" hidden>${said}</div></div>`,
    )
    .join(
      '',
    )}<p><a href="/map" target="_blank">Campus map</a></p><h2>Write to us</h2><form method="post" action="/help"><div class="field"><input name="name" placeholder="Name"></div><div class="field"><input name="email" placeholder="E-mail"></div><div class="field"><select name="topic" aria-label="Topic"><option>Courses</option><option>Fees</option><option>Something else</option></select></div><div class="field"><textarea name="question" placeholder="Your question"></textarea></div><div class="field"><label><input type="checkbox" name="call" value="yes"> Please call me back</label></div><button>Submit</button></form>
  <script>addEventListener('DOMContentLoaded', () => { $$('.q').forEach((q) => q.addEventListener('click', () => { q.nextElementSibling.hidden = !q.nextElementSibling.hidden; })); });</script>`,
});

export const officePages: Readonly<Record<string, Page>> = {
  '/': home,
  '/signin': () => signInForm(),
  '/fees': fees,
  '/fees/pay': pay,
  '/fees/thanks': () => ({ title: 'Paid', body: '<p>Payment received. Reference: P-8102</p>' }),
  '/rooms': rooms,
  '/rooms/thanks': () => ({ title: 'Booked', body: '<p>Your booking code is RM-77.</p>' }),
  '/messages': messages,
  '/profile': profile,
  '/help': help,
  '/help/thanks': () => ({ title: 'Thank you', body: '<p>Your ticket number is H-450.</p>' }),
  '/newsletter/thanks': () => ({ title: 'Subscribed', body: '<p>You will hear from us.</p>' }),
  '/map': () => ({
    title: 'Campus map',
    body: '<p>The main entrance is on Mill Lane.</p><p>Bus line: 28</p>',
  }),
};
