const parts = [
  ['BV-15', 'Ball valve', '€10.00', '0'],
  ['GV-50', 'Gate valve', '€41.00', '12'],
  ['CP-25', 'Pump', '€148.00', '0'],
  ['OR-22', 'Ring kit', '€9.00', '3'],
];
const orders = [
  ['4711', 'Ann', 'Open'],
  ['4712', 'Bob', 'Shipped'],
];
const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const head = (names: readonly string[]) => `<tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>`;
const answered = (name: string) =>
  `<button onclick="say('${name}'); this.parentElement.textContent = 'Thank you'">${name}</button>`;

/** Pages of a shop as its customers use them. */
export const customerPages: Readonly<Record<string, string>> = {
  '/parts': `<h1>Parts</h1><table>${head(['Part no.', 'Name', 'Price', 'Stock'])}${parts.map(row).join('')}</table>`,
  '/filtered': `<h1>Orders</h1><div>${['Acme', 'Open'].map((name) => `<span>${name} <button aria-label="Remove" onclick="this.parentElement.remove(); say('removed ${name}')">×</button></span>`).join('')}</div><p>3 orders</p>`,
  '/cookies': `<div role="dialog" aria-label="Cookies" id="ask"><p>We use cookies.</p>${['Accept all', 'Only necessary'].map((name) => `<button onclick="ask.remove(); say('${name}')">${name}</button>`).join('')}</div><h1>Home</h1><p>Customer number: C-10</p>`,
  '/orders': `<h1>Orders</h1><table>${head(['', 'Order', 'Buyer', 'Status'])}${orders.map(([number = '', ...rest]) => row([`<input type="checkbox" aria-label="Select" onchange="say('ticked ${number}')">`, `<a href="/orders/${number}">${number}</a>`, ...rest])).join('')}</table>`,
  '/orders/4711':
    '<h1>Order 4711</h1><dl><dt>Payment method</dt><dd>Invoice</dd><dt>Delivery address</dt><dd>Dock Road 9, Bern</dd></dl>',
  '/loaves': `<h1>Bread</h1>${[
    ['Rye bread', 'RY-02', '40 available'],
    ['Baguette', 'BG-03', '300 available'],
    ['Brioche', 'BR-04', 'Sold out today'],
  ]
    .map(
      ([name, code, stock]) =>
        `<article><h3>${name}</h3><p>${code}</p><p>${stock}</p><label>Quantity <input type="number" value="1"></label><button onclick="say(this.previousElementSibling.firstElementChild.value + ' ${name}')">Add to basket</button></article>`,
    )
    .join('')}`,
  '/flour': `<h1>Flour</h1><label>Loaves <input id="loaves" type="number" value="0"></label><button onclick="flour.textContent = loaves.value / 2 + ' kg'">Calculate</button><p>Flour needed: <output id="flour">–</output></p>`,
  '/addresses': `<h1>Addresses</h1><button onclick="this.nextElementSibling.hidden = false">Add address</button><form hidden onsubmit="event.preventDefault(); say([street, code, town].map(({ value }) => value).join()); note.textContent = 'Address added'"><label>Street <input id="street"></label><label>Postcode <input id="code"></label><label>City <input id="town"></label><button>Save</button></form><p id="note" role="status"></p>`,
  '/due': `<h1>Invoices</h1><table>${head(['Invoice', 'Due', 'Amount'])}${row(['R-1', '12 Dec 2026', '€4.00'])}${row(['R-2', '3 Dec 2026', '€9.00'])}</table>`,
  '/reviewed': `<h1>Pump</h1><p>Average rating: 4.5</p><h2>Reviews</h2><ul>${[
    ['3 May 2026', 'Good pump.'],
    ['9 May 2026', 'Too loud.'],
  ]
    .map(([day, text]) => `<li><time>${day}</time><p>${text}</p></li>`)
    .join('')}</ul>`,
  '/todo': `<h1>Tasks</h1><ul>${['Buy milk', 'Call Ann'].map((name) => `<li><label><input type="checkbox" onchange="say('${name} ' + this.checked)"> ${name}</label></li>`).join('')}</ul>`,
  '/requests': `<h1>Requests</h1><ul><li>Ticket 12 <button onclick="say('closed')">Close</button></li></ul><p>Holiday of Ann <button onclick="say('declined')">Decline</button> <button onclick="say('rejected all')">Reject all</button></p>`,
  '/exports': `<h1>Orders</h1><table>${head(['Order', 'Total'])}${row(['4711', '€3.00'])}</table><a download="orders.csv" href="data:text/csv,1" onclick="say('exported')">Export as CSV</a>`,
  '/again': `<h1>Orders</h1><table>${head(['Order', 'Date', ''])}${[
    ['4711', '3 May 2026'],
    ['4712', '9 May 2026'],
  ]
    .map(([number = '', day = '']) =>
      row([
        number,
        day,
        `<button onclick="say('ordered ${number}'); this.textContent = 'Ordered'">Order again</button>`,
      ]),
    )
    .join('')}</table>`,
  '/drivers': `<h1>Deliveries</h1><table>${head(['Day', 'Driver'])}${[
    ['Monday', 'Ivy Grant'],
    ['Wednesday', 'Sam Otieno'],
    ['Friday', 'Ivy Grant'],
  ]
    .map(row)
    .join('')}</table>`,
  '/purchase': `<h1>Checkout</h1><form onsubmit="event.preventDefault(); say(number.value + ' ' + words.value); note.textContent = 'Your order was placed'"><label>Purchase order <input id="number"></label><label>Note <input id="words"></label><label><input type="checkbox" required> I accept the terms</label><button>Place order</button></form><p id="note" role="status"></p>`,
  '/orders/4712': `<h1>Order 4712</h1><table>${head(['Item', 'Quantity'])}${row(['Mug', '1'])}${row(['Pot', '1'])}</table><button onclick="say('printed'); note.textContent = 'Sent to the printer'">Print delivery note</button><p id="note" role="status"></p>`,
  '/paged': `<h1>Orders</h1><table>${head(['Order', 'Status'])}${row(['4715', 'Open'])}</table><a href="/paged/2" rel="next">Next</a>`,
  '/paged/2': `<h1>Orders</h1><table>${head(['Order', 'Status'])}${row(['4720', 'Shipped'])}</table><a href="/paged">Previous</a> <a href="/paged/3" rel="next">Next</a>`,
  '/paged/3': `<h1>Orders</h1><table>${head(['Order', 'Status'])}${row(['4730', 'Open'])}</table><a href="/paged/2">Previous</a>`,
  '/rated': `<h1>Mugs</h1><table><thead><tr>${['Name', 'Rating', 'Price'].map((name, at) => `<th><button onclick="sortBy(${at})">${name}</button></th>`).join('')}</tr></thead><tbody>${[
    ['Mug', '4.1', '€8'],
    ['Pot', '4.8', '€20'],
    ['Lid', '3.9', '€3'],
  ]
    .map(row)
    .join('')}</tbody></table><script>
    const ways = {};
    const sizeOf = (line, at) => Number(line.cells[at].textContent.replace('€', ''));
    const sortBy = (at) => {
      ways[at] = -(ways[at] ?? -1);
      const body = document.querySelector('tbody');
      body.append(...[...body.rows].sort((one, other) => ways[at] * (sizeOf(one, at) - sizeOf(other, at))));
    };</script>`,
  '/cart': `<h1>Cart</h1><table>${head(['Item', 'Quantity'])}${['Ball valve', 'Pump'].map((name) => row([name, `<input type="number" value="1" aria-label="Quantity" onchange="say('${name} ' + this.value)">`])).join('')}</table><a href="/checkout">Checkout</a>`,
  '/checkout': `<h1>Checkout</h1><form onsubmit="event.preventDefault(); say(this.way.value + ' ' + this.by.value); document.body.innerHTML = '<h1>Thank you</h1><p>Order number 881</p>'">${[
    ['way', 'Standard', 'Express'],
    ['by', 'Credit card', 'Invoice'],
  ]
    .map(
      ([name = '', ...options]) =>
        `<fieldset><legend>${name}</legend>${options.map((option) => `<label><input type="radio" name="${name}" value="${option}">${option}</label>`).join('')}</fieldset>`,
    )
    .join('')}<button>Place order</button></form>`,
  '/slots': `<h1>3 December</h1><ul>${['9:00', '10:30'].map((time) => `<li>${time} <button onclick="say('booked ${time}'); this.textContent = 'Booked'">Book</button></li>`).join('')}</ul>`,
  '/plans': `<h1>Plans</h1>${['Basic', 'Pro'].map((name, at) => `<section><h2>${name}</h2><p>€${at + 5} per month</p><button onclick="say('${name}'); this.textContent = 'Current plan'">Choose</button></section>`).join('')}`,
  '/notices': `<h1>Notifications</h1><form onsubmit="event.preventDefault(); say([...document.querySelectorAll('input')].map(({ checked }) => checked).join()); note.textContent = 'Saved'">${['Email', 'SMS', 'Push'].map((name) => `<label><input type="checkbox" checked> ${name} notifications</label>`).join('')}<button>Save</button></form><p id="note" role="status"></p>`,
  '/range': `<h1>Report</h1><label>From <input type="date" id="from"></label><label>To <input type="date" id="until"></label><button onclick="say(from.value + ' ' + until.value)">Show</button>`,
  '/ask': `<h1>Contact</h1><form onsubmit="event.preventDefault(); say([called, mail, words].map(({ value }) => value).join()); note.textContent = 'Thank you'"><label>Your name <input id="called"></label><label>E-mail <input id="mail" type="email"></label><label>Message <textarea id="words"></textarea></label><button>Send</button></form><p id="note" role="status"></p>`,
  '/messages': `<h1>Messages</h1><ul>${[
    ['Ann', 'Leak', '3 May 2026'],
    ['Bob', 'Price', '5 May 2026'],
  ]
    .map(([who, what, day]) => `<li><b>${who}</b> <span>${what}</span> <time>${day}</time></li>`)
    .join('')}</ul>`,
  '/help': `<h1>Help</h1><p>Was this page helpful? ${answered('Yes')} ${answered('No')}</p>`,
  '/pump': '<h1>Pump X200</h1><dl><dt>Country of origin</dt><dd>Italy</dd><dt>Weight</dt><dd>3 kg</dd></dl>',
  '/invoice': `<h1>Invoice R-100</h1><button onclick="say('mailed'); note.textContent = 'Sent to ada@home.test'">E-mail invoice</button><p id="note" role="status"></p>`,
  '/tickets': `<h1>Support</h1><button onclick="this.nextElementSibling.hidden = false">New ticket</button><form hidden onsubmit="event.preventDefault(); say(topic.value + ': ' + words.value); note.textContent = 'Ticket T-9 was created'"><label>Topic <select id="topic"><option>Delivery</option><option>Billing</option></select></label><label>Message <textarea id="words"></textarea></label><button>Send</button></form><p id="note" role="status"></p>`,
  '/contact': `<h1>Contact</h1><form onsubmit="event.preventDefault(); say(subject.value + ': ' + words.value); note.textContent = 'Thank you'"><label>Subject <input id="subject"></label><label>Message <textarea id="words"></textarea></label><button>Send</button></form><p id="note" role="status"></p>`,
  '/problem': `<h1>Orders</h1><ul>${orders.map(([number]) => `<li>Order ${number} <button onclick="ask.dataset.order = '${number}'; ask.hidden = false">Report a problem</button></li>`).join('')}</ul><form id="ask" hidden onsubmit="event.preventDefault(); say(this.dataset.order + ': ' + words.value); note.textContent = 'Thank you'"><label>Message <textarea id="words"></textarea></label><button>Send</button></form><p id="note" role="status"></p>`,
  '/delete': `<h1>Invoice R-100</h1><button onclick="say(confirm('Delete it?') ? 'deleted' : 'kept')">Delete invoice R-100</button>`,
};
