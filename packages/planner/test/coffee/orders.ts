import { type Company, pounds } from './company.ts';
import { type Frame, options } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => Frame;
const MONTHS = ['August', 'September', 'October', 'November'];

const orders: Page = ({ orders: all }, query) => {
  const status = query.get('status') ?? 'All';
  const rows = all
    .filter((order) => status === 'All' || order.status === status)
    .toReversed()
    .map(
      ({ number, date, status: state, total }) =>
        `<tr><td><a href="/orders/${number}">#${number}</a></td><td>${date}</td><td><span class="badge">${state}</span></td><td>${pounds(total)}</td><td><a href="/invoices/${number}" download aria-label="Invoice ${number}">⬇ PDF</a></td></tr>`,
    );
  return {
    title: 'Orders',
    body: `<form><select name="status" aria-label="Filter by status" onchange="this.form.submit()">${options(['All', 'Processing', 'Shipped', 'Delivered', 'Cancelled'], status)}</select></form><table><thead><tr><th>Order</th><th>Ordered on</th><th>Status</th><th>Total</th><th>Invoice</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  };
};

export function orderPage({ orders: all }: Company, number: string): Frame | undefined {
  const order = all.find((each) => each.number === number);
  if (!order) return undefined;
  const cancel =
    order.status === 'Processing'
      ? `<button type="button" onclick="$('#sure').showModal()">Cancel order</button><dialog id="sure" aria-labelledby="ask"><h2 id="ask">Cancel order ${number}?</h2><p>This cannot be undone.</p><form method="post" action="/orders/cancel"><input type="hidden" name="number" value="${number}"><button type="button" onclick="$('#sure').close()">Keep order</button> <button>Yes, cancel it</button></form></dialog>`
      : '';
  return {
    title: `Order ${number}`,
    body: `<dl><dt>Status</dt><dd>${order.status}</dd><dt>Ordered on</dt><dd>${order.date}</dd><dt>Total</dt><dd>${pounds(order.total)}</dd>${order.tracking ? `<dt>Tracking number</dt><dd>${order.tracking}</dd>` : ''}<dt>Delivered to</dt><dd>Corner Café, 14 Mill Lane, Salford M3 5DQ</dd></dl><p><a href="/invoices/${number}" download>Download invoice</a> <button type="button" onclick="post('/orders/again', { number: '${number}' })">Order again</button></p>${cancel}`,
  };
}

const reports: Page = () => ({
  title: 'Reports',
  body: `<form action="/exports"><label>Report <select name="report">${options(['Spending', 'Orders', 'Tickets'])}</select></label> <label>From <input type="date" name="from"></label> <label>To <input type="date" name="to"></label> <button>Download CSV</button></form>
  <h2>Spending by month</h2><table><thead><tr><th>Month</th><th>Orders</th><th>Spent</th></tr></thead><tbody>${[2, 1, 1, 2].map((count, at) => `<tr><th scope="row">${MONTHS[at]}</th><td>${count}</td><td>${['£143.30', '£64.00', '£93.15', '£250.30'][at]}</td></tr>`).join('')}</tbody></table>`,
});

const support: Page = () => ({
  title: 'Support',
  body: `<p>Our service line is open Monday to Friday 8:00–18:00. Call 0161 555 0100.</p><h2>Common questions</h2>
  <details><summary>How do I descale my machine?</summary><p>Use one sachet of Descaler for each two litres of water.</p></details><details><summary>What is your returns policy?</summary><p>Unused parts can be returned within 30 days.</p></details>
  <h2>Book an engineer</h2><form method="post" action="/visits"><label for="m">Machine</label><select id="m" name="machine"><option value="">Choose…</option>${options(['Vela 2', 'Vela 3', 'Molto 64'])}</select> <label for="d">Day</label><input id="d" type="date" name="day" required> <fieldset><legend>Time</legend><label><input type="radio" name="time" value="morning"> Morning</label><label><input type="radio" name="time" value="afternoon"> Afternoon</label></fieldset> <label for="t">What is wrong?</label><textarea id="t" name="fault"></textarea> <button>Request visit</button></form>`,
});

export const orderPages: Readonly<Record<string, Page>> = {
  '/orders': orders,
  '/reports': reports,
  '/support': support,
  '/visits/done': () => ({
    title: 'Visit requested',
    body: '<p role="status">We will confirm your visit by e-mail.</p>',
  }),
};
