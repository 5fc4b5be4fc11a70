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
};
