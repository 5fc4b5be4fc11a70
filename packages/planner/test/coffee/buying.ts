import { type Company, PARTS, pounds } from './company.ts';
import { type Frame, options, tabList } from './frame.ts';

const A_PAGE = 5;
const SORTS = { part: 'Part', category: 'Category', price: 'Price' };
type Page = (company: Company, query: URLSearchParams) => Frame;

function header(query: URLSearchParams) {
  const link = ([key, name]: [string, string]) => {
    const next = new URLSearchParams(query);
    const isUp = query.get('sort') === key && query.get('dir') !== 'desc';
    next.set('sort', key);
    next.set('dir', isUp ? 'desc' : 'asc');
    next.delete('page');
    return `<th><a href="/parts?${next}">${name}</a></th>`;
  };
  return `<tr><th>No.</th>${Object.entries(SORTS).map(link).join('')}<th>Availability</th><th></th></tr>`;
}

function found(query: URLSearchParams) {
  const asked = (query.get('q') ?? '').toLowerCase();
  const category = query.get('category') || 'All categories';
  const sort = query.get('sort');
  const list = PARTS.filter(
    (part) =>
      `${part.name} ${part.code}`.toLowerCase().includes(asked) &&
      (category === 'All categories' || part.category === category) &&
      (!query.has('instock') || part.stock > 0),
  );
  if (sort === 'price') list.sort((one, other) => one.price - other.price);
  if (sort === 'part') list.sort((one, other) => one.name.localeCompare(other.name));
  if (sort === 'category') list.sort((one, other) => one.category.localeCompare(other.category));
  return query.get('dir') === 'desc' ? list.toReversed() : list;
}

function pager(query: URLSearchParams, at: number, pages: number) {
  const link = (to: number, name: string, label?: string) => {
    const next = new URLSearchParams(query);
    next.set('page', String(to));
    return to === at
      ? `<span aria-current="page">${name}</span> `
      : `<a href="/parts?${next}"${label ? ` aria-label="${label}"` : ''}>${name}</a> `;
  };
  const numbers = Array.from({ length: pages }, (_, index) => link(index + 1, String(index + 1)));
  return `<nav aria-label="Pages">${at > 1 ? link(at - 1, '‹', 'Previous page') : ''}${numbers.join('')}${at < pages ? link(at + 1, '›', 'Next page') : ''}</nav>`;
}

const parts: Page = (_company, query) => {
  const list = found(query);
  const at = Number(query.get('page') ?? 1);
  const rows = list
    .slice((at - 1) * A_PAGE, at * A_PAGE)
    .map(
      ({ code, name, category, price, stock }) =>
        `<tr><td>${code}</td><td><a href="/parts/${code}">${name}</a></td><td>${category}</td><td>${pounds(price)}</td><td>${stock > 0 ? `${stock} available` : 'Sold out'}</td><td><button class="icon" aria-label="Add ${name} to basket"${stock > 0 ? '' : ' disabled'} onclick="add('${code}')">＋</button></td></tr>`,
    );
  return {
    title: 'Parts',
    body: `<form><input type="search" name="q" aria-label="Search parts" value="${query.get('q') ?? ''}"><button aria-label="Search">🔍</button>
    <details${query.has('category') ? ' open' : ''}><summary>Filters</summary><label for="cat">Category</label><select id="cat" name="category">${options(['All categories', 'Steam', 'Brewing', 'Water', 'Grinding', 'Housing', 'Cleaning'], query.get('category') ?? '')}</select> <label><input type="checkbox" name="instock"${query.has('instock') ? ' checked' : ''}> In stock only</label> <button>Apply filters</button></details></form>
    <p>${list.length} parts found</p><table><thead>${header(query)}</thead><tbody>${rows.join('')}</tbody></table>${pager(query, at, Math.max(1, Math.ceil(list.length / A_PAGE)))}
    <script>async function add(code) { if (await post('/basket/add', { code, quantity: 1 })) { const b = $('[href="/basket"]'), n = Number(b.textContent.replace(/\\D/g, '')) + 1; b.textContent = '🛒 ' + n; b.setAttribute('aria-label', 'Basket, ' + n + ' items'); } }</script>`,
  };
};

export function partPage(code: string): Frame | undefined {
  const part = PARTS.find((each) => each.code === code);
  return (
    part && {
      title: part.name,
      body: `<p>Part no. ${code} · <a href="/parts">All parts</a></p><p class="price"><strong>${pounds(part.price)}</strong> excl. VAT</p><p>${part.stock > 0 ? `${part.stock} available` : 'Sold out'}</p>
    <form method="post" action="/basket/add"><input type="hidden" name="code" value="${code}"><label for="qty">Qty</label><input id="qty" type="number" name="quantity" value="1" min="1" max="50"><button${part.stock > 0 ? '' : ' disabled'}>Add to basket</button></form>
    ${tabList([
      ['about', 'Description'],
      ['fit', 'Compatibility'],
      ['said', 'Reviews'],
    ])}
    <div id="about"><p>Genuine Brewline part, with a two-year warranty.</p></div><div id="fit" hidden><p>Fits: ${part.fits}</p></div><div id="said" hidden><p>Rated 4.6 out of 5 by 31 customers.</p></div>`,
    }
  );
}

const basket: Page = ({ basket: inside }) => {
  const lines = PARTS.flatMap((part) => {
    const quantity = inside.get(part.code);
    return quantity ? [{ ...part, quantity }] : [];
  });
  const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (lines.length === 0) return { title: 'Your basket', body: '<p>Your basket is empty.</p>' };
  return {
    title: 'Your basket',
    body: `<table><thead><tr><th>Part</th><th>Price each</th><th>Quantity</th><th>Line total</th><th></th></tr></thead><tbody>${lines
      .map(
        ({ code, name, price, quantity }) =>
          `<tr><td>${name}</td><td>${pounds(price)}</td><td><input type="number" aria-label="Quantity" value="${quantity}" min="1" onchange="change('${code}', this.value)"></td><td>${pounds(price * quantity)}</td><td><form method="post" action="/basket/remove"><input type="hidden" name="code" value="${code}"><button class="icon" aria-label="Remove ${name}">🗑</button></form></td></tr>`,
      )
      .join('')}</tbody></table><p>Total: <b id="total">${pounds(total)}</b></p>
    <details><summary>Have a voucher?</summary><form method="post" action="/basket/voucher"><input name="voucher" placeholder="Voucher code"><button>Apply</button></form></details>
    <a href="/checkout">Proceed to checkout</a>
    <script>async function change(code, quantity) { if (await post('/basket/change', { code, quantity })) location.reload(); }</script>`,
  };
};

const checkout: Page = () => ({
  title: 'Checkout',
  body: `<form method="post" action="/checkout"><fieldset><legend>Where shall we deliver?</legend>
  <div class="row"><label for="who">Recipient</label><input id="who" name="recipient" autocomplete="name" required></div>
  <div class="row"><label for="st">Street and house number</label><input id="st" name="street" autocomplete="street-address" required></div>
  <div class="row"><label for="pc">Postcode</label><input id="pc" name="postcode" autocomplete="postal-code" required> <label for="tn">Town</label><input id="tn" name="town" autocomplete="address-level2" required></div>
  <div class="row"><label for="co">Country</label><select id="co" name="country">${options(['United Kingdom', 'Ireland', 'France', 'Germany'])}</select></div></fieldset>
  <fieldset><legend>Shipping</legend><label><input type="radio" name="shipping" value="standard" checked> Standard (free)</label> <label><input type="radio" name="shipping" value="express"> Express (£7.50)</label></fieldset>
  <div class="row"><label>Delivery date <input type="date" name="date"></label></div><div class="row"><textarea name="note" placeholder="Note for the driver"></textarea></div>
  <div class="row"><label><input type="checkbox" name="terms" value="yes" required> I agree to the terms of sale</label></div><button>Place order</button></form>`,
});

export const buying: Readonly<Record<string, Page>> = {
  '/parts': parts,
  '/basket': basket,
  '/checkout': checkout,
  '/checkout/done': () => ({
    title: 'Order placed',
    body: '<p role="status">Thank you! Your order number is <b>1010</b>.</p>',
  }),
};
