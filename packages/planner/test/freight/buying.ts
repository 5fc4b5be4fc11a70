import { type Company, ITEMS, pounds } from './company.ts';
import { options, page, pager } from './frame.ts';

type Page = (company: Company, query: URLSearchParams) => string;

const A_PAGE = 5;

/** Cards of a shop with a search, a category, an order and pages, all by the address. */
const supplies: Page = (_company, query) => {
  const asked = (query.get('q') ?? '').toLowerCase();
  const category = query.get('category') ?? 'All';
  const order = query.get('sort') ?? 'Name';
  const found = ITEMS.filter(
    (item) => item.name.toLowerCase().includes(asked) && (category === 'All' || item.category === category),
  );
  if (order.startsWith('Price')) found.sort((one, other) => one.price - other.price);
  if (order.endsWith('high to low')) found.reverse();
  const at = Number(query.get('page') ?? 1);
  const cards = found
    .slice((at - 1) * A_PAGE, at * A_PAGE)
    .map(
      ({ code, name, price, stock }) =>
        `<div class="card"><h3><a href="/supplies/${code}">${name}</a></h3><p class="price">${pounds(price)}</p><p>${stock > 0 ? `${stock} in stock` : 'Out of stock'}</p><form method="post" action="/basket/add"><input type="hidden" name="code" value="${code}"><button${stock > 0 ? '' : ' disabled'}>Add to basket</button></form></div>`,
    );
  return page(
    'Packing supplies',
    `<form action="/supplies"><input type="search" name="q" placeholder="Search supplies" value="${query.get('q') ?? ''}"><label>Category <select name="category">${options(['All', 'Boxes', 'Wrapping', 'Tape', 'Labels', 'Pallets', 'Protection'], category)}</select></label><label>Sort by <select name="sort">${options(['Name', 'Price: low to high', 'Price: high to low'], order)}</select></label><button>Show</button></form>
    <p>${found.length} products</p><div>${cards.join('')}</div>${pager('/supplies', query, at, Math.max(1, Math.ceil(found.length / A_PAGE)))}`,
  );
};

export function itemPage(code: string): string | undefined {
  const item = ITEMS.find((each) => each.code === code);
  return (
    item &&
    page(
      item.name,
      `<dl><dt>Item code</dt><dd>${item.code}</dd><dt>Price</dt><dd>${pounds(item.price)}</dd><dt>Category</dt><dd>${item.category}</dd><dt>Dimensions</dt><dd>${item.size}</dd><dt>In stock</dt><dd>${item.stock}</dd></dl><form method="post" action="/basket/add"><input type="hidden" name="code" value="${code}"><label>Quantity <input type="number" name="quantity" min="1" value="1"></label><button${item.stock > 0 ? '' : ' disabled'}>Add to basket</button></form><p><a href="/supplies">Back to all supplies</a></p>`,
    )
  );
}

function lines({ basket }: Company) {
  return ITEMS.flatMap((item) => {
    const quantity = basket.get(item.code);
    return quantity ? [{ ...item, quantity }] : [];
  });
}

const basket: Page = (company) => {
  const rows = lines(company);
  const total = rows.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return page(
    'Your basket',
    `<table><thead><tr><th>Item</th><th>Price</th><th>Quantity</th><th></th></tr></thead><tbody>${rows.map(({ code, name, price, quantity }) => `<tr><td>${name}</td><td>${pounds(price)}</td><td><form method="post" action="/basket/change"><input type="hidden" name="code" value="${code}"><input type="number" name="quantity" aria-label="Quantity of ${name}" min="1" value="${quantity}"> <button>Update</button></form></td><td><form method="post" action="/basket/remove"><input type="hidden" name="code" value="${code}"><button>Remove</button></form></td></tr>`).join('')}</tbody></table>
    <p>Total: <strong>${pounds(total)}</strong></p><p>Delivery is free on orders over £50.</p>
    <form method="post" action="/basket/code"><label>Promo code <input name="promo"></label><button>Apply</button></form><p><a href="/checkout">Check out</a></p>`,
  );
};

const checkout: Page = () =>
  page(
    'Check out',
    `<form method="post" action="/checkout"><label>PO number <input name="po" required></label><fieldset><legend>Delivery</legend><label><input type="radio" name="delivery" value="standard" required> Standard delivery</label><label><input type="radio" name="delivery" value="next day"> Next-day delivery</label></fieldset><label>Instructions <textarea name="instructions"></textarea></label><label><input type="checkbox" name="terms" value="yes" required> I accept the terms</label><button>Place order</button></form>`,
  );

export const buying: Readonly<Record<string, Page>> = {
  '/supplies': supplies,
  '/basket': basket,
  '/checkout': checkout,
  '/ordered': () =>
    page('Thank you', '<p role="status">Your order was placed.</p><p>Order number: <b>PO-66031</b></p>'),
};
