import { page } from './frame.ts';

const results = [
  ['Haemoglobin', 138, 'g/L', '4 August 2026', 'Normal'],
  ['Ferritin', 9, 'µg/L', '4 August 2026', 'Low'],
  ['Cholesterol', 6.2, 'mmol/L', '11 August 2026', 'High'],
  ['Vitamin D', 61, 'nmol/L', '11 August 2026', 'Normal'],
  ['Glucose', 5.1, 'mmol/L', '20 September 2026', 'Normal'],
  ['Sodium', 140, 'mmol/L', '20 September 2026', 'Normal'],
] as const;
const invoices = [
  ['INV-501', '4 August 2026', '£18.00', 'Paid'],
  ['INV-502', '2 September 2026', '£30.00', 'Overdue'],
  ['INV-503', '1 November 2026', '£12.50', 'Open'],
] as const;
const letters = [
  ['Appointment reminder', 'Reception', 'unread'],
  ['Your blood test', 'Dr. Amara Obi', 'unread'],
  ['Flu season', 'Newsletter team', 'read'],
] as const;

/** Test results, invoices and the inbox. */
export const records: Readonly<Record<string, string>> = {
  '/account': page(
    'Good morning, Hanna',
    `<section><h2>Next appointment</h2><p>Thursday, 3 December at 10:40 with Dr. Amara Obi</p></section>
    <div class="row"><div class="tile"><span>Unread messages</span><b>2</b></div><div class="tile"><span>Balance due</span><b>£42.50</b></div><div class="tile"><span>Repeats left</span><b>8</b></div></div>
    <table><tr><th>Patient number</th><td>P-2087</td></tr><tr><th>Blood group</th><td>0 positive</td></tr><tr><th>Your GP</th><td>Dr. Amara Obi</td></tr><tr><th>Last visit</th><td>11 August 2026</td></tr></table>
    <h2>Allergies</h2><ul><li>Penicillin</li><li>Hazelnut</li></ul>`,
  ),
  '/results': page(
    'Test results',
    `<label>Find a test <input id="query" role="combobox" aria-expanded="false" aria-controls="hints" autocomplete="off"></label><ul id="hints" role="listbox"></ul>
    <label><input type="checkbox" id="odd"> Only abnormal results</label>
    <table><thead><tr><th aria-sort="none"><button data-at="0">Test</button></th><th><button data-at="1">Value</button></th><th>Unit</th><th>Date</th><th>Result</th><th></th></tr></thead><tbody id="rows"></tbody></table>
    <nav aria-label="Pages"><button id="before" disabled>Previous</button> <button class="number" aria-label="Page 1">1</button> <button class="number" aria-label="Page 2">2</button> <button id="after">Next</button></nav><p id="shown"></p>
    <script>const all = ${JSON.stringify(results)}; let at = 0, by = null;
    function draw() { let list = odd.checked ? all.filter((one) => one[4] !== 'Normal') : [...all]; if (query.dataset.only) list = list.filter((one) => one[0] === query.dataset.only); if (by !== null) list.sort((a, b) => a[by] > b[by] ? 1 : -1);
      const part = list.slice(at * 4, at * 4 + 4); before.disabled = at === 0; after.disabled = at * 4 + 4 >= list.length; shown.textContent = list.length + ' results, page ' + (at + 1);
      rows.innerHTML = part.map(([name, value, unit, day, state]) => '<tr><td>' + name + '</td><td>' + value + '</td><td>' + unit + '</td><td>' + day + '</td><td>' + state + '</td><td><button title="Explain ' + name + '" onclick="done(\\'explain ' + name + '\\')">?</button> <a href="/leaflet" download onclick="done(\\'download ' + name + '\\')">Download</a></td></tr>').join(''); }
    each('.number').forEach((one, index) => { one.onclick = () => { at = index; draw(); }; }); before.onclick = () => { at--; draw(); }; after.onclick = () => { at++; draw(); };
    odd.onchange = () => { at = 0; draw(); done('abnormal ' + odd.checked); }; each('th button').forEach((one) => { one.onclick = () => { by = +one.dataset.at; draw(); done('sort ' + one.textContent); }; });
    query.oninput = () => setTimeout(() => { hints.innerHTML = query.value ? all.filter(([name]) => name.toLowerCase().startsWith(query.value.toLowerCase())).map(([name]) => '<li role="option">' + name + '</li>').join('') : ''; each('#hints li').forEach((one) => { one.onclick = () => { query.value = one.textContent; query.dataset.only = one.textContent; hints.innerHTML = ''; at = 0; draw(); done('found ' + one.textContent); }; }); }, 150); draw();</script>`,
  ),
  '/invoices': page(
    'Invoices',
    `<p>Outstanding balance: <strong>£42.50</strong></p><table><thead><tr><th><input type="checkbox" aria-label="Select all" onchange="each('.one').forEach((box) => { box.checked = this.checked; })"></th><th>Invoice</th><th>Issued</th><th>Amount</th><th>Status</th><th>Actions</th></tr></thead><tbody>${invoices
      .map(
        ([id, day, amount, state]) =>
          `<tr><td><input type="checkbox" class="one" aria-label="Select ${id}" value="${id}"></td><td><a href="/invoices/${id}">${id}</a></td><td>${day}</td><td>${amount}</td><td><span class="badge">${state}</span></td><td>${state === 'Paid' ? `<button onclick="done('receipt ${id}')">Receipt</button>` : `<button onclick="if (confirm('Pay ${amount} now?')) { this.closest('tr').querySelector('.badge').textContent = 'Paid'; done('paid ${id}'); }">Pay</button>`} <button aria-label="Dispute ${id}" onclick="done('dispute ${id}')">⚑</button></td></tr>`,
      )
      .join(
        '',
      )}</tbody></table><button onclick="done('print ' + each('.one:checked').map((box) => box.value).join('+'))">Print selected</button>`,
  ),
  ...Object.fromEntries(
    invoices.map(([id, day, amount, state]) => [
      `/invoices/${id}`,
      page(
        `Invoice ${id}`,
        `<p>Issued on ${day}. Status: ${state}.</p><p>Amount: ${amount}</p><p>VAT number: GB 288 1102 45</p><label>Send a copy to <input id="copy" type="email"></label><button onclick="if (copy.checkValidity()) done('copy ${id} to ' + copy.value)">Send copy</button>`,
      ),
    ]),
  ),
  '/inbox': page(
    'Inbox',
    `<button onclick="writer.showModal()">Write a message</button><p>2 unread messages</p><ul id="mails">${letters
      .map(
        ([subject, from, state]) =>
          `<li class="${state}"><a href="#" onclick="event.preventDefault(); pane.hidden = false; heading.textContent = '${subject}'; this.closest('li').className = 'read'; done('read ${subject}')">${subject}</a> <span>${from}</span> <span>${state}</span> <i class="tap" role="button" tabindex="0" title="Flag" onclick="done('flag ${subject}')">⚐</i> <button aria-label="Delete" onclick="this.closest('li').remove(); done('delete ${subject}', 'Moved to bin')">🗑</button></li>`,
      )
      .join('')}</ul>
    <article id="pane" hidden><h2 id="heading"></h2><p>Dear Hanna, please read this soon.</p><label>Your answer <textarea id="reply"></textarea></label><button onclick="done('reply ' + heading.textContent + ': ' + reply.value)">Reply</button></article>
    <dialog id="writer" aria-label="New message"><form onsubmit="event.preventDefault(); done(['mail', to.value, about.value, words.value, urgent.checked ? 'urgent' : ''].filter(Boolean).join('; ')); writer.close()"><label>To <select id="to"><option value="">Choose a person</option><option>Reception</option><option>Dr. Amara Obi</option><option>Billing</option></select></label><label>Subject <input id="about" required></label><label>Message <textarea id="words" required></textarea></label><label><input type="checkbox" id="urgent"> Urgent</label><button>Send message</button></form></dialog>`,
  ),
};
