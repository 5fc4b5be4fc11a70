import { page } from './frame.ts';

const goods = [
  ['Oak desk', 'Furniture', 'Norrland', 289, 4.6, 3],
  ['Cork board', 'Office', 'Plaza', 18.9, 4.1, 40],
  ['Desk lamp Aria', 'Lighting', 'Lumo', 54.5, 4.8, 12],
  ['Paper tray', 'Office', 'Plaza', 11.2, 3.9, 0],
  ['Floor lamp Vega', 'Lighting', 'Lumo', 129, 4.4, 5],
  ['Stacking chair', 'Furniture', 'Norrland', 62, 4.2, 25],
  ['Whiteboard', 'Office', 'Plaza', 74, 4.5, 8],
  ['Wall clock', 'Office', 'Tempo', 27.4, 4.0, 15],
] as const;

/** What is for sale: the catalogue, a product, the cart and the order form. */
export const selling: Readonly<Record<string, string>> = {
  '/catalogue': page(
    'Catalogue',
    `<div class="row"><fieldset><legend>Category</legend>${['Furniture', 'Lighting', 'Office'].map((kind) => `<label><input type="checkbox" value="${kind}" onchange="filter('category ' + this.value + ' ' + this.checked)">${kind}</label>`).join('')}</fieldset>
    <div><span>Price up to <output id="cap">300</output></span><input type="range" id="price" min="0" max="300" step="10" value="300" aria-label="Maximum price" oninput="el('cap').textContent = value" onchange="filter('up to ' + value)"></div>
    <div class="dropdown"><div class="select-box" role="button" tabindex="0" onclick="drop(this)"><span id="order">Sort by: Name</span></div><div class="dropdown-menu" hidden>${['Name', 'Price: low to high', 'Price: high to low', 'Rating'].map((how) => `<div class="select-item" onclick="el('order').textContent = 'Sort by: ${how}'; this.parentElement.hidden = true; sortBy('${how}')">${how}</div>`).join('')}</div></div>
    <label class="row"><div class="toggle" role="switch" aria-checked="false" tabindex="0" aria-label="In stock only" onclick="const on = this.classList.toggle('is-on'); this.setAttribute('aria-checked', on); filter('in stock ' + on)"></div>In stock only</label></div>
    <p id="found"></p><div class="grid" id="goods"></div><ul class="row" id="pages"></ul>
    <script>const goods = ${JSON.stringify(goods)}; let shown = 0, order = 'Name';
    function list() { const kinds = pick('fieldset input:checked').map((box) => box.value), by = { 'Name': (a, b) => a[0].localeCompare(b[0]), 'Price: low to high': (a, b) => a[3] - b[3], 'Price: high to low': (a, b) => b[3] - a[3], 'Rating': (a, b) => b[4] - a[4] };
      return goods.filter((one) => (!kinds.length || kinds.includes(one[1])) && one[3] <= +el('price').value && (!document.querySelector('.toggle.is-on') || one[5])).sort(by[order]); }
    function show() { const found = list(), pages = Math.ceil(found.length / 3); el('found').textContent = found.length + ' products';
      el('goods').innerHTML = found.slice(shown * 3, shown * 3 + 3).map(([name, kind, maker, price, stars, stock]) => '<div class="card"><h5><a href="/product">' + name + '</a></h5><small>' + maker + '</small><div class="price">€' + price.toFixed(2) + '</div><div>★ ' + stars + '</div><div>' + (stock ? stock + ' in stock' : 'Sold out') + '</div><button ' + (stock ? '' : 'disabled') + ' onclick="tell(\\'cart ' + name + '\\', \\'Added to cart\\')">Add to cart</button> <span class="btn" role="button" aria-label="Add to wish list" onclick="this.textContent = \\'♥\\'; tell(\\'wish ' + name + '\\', \\'\\')">♡</span></div>').join('');
      el('pages').innerHTML = Array.from({ length: pages }, (_, at) => '<li><a href="#" class="' + (at === shown ? 'active' : '') + '" onclick="shown = ' + at + '; show(); return false">' + (at + 1) + '</a></li>').join('') + '<li><a href="#" ' + (shown + 1 < pages ? '' : 'aria-disabled="true" ') + 'onclick="if (shown + 1 < ' + pages + ') { shown += 1; show(); } return false">›</a></li>'; el('pages').lastChild.firstChild.title = 'Next page'; }
    function filter(what) { shown = 0; show(); tell(what, ''); } function sortBy(how) { order = how; shown = 0; show(); tell('sort ' + how, ''); } show();</script>`,
  ),
  '/product': page(
    'Desk lamp Aria',
    `<div class="row"><div><p class="price">€54.50 <s>€64.00</s></p><dl><dt>Maker</dt><dd>Lumo</dd><dt>Weight</dt><dd>1.8 kg</dd><dt>Bulb</dt><dd>LED, 9 W</dd><dt>Article no.</dt><dd>L-2204</dd></dl><p>Ships within 2 working days</p></div>
    <div><div>Colour: <b id="shade">White</b></div><div class="row">${['White', 'Black', 'Sage green'].map((shade) => `<span class="swatch" title="${shade}" onclick="el('shade').textContent = this.title; pick('.swatch').forEach((one) => one.classList.toggle('active', one === this))">⬤</span>`).join('')}</div>
    <div class="row">Quantity <button aria-label="Decrease" onclick="el('many').value = Math.max(1, el('many').value - 1)">−</button><input id="many" value="1" size="3" aria-label="Quantity"><button aria-label="Increase" onclick="el('many').value = +el('many').value + 1">+</button></div>
    <div class="row seg" role="radiogroup" aria-label="Plug">${['EU', 'UK', 'US'].map((plug) => `<span role="radio" aria-checked="${plug === 'EU'}" tabindex="0" onclick="pick('.seg span').forEach((one) => one.setAttribute('aria-checked', one === this))">${plug}</span>`).join('')}</div>
    <label><input type="checkbox" id="gift"> Gift wrap (+€3)</label><p><button class="btn" onclick="tell(['cart', el('many').value, el('shade').textContent, document.querySelector('.seg [aria-checked=true]').textContent, el('gift').checked ? 'gift' : ''].filter(Boolean).join(' '), 'Added to your cart')">Add to cart</button></p></div></div>
    <div role="tablist" class="row">${['Description', 'Reviews', 'Shipping'].map((name, at) => `<div role="tab" aria-selected="${at === 0}" tabindex="0" onclick="pick('[role=tab]').forEach((one) => one.setAttribute('aria-selected', one === this)); pick('[role=tabpanel]').forEach((one, at) => { one.hidden = at !== ${at}; })">${name}</div>`).join('')}</div>
    <div role="tabpanel"><p>A lamp for those who read late.</p></div>
    <div role="tabpanel" hidden><div class="review"><strong>Maren T.</strong> <span>★★★★★</span><p>Bright and quiet.</p></div><div class="review"><strong>Julio</strong> <span>★★☆☆☆</span><p>The cord is short.</p></div><h4>Your review</h4><div class="row" id="stars">${[1, 2, 3, 4, 5].map((n) => `<i class="star" data-value="${n}" title="${n} star${n > 1 ? 's' : ''}" onclick="this.parentElement.dataset.rating = ${n}; pick('.star').forEach((one, at) => { one.textContent = at < ${n} ? '★' : '☆'; })">☆</i>`).join('')}</div><textarea id="words" placeholder="Tell others what you think"></textarea><button onclick="if (!el('stars').dataset.rating) { el('rate').textContent = 'Please give a rating'; return; } tell('review ' + el('stars').dataset.rating + ' ' + el('words').value, 'Thank you for your review')">Post review</button><p id="rate" class="text-danger"></p></div>
    <div role="tabpanel" hidden><table><tr><th>Standard</th><td>€4.90</td><td>3–5 days</td></tr><tr><th>Express</th><td>€12.50</td><td>next day</td></tr></table></div>`,
  ),
  '/cart': page(
    'Your cart',
    `<table id="lines"><thead><tr><th>Product</th><th>Qty</th><th>Price</th><th></th></tr></thead><tbody>${[
      ['Cork board', 2, '€37.80'],
      ['Wall clock', 1, '€27.40'],
    ]
      .map(
        ([name, many, price]) =>
          `<tr><td>${name}</td><td><input type="number" min="1" max="20" value="${many}" aria-label="Quantity of ${name}" onchange="if (this.validity.valid) tell('quantity ${name} ' + value, 'Cart updated'); else el('wrong').textContent = 'At most 20 pieces'"></td><td>${price}</td><td><button aria-label="Remove ${name}" onclick="this.closest('tr').remove(); tell('remove ${name}', 'Removed')">×</button></td></tr>`,
      )
      .join('')}</tbody></table><p id="wrong" class="text-danger"></p>
    <div class="row"><input placeholder="Discount code" id="code"><button onclick="if (el('code').value === 'FALL10') { tell('code FALL10', 'Discount applied'); el('off').textContent = 'Discount −€6.52'; } else el('wrong').textContent = 'This code is not valid.'">Apply</button></div>
    <p>Subtotal <b>€65.20</b></p><p id="off"></p><p>Delivery <b>€4.90</b></p><p>Total <b>€70.10</b></p><a class="btn" href="/checkout">Proceed to checkout</a>`,
  ),
  '/checkout': page(
    'Checkout',
    `<form onsubmit="event.preventDefault(); if (!el('terms').checked) { el('bad').textContent = 'Please accept the terms.'; return; } const f = new FormData(this); tell('order ' + ['name', 'street', 'zip', 'city', 'country', 'way', 'day', 'slot'].map((key) => f.get(key)).filter(Boolean).join('; '), ''); this.outerHTML = '<h3>Thank you for your order</h3><p>Order number: <b>LS-5088</b></p>'" novalidate>
    <div class="field"><label for="n">Full name</label><input id="n" name="name"></div><div class="field"><label for="s">Street and number</label><input id="s" name="street"></div><div class="row"><div><label for="z">Postcode</label><input id="z" name="zip"></div><div><label for="c">City</label><input id="c" name="city"></div></div><div><label for="land">Country</label><select id="land" name="country"><option>Ireland</option><option>Portugal</option><option>Sweden</option></select></div>
    <fieldset><legend>Delivery method</legend><label><input type="radio" name="way" value="standard" checked> Standard, €4.90</label><label><input type="radio" name="way" value="express"> Express, €12.50</label><label><input type="radio" name="way" value="pickup"> Collect from shop</label></fieldset>
    <div><label for="d">Preferred day</label><input type="date" id="d" name="day"></div><div><label for="t">Time slot</label><select id="t" name="slot"><option value="">No preference</option><option>8–12</option><option>12–16</option></select></div>
    <label><input type="checkbox" id="terms"> I accept the terms and conditions</label><p id="bad" class="text-danger"></p><button>Place order</button></form>`,
  ),
};
