import { say } from './list-pages.ts';

const parts = [
  ['BV-15', 'Ball valve', 'Valves', '£7.80'],
  ['GV-50', 'Gate valve', 'Valves', '£41.25'],
  ['CP-25', 'Circulation pump', 'Pumps', '£148.00'],
];
const more = [
  ['BP-3', 'Booster pump', 'Pumps', '£389.00'],
  ['PT-12', 'Sealing tape', 'Seals', '£1.35'],
];
const last = [
  ['OR-22', 'Ring kit', 'Seals', '£19.95'],
  ['SS-20', 'Shaft seal', 'Seals', '£27.50'],
];

function partsPage(rows: readonly (readonly string[])[], next: string): string {
  const cells = rows.map(
    (row) =>
      `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}<td><button onclick="say('basket ${row[0] ?? ''}')">Add to basket</button></td></tr>`,
  );
  const link = next === '' ? '' : ` <a href="${next}">Next</a>`;
  return `<h1>Parts</h1><table><tr><th>Part no.</th><th>Description</th><th>Group</th><th>Price</th><th></th></tr>${cells.join('')}</table><nav aria-label="Pages"><b>1</b>${link}</nav>`;
}

const forms = ['Company', 'Invoice'].map(
  (name) =>
    `<h2>${name} address</h2><form onsubmit="event.preventDefault(); say('${name} ' + this.street.value)"><label>Street <input name="street" value="${name} Lane 1"></label><button>Save</button></form>`,
);

/** Pages of a trade counter; `say` writes down what was done. */
const pages = {
  '/parts': partsPage(parts, '/parts-2'),
  '/parts-2': partsPage(more, '/parts-3'),
  '/parts-3': partsPage(last, ''),
  '/valves': partsPage(parts.slice(0, 2), ''),
  '/settings': `<h1>Settings</h1><form onsubmit="event.preventDefault(); say(from.value + ' ' + until.value)"><label for="from">Holiday from</label> <input type="date" id="from"> <label for="until">until</label> <input type="date" id="until"><button>Save preferences</button></form>${forms.join('')}`,
  '/one-date': `<h1>Settings</h1><form onsubmit="event.preventDefault(); say(from.value)"><label for="from">Holiday from</label> <input type="date" id="from"><button>Save</button></form>`,
  '/order': `<h1>Favourites</h1><ul>${['Tape', 'Kit', 'Pump'].map((name) => `<li draggable="true" ondragstart="dragged = this" ondragover="event.preventDefault()" ondrop="this.before(dragged); say([...this.parentElement.children].map((one) => one.textContent).join())">${name}</li>`).join('')}</ul><script>let dragged;</script>`,
  '/bills': `<h1>Bills</h1><table><tr><th></th><th>Bill</th><th>Amount</th></tr>${['R-1', 'R-2', 'R-3'].map((name) => `<tr><td><input type="checkbox" aria-label="Select ${name}" value="${name}"></td><td>${name}</td><td>£5.00</td></tr>`).join('')}</table><button onclick="say([...document.querySelectorAll('input:checked')].map((box) => box.value).join())">E-mail selected</button>`,
  '/returned': '<h1>Thank you</h1><p>Your return was registered. Return number RMA-77.</p>',
  '/help': `<h1>Help</h1><dl><dt style="cursor: pointer" onclick="this.nextElementSibling.hidden = false">What is the minimum order?</dt><dd hidden>The minimum order value is £25.</dd><dt style="cursor: pointer" onclick="this.nextElementSibling.hidden = false">What does delivery cost?</dt><dd hidden>It costs £4, and £9 on Saturdays.</dd></dl>`,
  '/news': `<h1>News</h1><form onsubmit="event.preventDefault(); say([...new FormData(this).values()].join())"><input name="email" type="email" placeholder="E-mail address"> <select name="often"><option>Weekly</option><option>Monthly</option></select> <button>Sign up</button></form>`,
  '/tickets': `<h1>Messages</h1>${['Late delivery K-49', 'Wrong gasket size'].map((title) => `<div><a href="#" onclick="event.preventDefault(); say('opened ${title}')">${title}</a> <em>Open</em></div>`).join('')}`,
  '/team': `<h1>Team</h1><h2>Invite someone</h2><form onsubmit="event.preventDefault(); say([...new FormData(this).values()].join('|'))"><input name="name" placeholder="Full name"> <input name="email" placeholder="E-mail"> <select name="role"><option>Buyer</option><option>Fitter</option></select> <button>Invite</button></form>`,
};

export const tradePages = Object.fromEntries(
  Object.entries(pages).map(([path, body]) => [path, `${say}${body}`]),
);
