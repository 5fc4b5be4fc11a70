import { type Company, PRODUCTS, TARIFFS, pounds } from './company.ts';
import { type Frame, pick } from './frame.ts';

export type Page = (company: Company, query: URLSearchParams) => Frame;

const KINDS = ['All', 'Plugs', 'Heating', 'Lighting', 'Charging', 'Metering'];

const shop: Page = () => ({
  title: 'Shop',
  body: `<div>${KINDS.map((kind, at) => `<span class="chip${at ? '' : ' active'}" data-kind="${kind}">${kind}</span>`).join('')} Sort by ${pick('order', ['Featured', 'Price: low to high', 'Price: high to low', 'Name'], 'Featured')} <input id="find" placeholder="Search the shop"></div><p id="found"></p><div class="cards" id="cards"><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></div>
  <script>let all = [], kind = 'All', order = 'Featured', shown = 6;
  function draw() { let list = all.filter((p) => (kind === 'All' || p.kind === kind) && p.name.toLowerCase().includes(one('#find').value.toLowerCase()));
    if (order.includes('low to')) list.sort((a, b) => a.price - b.price); if (order.includes('high to')) list.sort((a, b) => b.price - a.price); if (order === 'Name') list.sort((a, b) => a.name.localeCompare(b.name));
    one('#found').textContent = list.length + ' products';
    one('#cards').innerHTML = list.slice(0, shown).map((p) => '<div class="card" data-code="' + p.code + '"><h3><a href="/shop/' + p.code + '">' + p.name + '</a></h3><div class="price">£' + p.price.toFixed(2) + '</div><div>' + (p.stock ? p.stock + ' in stock' : 'Out of stock') + '</div>' + (p.stock ? '<div class="btn add">Add to cart</div>' : '') + ' <span class="heart" title="Save for later">♡</span></div>').join('') + (list.length > shown ? '<div class="btn more">Load more</div>' : ''); }
  addEventListener('DOMContentLoaded', async () => { const r = await fetch('/api/products'); all = await r.json(); draw();
    every('.chip').forEach((c) => c.addEventListener('click', () => { every('.chip').forEach((o) => o.classList.toggle('active', o === c)); kind = c.dataset.kind; shown = 6; draw(); }));
    one('#order').addEventListener('picked', (e) => { order = e.detail; draw(); }); one('#find').addEventListener('input', draw);
    one('#cards').addEventListener('click', async (e) => { const card = e.target.closest('.card'); if (e.target.matches('.more')) { shown += 6; draw(); }
      if (e.target.matches('.add') && await tell('/cart/add', { code: card.dataset.code, quantity: 1 })) one('#incart').textContent = Number(one('#incart').textContent) + 1;
      if (e.target.matches('.heart') && await tell('/save', { code: card.dataset.code })) e.target.textContent = '♥'; }); });</script>`,
});

export function productPage(code: string): Frame | undefined {
  const product = PRODUCTS.find((each) => each.code === code);
  return (
    product && {
      title: product.name,
      body: `<div class="price">${pounds(product.price)}</div><p>Article ${code}</p><div class="line">Colour: <span class="chip active" data-colour="White">White</span><span class="chip" data-colour="Black">Black</span></div>
      <div class="line">Quantity <span class="btn" id="less" aria-label="Decrease">−</span> <span id="count">1</span> <span class="btn" id="plus" aria-label="Increase">+</span></div>${product.stock ? '<div class="btn" id="buy">Add to cart</div>' : '<p>Out of stock</p>'}
      <div class="line"><div class="fold" style="cursor:pointer">Technical data ▸</div><div hidden><dl><dt>Power</dt><dd>${product.power}</dd><dt>Warranty</dt><dd>3 years</dd></dl></div></div><div class="line"><div class="fold" style="cursor:pointer">Delivery and returns ▸</div><div hidden>Delivered within 2 working days. Returns are free for 30 days.</div></div>
      <script>addEventListener('DOMContentLoaded', () => { let colour = 'White', n = 1; every('.chip').forEach((c) => c.addEventListener('click', () => { colour = c.dataset.colour; every('.chip').forEach((o) => o.classList.toggle('active', o === c)); }));
      one('#plus').onclick = () => { n += 1; one('#count').textContent = n; }; one('#less').onclick = () => { n = Math.max(1, n - 1); one('#count').textContent = n; };
      every('.fold').forEach((f) => { f.onclick = () => { f.nextElementSibling.hidden = !f.nextElementSibling.hidden; }; });
      if (one('#buy')) one('#buy').onclick = async () => { if (await tell('/cart/add', { code: '${code}', quantity: n, ...(colour !== 'White' && { colour }) })) one('#incart').textContent = Number(one('#incart').textContent) + n; }; });</script>`,
    }
  );
}

const cart: Page = ({ cart: inside }) => {
  const lines = PRODUCTS.filter(({ code }) => inside.has(code));
  if (lines.length === 0) return { title: 'Cart', body: '<p>There is nothing in your cart yet.</p>' };
  const total = lines.reduce((sum, { code, price }) => sum + price * (inside.get(code) ?? 0), 0);
  return {
    title: 'Cart',
    body: `<form method="post" action="/cart/update"><table><tr><td><b>Article</b></td><td><b>Unit price</b></td><td><b>Qty</b></td><td><b>Sum</b></td><td></td></tr>${lines
      .map(
        ({ code, name, price }) =>
          `<tr><td>${name}</td><td>${pounds(price)}</td><td><input name="${code}" size="3" value="${inside.get(code)}"></td><td>${pounds(price * (inside.get(code) ?? 0))}</td><td><a href="/cart/drop?code=${code}">remove</a></td></tr>`,
      )
      .join(
        '',
      )}</table><input type="submit" value="Update cart"></form><p>Total incl. VAT: <b>${pounds(total)}</b></p>
    <details><summary>Do you have a promo code?</summary><form method="post" action="/cart/promo"><input name="promo" placeholder="Enter code"> <input type="submit" value="Redeem"></form></details><p><a class="btn" href="/checkout">Go to checkout</a></p>`,
  };
};

const checkout: Page = () => ({
  title: 'Checkout',
  body: `<form method="post" action="/checkout"><table><tr><td>Company</td><td><input name="company"></td></tr><tr><td>Contact person *</td><td><input name="person" required></td></tr><tr><td>Street *</td><td><input name="street" required></td></tr><tr><td>Postcode / City *</td><td><input name="postcode" size="6" required> <input name="city" required></td></tr><tr><td>Phone</td><td><input name="phone"></td></tr><tr><td>Payment</td><td><input type="radio" name="payment" value="invoice" checked> Invoice <input type="radio" name="payment" value="card"> Credit card <input type="radio" name="payment" value="debit"> Direct debit</td></tr><tr><td></td><td><input type="checkbox" name="terms" value="yes" required> I accept the <a href="/terms">terms and conditions</a></td></tr></table><input type="submit" value="Buy now"></form>`,
});

const ROWS: readonly (readonly [string, ...string[]])[] = [
  ['Price per kWh', '31.2p', '28.9p', '24.1p'],
  ['Standing charge per day', '45p', '52p', '61p'],
  ['Contract length', '12 months', '24 months', 'None'],
  ['Green energy', '20%', '100%', '45%'],
];

const tariffs: Page = () => ({
  title: 'Tariffs',
  body: `<p>Your current tariff: <b>Business Basic</b></p><table><thead><tr><th></th>${TARIFFS.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>${ROWS.map(([name, ...values]) => `<tr><th>${name}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`).join('')}<tr><td></td>${TARIFFS.map((name) => `<td><button onclick="askFor('${name}')">Choose ${name}</button></td>`).join('')}</tr></tbody></table>
  <h2>Estimate your costs</h2><div class="line"><label for="use">Yearly use in kWh</label> <input id="use" type="range" min="1000" max="50000" step="1000" value="10000" oninput="estimate()"> <output id="uses">10000</output></div><p>Estimated cost: <b id="cost">£2,890</b> a year with Green Fix</p>
  <div class="veil" id="sure" role="dialog" aria-modal="true" aria-label="Change tariff" hidden><div class="box"><p>Change to <b id="which"></b> from 1 January 2027?</p><button onclick="one('#sure').hidden = true">Keep my tariff</button> <button id="yes">Change tariff</button></div></div>
  <script>function askFor(name) { one('#which').textContent = name; one('#sure').hidden = false; one('#yes').onclick = async () => { if (await tell('/tariff', { name })) { one('#sure').hidden = true; one('.main p b').textContent = name; } }; }
  function estimate() { const n = Number(one('#use').value); one('#uses').textContent = n; one('#cost').textContent = '£' + Math.round(n * 0.289).toLocaleString('en-GB'); }</script>`,
});

export const selling: Readonly<Record<string, Page>> = {
  '/shop': shop,
  '/cart': cart,
  '/checkout': checkout,
  '/checkout/done': () => ({
    title: 'Thank you',
    body: '<p>Your order <b>BG-70031</b> has been placed.</p>',
  }),
  '/tariffs': tariffs,
};
