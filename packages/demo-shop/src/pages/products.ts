import { money, type Product, products } from '../catalogue.ts';
import { html, type Html } from '../html.ts';
import { picture } from '../picture.ts';
import type { Page } from './layout.ts';

function price({ price, formerPrice }: Product): Html {
  return html`<span class="price">${money(price)}</span
    >${formerPrice !== undefined && html`<s class="former">${money(formerPrice)}</s>`}`;
}

function card(product: Product): Html {
  return html`<li>
    <article class="card" id="product-${product.slug}">
      <a
        class="picture"
        href="/products/${product.slug}"
        tabindex="-1"
        aria-hidden="true"
        style="background:${product.tint[1]}"
        >${picture(product)}</a
      >
      <div class="body">
        <h3><a href="/products/${product.slug}">${product.name}</a></h3>
        <p class="tagline">${product.tagline}</p>
        <div class="foot">
          <span>${price(product)}</span>
          <form action="/cart" method="post">
            <input type="hidden" name="product" value="${product.slug}" />
            <button aria-label="Add ${product.name} to cart">Add to cart</button>
          </form>
        </div>
      </div>
    </article>
  </li> `;
}

function cards(shown: readonly Product[]): Html {
  return html`<ul class="products">
    ${shown.map(card)}
  </ul>`;
}

/** All products, below a link to the deals. */
export function homePage(): Page {
  return {
    title: 'Home',
    path: '/',
    body: html`<section class="hero">
        <div>
          <h1>Good things for the table</h1>
          <p>
            Teapots, cups and bowls from small workshops. Made slowly, packed carefully, at your door in days.
          </p>
          <a class="button" href="/deals">See this week's deals</a>
        </div>
        ${picture({ shape: 'teapot', tint: ['#cfe5dc', ''] })}
      </section>
      <h2 id="products">Our products</h2>
      ${cards(products)}`,
  };
}

/** `query` as it was typed, and the products to show for it. */
export function searchPage(query: string, found: readonly Product[]): Page {
  return {
    title: `Search: ${query}`,
    path: '/search',
    query,
    body: html`<div class="page">
      <h1>Results for “${query}”</h1>
      <p class="hint" id="result-count">
        ${found.length === 1 ? '1 product' : `${found.length} products`} found
      </p>
      ${found.length === 0 ? html`<p>Nothing fits. Try “teapot” or “bowl”.</p>` : cards(found)}
    </div>`,
  };
}

function options(values: readonly string[]): Html[] {
  return values.map((value) => html`<option>${value}</option>`);
}

/** A product, with the form that adds it to the cart. */
export function productPage(product: Product): Page {
  return {
    title: product.name,
    path: `/products/${product.slug}`,
    body: html`<div class="page product">
      <div class="picture" style="background:${product.tint[1]}">${picture(product)}</div>
      <div>
        <h1>${product.name}</h1>
        <p class="price" data-testid="price">${money(product.price)}</p>
        <p>${product.description}</p>
        <form action="/cart" method="post">
          <input type="hidden" name="product" value="${product.slug}" />
          <div class="row">
            <div class="field">
              <label for="colour">Colour</label
              ><select id="colour" name="colour">
                ${options(product.colours)}
              </select>
            </div>
            <div class="field">
              <label for="size">Size</label
              ><select id="size" name="size">
                ${options(product.sizes)}
              </select>
            </div>
          </div>
          <div class="field" style="max-width:140px">
            <label for="quantity">Quantity</label
            ><input id="quantity" type="number" name="quantity" value="1" min="1" max="99" required />
          </div>
          <button>Add to cart</button>
        </form>
        <p class="hint">Free returns within 30 days.</p>
      </div>
    </div>`,
  };
}

/** The products that have a former price, with what is saved in whole percent. */
export function dealsPage(): Page {
  return {
    title: 'Deals',
    path: '/deals',
    body: html`<div class="page">
      <h1>Deals</h1>
      <p>Until Sunday, or while they last.</p>
      <table id="deals">
        <caption>
          Deals of the week
        </caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" class="number">Was</th>
            <th scope="col" class="number">Now</th>
            <th scope="col">You save</th>
          </tr>
        </thead>
        <tbody>
          ${products.flatMap((product) =>
            product.formerPrice === undefined
              ? []
              : [
                  html`<tr>
                    <th scope="row"><a href="/products/${product.slug}">${product.name}</a></th>
                    <td class="number">${money(product.formerPrice)}</td>
                    <td class="number">${money(product.price)}</td>
                    <td>
                      <span class="badge"
                        >${Math.round(100 - (100 * product.price) / product.formerPrice)}%</span
                      >
                    </td>
                  </tr> `,
                ],
          )}
        </tbody>
      </table>
    </div>`,
  };
}
