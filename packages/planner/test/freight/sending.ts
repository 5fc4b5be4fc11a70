import { type Company, longDate, pounds, SHIPMENTS } from './company.ts';
import { options, page, pager } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

const A_PAGE = 5;

const shipments: Page = ({ log }, query) => {
  const asked = (query.get('q') ?? '').toLowerCase();
  const status = query.get('status') ?? 'Any';
  const found = SHIPMENTS.filter(
    (one) =>
      `${one.number} ${one.to}`.toLowerCase().includes(asked) && (status === 'Any' || one.status === status),
  );
  const at = Number(query.get('page') ?? 1);
  const rows = found
    .slice((at - 1) * A_PAGE, at * A_PAGE)
    .map(
      ({ number, to, sent, weight, status: is, cost }) =>
        `<tr><td><a href="/shipments/${number}">${number}</a></td><td>${to}</td><td>${longDate(sent)}</td><td>${weight} kg</td><td>${log.includes(`cancel ${number}`) ? 'Cancelled' : is}</td><td>${pounds(cost)}</td></tr>`,
    );
  return page(
    'Shipments',
    `<p><a href="/shipments/new">Book a shipment</a></p><form action="/shipments"><label>Find <input name="q" placeholder="Number or destination" value="${query.get('q') ?? ''}"></label><label>Status <select name="status">${options(['Any', 'Booked', 'In transit', 'Delayed', 'Delivered'], status)}</select></label><button>Filter</button></form>
    <table><thead><tr><th>Shipment</th><th>Destination</th><th>Sent</th><th>Weight</th><th>Status</th><th>Cost</th></tr></thead><tbody>${rows.join('')}</tbody></table>${pager('/shipments', query, at, Math.max(1, Math.ceil(found.length / A_PAGE)))}`,
  );
};

/** Facts, a history, and what can be done: on the page itself and in a menu that opens. */
export function shipmentPage({ log }: Company, number: string): string | undefined {
  const one = SHIPMENTS.find((each) => each.number === number);
  if (!one) return undefined;
  const events = [
    'Booked',
    'Collected',
    'Left Hull depot',
    ...(one.status === 'Delivered' ? ['Delivered'] : []),
  ];
  const status = log.includes(`cancel ${number}`) ? 'Cancelled' : one.status;
  return page(
    `Shipment ${number}`,
    `<dl><dt>Destination</dt><dd>${one.to}</dd><dt>Status</dt><dd>${status}</dd><dt>Weight</dt><dd>${one.weight} kg</dd><dt>Cost</dt><dd>${pounds(one.cost)}</dd><dt>Sent on</dt><dd>${longDate(one.sent)}</dd>${one.receivedBy ? `<dt>Delivered on</dt><dd>${longDate(one.sent, 3)}</dd><dt>Received by</dt><dd>${one.receivedBy}</dd>` : ''}</dl>
    <h2>Tracking events</h2><ol>${events.map((event) => `<li>${event}</li>`).join('')}</ol>
    <p><a href="/labels/${number}" download>Download label</a></p>
    <div><button aria-haspopup="menu" aria-expanded="false" onclick="q('#menu').hidden = !q('#menu').hidden; this.setAttribute('aria-expanded', !q('#menu').hidden)">Actions</button><ul id="menu" role="menu" hidden><li role="menuitem" tabindex="-1" onclick="tell('/note', { what: 'duplicate ${number}' }, 'A copy was made.')">Duplicate</li><li role="menuitem" tabindex="-1" onclick="tell('/note', { what: 'print ${number}' }, 'Sent to the printer.')">Print papers</li></ul></div>
    ${status === 'Booked' ? `<form method="post" action="/shipments/cancel" onsubmit="return confirm('Cancel shipment ${number}?')"><input type="hidden" name="number" value="${number}"><button>Cancel shipment</button></form>` : ''}`,
  );
}

const booking: Page = () =>
  page(
    'Book a shipment',
    `<form method="post" action="/shipments"><label>Recipient <input name="recipient" required></label><label>Street <input name="street" required></label><label>Town <input name="town" required></label><label>Postcode <input name="postcode" required></label><label>Weight (kg) <input name="weight" type="number" step="0.1" min="0.1" required></label><label>Service <select name="service">${options(['Standard', 'Economy', 'Express'])}</select></label><label>Collection date <input type="date" name="collect"></label><label><input type="checkbox" name="insured" value="yes"> Insurance</label><label>Notes <textarea name="notes"></textarea></label><button>Book shipment</button></form>`,
  );

/** A destination that suggests towns. */
const quote: Page = () =>
  page(
    'Get a quote',
    `<label>Destination <input id="to" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="towns" oninput="suggest()"></label><ul id="towns" role="listbox" hidden></ul><label>Weight in kg <input id="kg" type="number"></label><button onclick="if (chosen) tell('/note', { what: 'quote ' + chosen + ' ' + q('#kg').value }, 'Quote ready').then(() => { q('#price').hidden = false; }); else q('#said').textContent = 'Choose a destination first'">Get quote</button><p id="price" hidden>Price: <b>£74.60</b></p>
    <script>const TOWNS = ['Rome', 'Rotterdam', 'Rouen', 'Antwerp', 'Bergen']; let chosen = ''; function suggest() { const said = q('#to').value.toLowerCase(); const fit = TOWNS.filter((town) => said && town.toLowerCase().startsWith(said)); q('#towns').innerHTML = fit.map((town) => '<li role="option" onclick="pick(this.textContent)">' + town + '</li>').join(''); q('#towns').hidden = fit.length === 0; } function pick(town) { chosen = town; q('#to').value = town; q('#towns').hidden = true; }</script>`,
  );

/** Shipments that are dragged to the vans that carry them. */
const board: Page = () =>
  page(
    'Loading board',
    `${['Unplanned', 'Van 1', 'Van 2']
      .map(
        (lane) =>
          `<section class="lane" data-lane="${lane}" ondragover="event.preventDefault()" ondrop="drop(event, this)"><h2>${lane}</h2>${lane === 'Unplanned' ? ['S-4010', 'S-4011'].map((number) => `<div class="ticket" draggable="true" id="${number}" ondragstart="event.dataTransfer.setData('text', this.id)">${number}</div>`).join('') : ''}</section>`,
      )
      .join(
        '',
      )}<script>function drop(event, lane) { const number = event.dataTransfer.getData('text'); lane.append(document.getElementById(number)); tell('/note', { what: 'load ' + number + ' ' + lane.dataset.lane }, 'Moved.'); }</script>`,
  );

export const sending: Readonly<Record<string, Page>> = {
  '/shipments': shipments,
  '/shipments/new': booking,
  '/quote': quote,
  '/board': board,
  '/booked': () =>
    page('Shipment booked', '<p role="status">Your shipment was booked.</p><p>Shipment number: S-4013</p>'),
};
