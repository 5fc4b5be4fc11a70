import { type Company, PARTS, pounds } from './company.ts';
import { page } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

function basketTotal(company: Company): number {
  return PARTS.reduce((sum, { number, price }) => sum + price * (company.basket.get(number) ?? 0), 0);
}

/** A list that a script draws from what the server answers. */
const parts: Page = (_company, query) =>
  page(
    'Parts',
    `<div><label>Category <select id="category"><option value="">All categories</option>${['Fasteners', 'Plumbing', 'Safety', 'Tools', 'Electrical'].map((name) => `<option>${name}</option>`).join('')}</select></label>
    <label><input type="checkbox" id="stocked"> In stock only</label></div>
    <table><thead><tr><th></th><th data-by="number">Part no.</th><th data-by="name">Name</th><th data-by="price">Price</th><th data-by="stock">In stock</th><th>Supplier</th><th>Quantity</th><th></th></tr></thead><tbody id="rows"></tbody></table>
    <p><button id="prev">Previous</button> <span id="where"></span> <button id="next">Next</button></p>
    <script>let at = 1, by = '', down = false; const asked = ${JSON.stringify(query.get('q') ?? '')};
    async function draw() {
      const answer = await fetch('/api/parts?' + new URLSearchParams({ page: at, by, down, q: asked, category: q('#category').value, stocked: q('#stocked').checked }));
      const { rows, pages } = await answer.json();
      q('#where').textContent = 'Page ' + at + ' of ' + pages; q('#prev').disabled = at === 1; q('#next').disabled = at === pages;
      q('#rows').innerHTML = rows.map((part) => '<tr><td><span class="star" title="Add to favourites" onclick="this.textContent = &quot;★&quot;; note(&quot;favourite ' + part.number + '&quot;, &quot;&quot;)">☆</span></td><td>' + part.number + '</td><td><a href="/parts/' + part.number + '">' + part.name + '</a></td><td>£' + part.price.toFixed(2) + '</td><td>' + part.stock + '</td><td>' + part.supplier + '</td><td><input type="number" min="1" value="1" size="3" aria-label="Quantity of ' + part.name + '"></td><td><button onclick="add(this, &quot;' + part.number + '&quot;)">Add to basket</button></td></tr>').join('');
    }
    function add(button, number) { send('/api/basket', { number, quantity: q('input', button.closest('tr')).value }, 'Added to your basket'); }
    q('#category').onchange = q('#stocked').onchange = () => { at = 1; draw(); };
    each('th[data-by]').forEach((head) => { head.style.cursor = 'pointer'; head.onclick = () => { down = by === head.dataset.by && !down; by = head.dataset.by; at = 1; each('th').forEach((other) => other.removeAttribute('aria-sort')); head.setAttribute('aria-sort', down ? 'descending' : 'ascending'); draw(); }; });
    q('#prev').onclick = () => { at -= 1; draw(); }; q('#next').onclick = () => { at += 1; draw(); }; draw();</script>`,
  );

/** One part: tabs, chips, a stepper, stars. */
export function partPage(number: string): string | undefined {
  const part = PARTS.find((each) => each.number === number);
  if (!part) return undefined;
  return page(
    part.name,
    `<p>Price: <strong>${pounds(part.price)}</strong> each · <span class="star" id="like" onclick="this.textContent = '♥ Liked'; note('like ${part.number}', '')">♡ Like</span></p>
    <p>Colour: ${['Black', 'Yellow', 'Red'].map((colour) => `<span class="swatch" title="${colour}" style="background: ${colour.toLowerCase()}" onclick="each('.swatch').forEach((other) => { other.style.outline = ''; }); this.style.outline = '2px solid blue'; colour = '${colour}'"></span>`).join(' ')} Size: ${['S', 'M', 'L', 'XL'].map((size) => `<span class="chip" onclick="each('.chip').forEach((other) => other.classList.toggle('on', other === this)); size = '${size}'">${size}</span>`).join(' ')}</p>
    <p>Quantity <button onclick="count.value = Math.max(1, count.value - 1)">−</button><input id="count" value="1" size="3" aria-label="Quantity"><button onclick="count.value = Number(count.value) + 1">+</button> <button onclick="send('/api/basket', { number: '${part.number}', quantity: count.value, colour, size }, 'Added to your basket')">Add to basket</button></p>
    <div role="tablist">${['Details', 'Specifications', 'Reviews'].map((tab, at) => `<button role="tab" id="tab${at}" aria-controls="panel${at}" aria-selected="${at === 0}" onclick="each('[role=tab]').forEach((other, index) => { other.setAttribute('aria-selected', index === ${at}); q('#panel' + index).hidden = index !== ${at}; })">${tab}</button>`).join('')}</div>
    <div role="tabpanel" id="panel0" aria-labelledby="tab0"><p>Sturdy and tested. Delivered within two days.</p></div>
    <div role="tabpanel" id="panel1" aria-labelledby="tab1" hidden><table><tr><th>Weight</th><td>0.24 kg</td></tr><tr><th>Material</th><td>Goatskin</td></tr><tr><th>Warranty</th><td>3 years</td></tr></table></div>
    <div role="tabpanel" id="panel2" aria-labelledby="tab2" hidden><p>Average rating: 4.3</p><ul id="reviews"><li><b>Jonas</b>: They last for years.</li><li><b>Ada</b>: A bit tight.</li></ul><div>Your rating: ${[1, 2, 3, 4, 5].map((stars) => `<span class="star" title="${stars} star${stars > 1 ? 's' : ''}" onclick="rated = ${stars}; each('.star[title]').forEach((other, index) => { other.textContent = index < ${stars} ? '★' : '☆'; })">☆</span>`).join('')}</div><label>Your review <textarea id="words"></textarea></label><button onclick="note('review ' + rated + ' ' + words.value, 'Thank you')">Post review</button></div>
    <script>let colour = '', size = '', rated = 0; const count = q('#count'), words = q('#words');</script>`,
  );
}

/** Plain forms: one for each row, one for the code, one to go on. */
const basket: Page = (company) =>
  page(
    'Your basket',
    `<table><thead><tr><th>Item</th><th>Price</th><th>Quantity</th><th></th></tr></thead><tbody>${[
      ...company.basket,
    ]
      .map(([number, quantity]) => {
        const part = PARTS.find((each) => each.number === number);
        return `<tr><td>${part?.name}</td><td>${pounds(part?.price ?? 0)}</td><td><form method="post" action="/basket/change"><input type="hidden" name="number" value="${number}"><input type="number" name="quantity" value="${quantity}" aria-label="Quantity"><button>Update</button></form></td><td><form method="post" action="/basket/remove"><input type="hidden" name="number" value="${number}"><button title="Remove ${part?.name}">✕</button></form></td></tr>`;
      })
      .join('')}</tbody></table>
    ${company.log
      .filter((entry) => entry.startsWith('code '))
      .map((entry) => `<p>Code ${entry.slice(5)} was applied.</p>`)
      .join('')}
    <p>Total: <strong>${pounds(basketTotal(company))}</strong></p><form method="post" action="/basket/code"><input name="code" placeholder="Discount code"> <button>Apply</button></form><p><a href="/checkout">Proceed to checkout</a></p>`,
  );

const checkout: Page = () =>
  page(
    'Checkout',
    `<form method="post" action="/checkout"><label>Purchase order number <input name="po" required></label><label>Delivery date <input type="date" name="date"></label>
    <fieldset><legend>Delivery time</legend>${['Morning', 'Afternoon', 'Evening'].map((slot) => `<label><input type="radio" name="slot" value="${slot}"> ${slot}</label>`).join('')}</fieldset>
    <label>Deliver to <select name="to"><option>Main gate</option><option>Back yard</option><option>Reception</option></select></label>
    <label><input type="checkbox" name="insured" value="yes"> Insure the parcel</label><label>Notes for the driver <textarea name="notes"></textarea></label><label><input type="checkbox" name="terms" value="yes" required> I accept the terms</label><button>Place order</button></form>`,
  );

const quickOrder: Page = () =>
  page(
    'Quick order',
    `<form method="post" action="/quick-order"><p><label>Part number <input name="part"></label></p><p><label>Quantity <input name="quantity" type="number" min="1" max="50"></label></p><p><label>Needed by <input name="needed" placeholder="DD/MM/YYYY"></label></p><p><label>Reference <input name="reference"></label></p><button type="submit">Order now</button></form>`,
  );

export const selling: Readonly<Record<string, Page>> = {
  '/parts': parts,
  '/basket': basket,
  '/checkout': checkout,
  '/quick-order': quickOrder,
};
