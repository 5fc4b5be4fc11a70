import { page } from './frame.ts';

const documents = [
  [
    'Price list 2026',
    'price-list',
    'Version 4, valid until 31 December 2026',
    '<table><tr><th>Group</th><th>Discount</th></tr><tr><td>Trade</td><td>12%</td></tr><tr><td>Schools</td><td>20%</td></tr></table>',
  ],
  ['Terms of delivery', 'terms', 'Version 2.1', '<p>Goods may be returned within 30 days.</p>'],
  ['Safety data sheet', 'safety', 'Revision 7', '<p>Emergency number: 0800 555 112</p>'],
] as const;
const questions = [
  ['How do I return goods?', 'Call us within 30 days. We collect the parcel for £4.90.'],
  ['What is the minimum order value?', 'The minimum order value is £25.00.'],
  ['Who pays for delivery?', 'Delivery is free from £150.00; below that it costs £9.95.'],
];

const LANES = [
  ['To pick', ['Order 10441', 'Order 10450']],
  ['In progress', ['Order 10432']],
  ['Packed', []],
] as const;

/** Pages that are mostly read, and a board whose cards are dragged. */
export const reading: Readonly<Record<string, () => string>> = {
  '/documents': () =>
    page(
      'Documents',
      `<ul>${documents.map(([name, path]) => `<li><a href="/documents/${path}" target="_blank">${name}</a></li>`).join('')}</ul>`,
    ),
  ...Object.fromEntries(
    documents.map(([name, path, version, body]) => [
      `/documents/${path}`,
      () => page(name, `<p>${version}</p>${body}`),
    ]),
  ),
  '/help': () =>
    page(
      'Help',
      `<div id="cookies" style="position: fixed; bottom: 0; background: #fff; border: 1px solid">We use cookies. <button onclick="q('#cookies').remove()">Accept all</button> <button onclick="q('#cookies').remove()">Only necessary</button></div>
      <h2>Questions</h2>${questions.map(([asked, answer]) => `<div class="fold"><div class="fold-head" onclick="this.nextElementSibling.hidden = !this.nextElementSibling.hidden">${asked}</div><div hidden>${answer}</div></div>`).join('')}
      <h2>Depots</h2><table><thead><tr><th>Depot</th><th>Phone</th><th>Weekdays</th><th>Saturday</th></tr></thead><tbody><tr><td>Hull</td><td>01482 555 020</td><td>7:30–17:00</td><td>8:00–12:00</td></tr><tr><td>Leeds</td><td>0113 555 077</td><td>8:00–16:30</td><td>Closed</td></tr></tbody></table>
      <div class="tall"></div><h2>Feedback</h2><form onsubmit="event.preventDefault(); note('feedback ' + words.value, 'Thank you')"><label>Your comment <textarea id="words"></textarea></label><button>Send feedback</button></form>
      <h2>Reviews</h2><ul id="voices"><li>Rosa: quick and friendly</li><li>Edwin: fair prices</li><li class="later" hidden>Grace: the lamps are great</li><li class="later" hidden>Piet: late twice</li></ul><button onclick="each('.later').forEach((voice) => { voice.hidden = false; }); this.remove()">Load more</button><script>const words = q('#words');</script>`,
    ),
  '/stock': () =>
    page(
      'Picking board',
      `<div>${LANES.map(([lane, cards]) => `<div class="lane" data-name="${lane}" ondragover="event.preventDefault()" ondrop="event.preventDefault(); this.append(held); note('move ' + held.textContent + ' to ${lane}', '')"><h3>${lane}</h3>${cards.map((card) => `<div class="ticket" draggable="true" ondragstart="held = this">${card}</div>`).join('')}</div>`).join('')}</div>
      <h2>Checklist</h2><ul>${['Print labels', 'Check weights', 'Call the courier'].map((job) => `<li><label><input type="checkbox" onchange="note('job ${job} ' + this.checked, '')"> ${job}</label></li>`).join('')}</ul><form onsubmit="event.preventDefault(); note('new job ' + job.value); job.value = ''"><input id="job" placeholder="Add a job"><button>Add</button></form><script>let held; const job = q('#job');</script>`,
    ),
};
