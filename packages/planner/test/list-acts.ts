const parts: readonly (readonly [string, string])[] = [
  ['Ball valve', '12.00'],
  ['Gate valve', '9.00'],
  ['Seal', '2.00'],
  ['Nut', '1.00'],
];
const boxes = (names: readonly string[]) =>
  names
    .map(
      (name, at) =>
        `<p><label><input type="checkbox"${at === 1 ? '' : ' checked'} onchange="say('${name} ' + this.checked)"> ${name}</label></p>`,
    )
    .join('');

/** Pages on which something is done to several things, or to one of them by a form. */
export const listActs: Readonly<Record<string, string>> = {
  '/catalogue': `<h1>Parts</h1><ul>${parts.map(([name, price]) => `<li><h3>${name}</h3><p>€${price}</p><button onclick="say('added ${name}')">Add to basket</button></li>`).join('')}</ul>`,
  '/basket': `<h1>Basket</h1><table><tr><th>Item</th><th>Quantity</th></tr>${parts
    .slice(0, 3)
    .map(
      ([name]) =>
        `<tr><td>${name}</td><td><input type="number" value="1" aria-label="Quantity" onchange="say('${name} ' + this.value)"></td><td><button onclick="say('wished ${name}'); this.closest('tr').remove()">Move to wish list</button></td></tr>`,
    )
    .join('')}</table>`,
  '/sections': `<h1>Settings</h1><h2>Notifications</h2>${boxes(['Orders', 'Messages', 'Offers'])}<h2>Other</h2>${boxes(['Dark mode'])}`,
  '/names': `<h1>Settings</h1>${boxes(['SMS notifications', 'Email notifications', 'Push notifications', 'Dark mode'])}`,
  '/faq': `<h1>FAQ</h1>${['Shipping', 'Returns', 'Payment'].map((name) => `<div><button aria-expanded="false" onclick="this.ariaExpanded = String(this.ariaExpanded !== 'true'); this.nextElementSibling.hidden = this.ariaExpanded !== 'true'; say(this.textContent)">${name}</button><div hidden>We answer on ${name.toLowerCase()} by mail.</div></div>`).join('')}`,
  // Each of its sections closes the one before.
  '/tabs': `<h1>FAQ</h1>${['Shipping', 'Returns'].map((name) => `<button aria-expanded="false" onclick="document.querySelectorAll('button').forEach((one) => { one.ariaExpanded = String(one === this); })">${name}</button>`).join('')}`,
  '/filters': `<h1>Parts</h1><p>Brand: Acme</p><button onclick="say('cleared')">Clear filters</button><ul><li>Nut</li></ul>`,
  '/quantity': `<h1>Seal</h1><label>Quantity <input type="number" value="1" onchange="say('quantity ' + this.value)"></label>`,
  '/prices': `<h1>Parts</h1><table><tr><th>Part</th><th>Price</th></tr>${parts.map(([name, price]) => `<tr><td>${name}</td><td>€${price}</td></tr>`).join('')}</table>`,
  '/invoices': `<h1>Invoices</h1><ul>${['R-1', 'R-2'].map((name) => `<li>${name} <a download="${name}.pdf" href="data:application/pdf;base64,JVBERi0xLjQK" onclick="say('saved ${name}')">PDF</a></li>`).join('')}</ul>`,
  '/support': `<h1>Support</h1><button onclick="this.nextElementSibling.hidden = false">Raise a ticket</button><form hidden onsubmit="event.preventDefault(); say(subject.value + ', ' + priority.value); note.textContent = 'Ticket T-9 was created'"><label>Subject <input id="subject"></label><label>Priority <select id="priority"><option>Low</option><option>High</option></select></label><button>Send</button></form><p id="note" role="status"></p>`,
  '/valve': `<h1>Ball valve</h1><h2>Write a review</h2><form onsubmit="event.preventDefault(); say(stars.value + ' ' + words.value); note.textContent = 'Thank you for your review'"><label>Stars <select id="stars">${[1, 2, 3, 4, 5].map((count) => `<option>${count}</option>`).join('')}</select></label><label>Your review <textarea id="words"></textarea></label><button>Post review</button></form><p id="note" role="status"></p>`,
  '/bills': `<h1>Invoices</h1><table><tr><th>Invoice</th><th>Amount</th><th>Status</th></tr>${[
    ['R-1', '10.00', 'Unpaid'],
    ['R-2', '20.00', 'Paid'],
    ['R-3', '30.50', 'Unpaid'],
  ]
    .map(
      ([number, sum, status]) =>
        `<tr><td><a href="/bills/${number}">${number}</a></td><td>€${sum}</td><td>${status}</td></tr>`,
    )
    .join('')}</table>`,
  '/paged': `<h1>Invoices</h1><table><tr><th>Invoice</th><th>Total</th><th>Status</th></tr><tr><td>R-1</td><td>€10.00</td><td>Unpaid</td></tr></table><a href="/paged/2" rel="next">Next</a>`,
  '/paged/2': `<h1>Invoices</h1><table><tr><th>Invoice</th><th>Total</th><th>Status</th></tr><tr><td>R-3</td><td>€30.00</td><td>Unpaid</td></tr></table><a href="/paged">Previous</a>`,
  '/bills/R-1': `<h1>Invoice R-1</h1><p>Ordered by Bob</p><table><tr><th>Item</th><th>Count</th></tr><tr><td>Seal</td><td>2</td></tr><tr><td>Nut</td><td>4</td></tr></table>`,
  '/orders': `<h1>Orders</h1><table><tr><th>Order</th><th></th></tr>${['4710', '4711'].map((number) => `<tr><td>${number}</td><td><button onclick="ask${number}.showModal()">Cancel</button><dialog id="ask${number}"><form method="dialog" onsubmit="say('cancelled ${number}, ' + this.querySelector('input').value)"><label>Reason <input></label><button>Cancel order</button></form></dialog></td></tr>`).join('')}</table>`,
  '/contacts': `<h1>Contacts</h1><button onclick="this.nextElementSibling.hidden = false">Add contact</button><form hidden onsubmit="event.preventDefault(); say(called.value + ', ' + phone.value); this.hidden = true"><label>Name <input id="called"></label><label>Phone <input id="phone"></label><button>Save</button></form>`,
  '/sales': `<h1>Contact sales</h1><form onsubmit="event.preventDefault(); say('sent ' + words.value); note.textContent = 'Thank you'"><label>Message <textarea id="words"></textarea></label><button>Send</button></form><p id="note"></p>`,
  '/login': `<h1>Sign in</h1><form onsubmit="event.preventDefault(); say(user.value + ', ' + secret.value.length); document.body.innerHTML = '<h1>Welcome</h1><p>Customer number: C-1</p>'"><label>E-mail <input id="user"></label><label>Password <input type="password" id="secret"></label><button>Sign in</button></form>`,
  '/messages': `<h1>Messages</h1><ul><li><a href="/messages/1">Late delivery</a> <span>Bob</span></li><li><a href="/messages/2">Invoice</a> <span>Priya</span></li></ul>`,
  '/messages/2': `<h1>Invoice</h1><p>From: Priya</p><div><p>Here is your invoice.</p></div>`,
  '/gate': `<h1>Gate valve</h1><p>€9.00</p><table><tr><th>Brand</th><td>Acme</td></tr><tr><th>Weight</th><td>320 g</td></tr></table><button onclick="say('bought')">Buy now</button>`,
};
