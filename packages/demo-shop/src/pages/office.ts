import { products, type Product } from '../catalogue.ts';
import { html, type Html } from '../html.ts';
import type { Page } from './layout.ts';

/** The secret for an authenticator app. Printed on the page, so that every visitor can confirm. */
export const OFFICE_SECRET = 'JBSWY3DPEHPK3PXP';
const ROWS_PER_PAGE = 3;

function inPanel(title: string, body: Html): Page {
  return {
    title,
    path: '/office',
    body: html`<div class="page">
      <div class="panel narrow">
        <h1>${title}</h1>
        ${body}
      </div>
    </div>`,
  };
}

/** Pieces in stock; the same on every day. */
export function piecesOf({ price }: Product): number {
  return (price % 97) + 3;
}

/** Links to all pages of the office. */
export function officePage(): Page {
  return inPanel(
    'Office',
    html`<ul>
      <li><a href="/office/stock">Stock</a></li>
      <li><a href="/office/count">Count the stock</a></li>
      <li><a href="/office/prices.csv" download>Price list (CSV)</a></li>
      <li><a href="/office/upload">Upload a price list</a></li>
      <li><a href="/office/code">Confirm with a one-time code</a></li>
    </ul>`,
  );
}

/** A page of the stock, counted from 1. */
export function stockPage(page: number): Page {
  const first = (page - 1) * ROWS_PER_PAGE;
  const isLast = first + ROWS_PER_PAGE >= products.length;
  return inPanel(
    `Stock, page ${page}`,
    html`<table id="stock">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Pieces</th>
          </tr>
        </thead>
        <tbody>
          ${products.slice(first, first + ROWS_PER_PAGE).map(
            (product) =>
              html`<tr>
                <td>${product.name}</td>
                <td>${piecesOf(product)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${isLast ? null : html`<p><a rel="next" href="/office/stock?page=${page + 1}">Next page</a></p>`}`,
  );
}

/** `saved` is the count that has just been sent; null before. */
export function countPage(saved: { product: string; pieces: string } | null): Page {
  return inPanel(
    'Count the stock',
    html`${saved && html`<p role="status" id="saved">Saved: ${saved.product}, ${saved.pieces} pieces</p>`}
      <form action="/office/count" method="post">
        <div class="field">
          <label for="product">Product</label><input id="product" name="product" required />
        </div>
        <div class="field">
          <label for="pieces">Pieces</label><input id="pieces" name="pieces" type="number" min="0" required />
        </div>
        <button>Save</button>
      </form>`,
  );
}

/** `received` is the list that has just been sent, with its number of lines; null before. */
export function uploadPage(received: { filename: string; lines: number } | null): Page {
  return inPanel(
    'Upload a price list',
    html`${received && html`<p role="status" id="received">Received: ${received.filename}, ${received.lines} lines</p>`}
      <form action="/office/upload" method="post" enctype="multipart/form-data">
        <div class="field">
          <label for="list">Price list</label><input id="list" name="list" type="file" required />
        </div>
        <button>Send</button>
      </form>`,
  );
}

/** The form, with an error after a refused code; only a confirmation after an accepted one. */
export function codePage(outcome: 'asked' | 'accepted' | 'refused'): Page {
  if (outcome === 'accepted') return inPanel('Confirmed', html`<p>The code was accepted.</p>`);
  return inPanel(
    'One-time code',
    html`${outcome === 'refused' && html`<p class="error" role="alert" id="error">The code is wrong.</p>`}
      <form action="/office/code" method="post">
        <div class="field">
          <label for="code">One-time code</label
          ><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" />
        </div>
        <button>Confirm</button>
      </form>
      <p class="hint">For the demo: the secret of the authenticator app is <code>${OFFICE_SECRET}</code></p>`,
  );
}
