import { page } from './frame.ts';

const statement = [
  ['1 November 2026', 'Rent November', '£612.00', 'paid'],
  ['14 October 2026', 'New key', '£18.50', 'open'],
  ['1 October 2026', 'Rent October', '£612.00', 'paid'],
  ['3 September 2026', 'Window repair', '£75.00', 'open'],
  ['1 September 2026', 'Rent September', '£598.00', 'paid'],
] as const;
const papers = [
  ['Tenancy agreement', 'PDF', '2 May 2021', '14 pages'],
  ['House rules', 'PDF', '7 January 2025', '6 pages'],
  ['Energy certificate', 'PDF', '19 June 2024', '3 pages'],
  ['Rent increase 2026', 'Letter', '30 July 2026', '2 pages'],
] as const;

function numbers(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => `<option>${from + at}</option>`).join('');
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A date as three lists, which together have one name. */
export function threeLists(id: string, name: string): string {
  return `<div class="line"><span>${name}</span><select id="${id}-day" aria-label="Day"><option value="">Day</option>${numbers(1, 31)}</select><select id="${id}-month" aria-label="Month"><option value="">Month</option>${months.map((month) => `<option>${month}</option>`).join('')}</select><select id="${id}-year" aria-label="Year"><option value="">Year</option>${numbers(2020, 2028)}</select></div>`;
}

export const dateOf = (id: string) =>
  `[by('${id}-day').value, by('${id}-month').value, by('${id}-year').value].join(' ')`;

/** What a tenant pays, and the papers of the tenancy. */
export const money: Readonly<Record<string, string>> = {
  '/home': page(
    'Hello Nadia',
    `<div class="cards"><section><h3>Rent due</h3><p>£612.00</p><p>on 1 December 2026</p></section><section><h3>Your caretaker</h3><p>Joost Hale</p><p>Office 2B, ground floor</p><p>0161 555 0144</p></section>
    <section><h3>Your flat</h3><ul><li>Address: 9 Weir Lane, flat 14</li><li>Rooms: 3</li><li>Floor space: 68 m²</li><li>Tenant since: May 2021</li></ul></section><section><h3>Deposit</h3><p>£1,224.00, held by Northern Trust</p></section></div>
    <h2>News</h2><ul class="news"><li><b>Lift works</b> The lift is out of service from 7 to 9 December. <span class="act" onclick="this.closest('li').remove(); tell('hide Lift works')">Dismiss</span></li><li><b>Bulky waste</b> Collected on 15 December. <span class="act" onclick="this.closest('li').remove(); tell('hide Bulky waste')">Dismiss</span></li></ul>`,
  ),
  '/rent': page(
    'Rent account',
    `<p>Balance: <b class="bad">−£93.50</b></p><div><span class="tab on" data-panel="statement" onclick="tab(this)">Statement</span><span class="tab" data-panel="pay" onclick="tab(this)">Pay</span><span class="tab" data-panel="debit" onclick="tab(this)">Direct debit</span></div>
    <div id="statement"><table id="rows"></table><p><button id="older">Older</button> <button id="newer">Newer</button> <span id="which"></span></p></div>
    <div id="pay" hidden><form onsubmit="event.preventDefault(); if (confirm('Pay £' + by('sum').value + ' now?')) tell('pay ' + by('sum').value + ' by ' + document.querySelector('[name=how]:checked').value + (by('ref').value ? ' for ' + by('ref').value : ''), 'Payment received. Thank you!')"><p><label for="sum">Amount in £</label> <input id="sum" type="number" step="0.01" min="1" required></p><p>Pay by <label><input type="radio" name="how" value="card" checked>Card</label> <label><input type="radio" name="how" value="bank">Bank transfer</label></p><p><label for="ref">Reference</label> <input id="ref"></p><button>Pay now</button></form></div>
    <div id="debit" hidden><p><label>IBAN <input id="iban"></label></p>${threeLists('start', 'First collection')}<p><label><input type="checkbox" id="mandate"> I authorise the collection</label></p><button onclick="if (!by('mandate').checked) { by('oops').textContent = 'Please authorise the collection.'; } else tell('debit ' + by('iban').value + ' from ' + ${dateOf('start')})">Set up direct debit</button><p id="oops" class="bad"></p></div>
    <script>const lines = ${JSON.stringify(statement)}; let from = 0; function show() { by('rows').innerHTML = lines.slice(from, from + 3).map(([day, what, sum, state]) => '<tr><td>' + day + '</td><td>' + what + '</td><td>' + sum + '</td><td>' + (state === 'open' ? '<button onclick="tell(\\'settle ' + what + '\\')">Settle</button>' : 'paid') + '</td></tr>').join(''); by('which').textContent = 'Entries ' + (from + 1) + ' to ' + Math.min(from + 3, lines.length) + ' of ' + lines.length; by('newer').disabled = from === 0; by('older').disabled = from + 3 >= lines.length; }
    by('older').onclick = () => { from += 3; show(); }; by('newer').onclick = () => { from -= 3; show(); }; show();</script>`,
  ),
  '/documents': page(
    'Documents',
    `<table>${papers
      .map(
        ([name, kind, day, length]) =>
          `<tr><td><input type="checkbox" value="${name}" title="Choose ${name}"></td><td>${name}</td><td>${kind}</td><td>${day}</td><td>${length}</td><td><a href="/paper.txt" download="paper.txt" onclick="tell('download ${name}', null)">⭳</a> <span class="act" role="button" tabindex="0" onclick="tell('star ${name}'); this.textContent = '★'" aria-label="Star">☆</span></td></tr>`,
      )
      .join(
        '',
      )}</table><button onclick="tell('post ' + pick('td input:checked').map((box) => box.value).join(', '))">Send me paper copies</button>
    <h2>Upload</h2><p><label>Kind <select id="kind"><option>Other</option><option>Proof of income</option><option>Insurance</option></select></label> <label>Title <input id="paper"></label> <button onclick="if (!by('paper').value) { by('need').textContent = 'A title is needed.'; } else tell('paper ' + by('kind').value + ' ' + by('paper').value)">Add document</button> <span id="need" role="alert"></span></p>`,
  ),
  '/paper.txt': 'Paper.',
};
