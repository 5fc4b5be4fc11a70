import { type Company, ORDERS } from './company.ts';
import { page } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

/** Rendered on the server; the filter is a form of its own, the actions of a row are a menu without a role. */
const orders: Page = (company, query) => {
  const status = query.get('status') ?? '';
  const shown = ORDERS.filter((order) => status === '' || order[5] === status);
  const cancelled = new Set(
    company.log.filter((entry) => entry.startsWith('cancel order ')).map((entry) => entry.slice(13)),
  );
  return page(
    'Orders',
    `<form><label>Status <select name="status"><option value="">Any</option>${['Processing', 'Shipped', 'Delivered', 'Cancelled'].map((name) => `<option${name === status ? ' selected' : ''}>${name}</option>`).join('')}</select></label><button>Apply filter</button></form>
    <table><thead><tr><th>Order</th><th>Date</th><th>Item</th><th>Quantity</th><th>Total</th><th>Status</th><th>Carrier</th><th></th></tr></thead><tbody>${shown
      .map(
        ([number, date, item, quantity, total, now, carrier]) =>
          `<tr><td><a href="/orders/${number}">${number}</a></td><td>${date}</td><td>${item}</td><td>${quantity}</td><td>${total}</td><td>${cancelled.has(number) ? 'Cancelled' : now}</td><td>${carrier}</td><td><span class="dots" aria-label="Actions" onclick="this.nextElementSibling.classList.toggle('off')">⋯</span><ul class="menu off"><li onclick="send('/api/reorder', { number: '${number}' }, 'Ordered again')">Order again</li><li onclick="if (confirm('Cancel order ${number}?')) send('/api/cancel', { number: '${number}' }).then(() => location.reload())">Cancel order</li><li onclick="location.href = '/orders/${number}'">View details</li></ul></td></tr>`,
      )
      .join('')}</tbody></table>`,
  );
};

export function orderPage(number: string): string | undefined {
  const order = ORDERS.find((each) => each[0] === number);
  if (!order) return undefined;
  return page(
    `Order ${number}`,
    `<dl><dt>Placed on</dt><dd>${order[1]}</dd><dt>Item</dt><dd>${order[3]} × ${order[2]}</dd><dt>Order total</dt><dd>${order[4]}</dd><dt>Status</dt><dd>${order[5]}</dd></dl>
    <details><summary>Tracking</summary><p>Carrier: ${order[6]}</p><p>Tracking number: BW${number}GB</p><p>Expected delivery: 27 November 2026</p></details>
    <details><summary>Report a problem</summary><form onsubmit="event.preventDefault(); note('problem ${number}: ' + what.value + ' / ' + text.value, 'We will look into it')"><label>Kind of problem <select id="what"><option>Missing item</option><option>Damaged</option><option>Wrong item</option></select></label><label>What happened? <textarea id="text"></textarea></label><button>Submit</button></form></details>`,
  );
}

/** Filtered as somebody types; rows are chosen for a button above them. */
const customers: Page = (company) =>
  page(
    'Customers',
    `<p><a href="/customers/new">New customer</a></p><input id="find" type="search" placeholder="Filter by name or city" oninput="each('#list tr').forEach((row) => { row.hidden = !row.textContent.toLowerCase().includes(value.toLowerCase()); })">
    <p><button onclick="note('export ' + chosen())">Export selected</button> <button onclick="note('archive ' + chosen())">Archive selected</button></p>
    <table><thead><tr><th><input type="checkbox" aria-label="Select all" onchange="each('#list input').forEach((box) => { box.checked = this.checked; })"></th><th>Customer no.</th><th>Company</th><th>City</th><th>Contact</th><th>Credit limit</th><th>Customer since</th></tr></thead><tbody id="list">${company.customers
      .map(
        ({ number, name, city, contact, credit, since }) =>
          `<tr><td><input type="checkbox" value="${number}"></td><td>${number}</td><td><a href="/customers/${number}">${name}</a></td><td>${city}</td><td>${contact}</td><td>£${credit.toLocaleString('en-GB')}</td><td>${since}</td></tr>`,
      )
      .join(
        '',
      )}</tbody></table><script>function chosen() { return each('#list input:checked').map((box) => box.value).join(', '); }</script>`,
  );

export function customerPage(company: Company, number: string): string | undefined {
  const customer = company.customers.find((each) => each.number === number);
  if (!customer) return undefined;
  return page(
    customer.name,
    `<p>Customer number: <b>${number}</b></p><p>Contact person: ${customer.contact}</p><p>Credit limit: <span id="credit">£${customer.credit}</span> <button onclick="q('#edit').hidden = false">Edit</button></p><form id="edit" hidden onsubmit="event.preventDefault(); send('/api/credit', { number: '${number}', credit: limit.value }).then(() => location.reload())"><label>New credit limit <input id="limit" type="number"></label><button>Save</button></form>
    <button onclick="q('#sure').classList.remove('off')">Delete customer</button><div class="back off" id="sure"><div class="dialog" role="dialog" aria-label="Delete customer"><p>Delete ${customer.name} for good?</p><button onclick="q('#sure').classList.add('off')">No, keep it</button> <button onclick="send('/api/delete-customer', { number: '${number}' }).then(() => { location.href = '/customers'; })">Yes, delete</button></div></div>`,
  );
}

/** A list that opens under the field, a written date, and choices of every kind. */
const newCustomer: Page = () =>
  page(
    'New customer',
    `<form method="post" action="/customers/new" autocomplete="off"><label>Company name <input name="name" required></label><label>Contact person <input name="contact"></label><label>E-mail address <input name="email" type="email"></label><label>Phone <input name="phone" type="tel"></label>
    <label>Country <input name="country" role="combobox" aria-expanded="false" aria-controls="countries" oninput="q('#countries').hidden = false; each('#countries li').forEach((item) => { item.hidden = !item.textContent.toLowerCase().startsWith(this.value.toLowerCase()); })"></label><ul id="countries" role="listbox" class="menu" hidden>${['Germany', 'Greece', 'Norway', 'United Kingdom', 'United States'].map((country) => `<li role="option" onclick="q('[name=country]').value = '${country}'; q('#countries').hidden = true">${country}</li>`).join('')}</ul>
    <label>Customer since <input name="since" type="date"></label><label>Credit limit <input name="credit" type="number" step="100"></label><fieldset><legend>Kind of customer</legend><label><input type="radio" name="kind" value="Trade"> Trade</label><label><input type="radio" name="kind" value="Private"> Private</label></fieldset><label><input type="checkbox" name="catalogue" value="yes"> Send the catalogue by post</label><button>Save customer</button> <a href="/customers">Cancel</a></form>`,
  );

/** A dialog to write in, stars, and a dialog that asks before it deletes. */
const messages: Page = (company) =>
  page(
    'Messages',
    `<button onclick="q('#write').classList.remove('off')">New message</button><ul id="inbox">${company.messages
      .map(
        ({ id, from, subject, date, body, isStarred }) =>
          `<li><span class="star" role="button" aria-label="Star" aria-pressed="${isStarred}" onclick="const on = this.getAttribute('aria-pressed') !== 'true'; this.setAttribute('aria-pressed', on); this.textContent = on ? '★' : '☆'; note((on ? 'star ' : 'unstar ') + ${id}, '')">${isStarred ? '★' : '☆'}</span> <b>${from}</b> <a href="#" onclick="event.preventDefault(); q('#body${id}').hidden = !q('#body${id}').hidden">${subject}</a> <small>${date}</small> <button onclick="ask(${id})">Delete</button><p id="body${id}" hidden>${body}</p></li>`,
      )
      .join('')}</ul>
    <div class="back off" id="sure"><div class="dialog" role="dialog" aria-label="Delete message"><p>Do you want to delete this message?</p><button onclick="q('#sure').classList.add('off')">Cancel</button> <button onclick="send('/api/delete-message', { id: asked }).then(() => location.reload())">Delete</button></div></div>
    <div class="back off" id="write"><div class="dialog" role="dialog" aria-label="New message"><label>To <select id="to"><option>Sales</option><option>Accounts</option><option>Warehouse</option></select></label><label>Subject <input id="subject"></label><label>Message <textarea id="text"></textarea></label><label><input type="checkbox" id="urgent"> Urgent</label><button onclick="note('message to ' + to.value + ': ' + subject.value + ' / ' + text.value + (urgent.checked ? ' (urgent)' : ''), 'Message sent').then(() => q('#write').classList.add('off'))">Send</button> <button onclick="q('#write').classList.add('off')">Discard</button></div></div><script>let asked; function ask(id) { asked = id; q('#sure').classList.remove('off'); }</script>`,
  );

const ticket: Page = () =>
  page(
    'Open a support ticket',
    `<form onsubmit="event.preventDefault(); send('/api/ticket', Object.fromEntries(new FormData(this)), '').then((answer) => answer.json()).then(({ number }) => { q('#made').innerHTML = '<p>Thank you. Your ticket number is <b>' + number + '</b>.</p>'; this.hidden = true; })"><label>Subject <input name="subject"></label><label>Priority <select name="priority"><option>Low</option><option>Normal</option><option>High</option></select></label><label>Order number <input name="order"></label><label>Description <textarea name="description"></textarea></label><button>Send</button></form><div id="made" role="status"></div>`,
  );

export const office: Readonly<Record<string, Page>> = {
  '/orders': orders,
  '/customers': customers,
  '/customers/new': newCustomer,
  '/messages': messages,
  '/tickets/new': ticket,
};
