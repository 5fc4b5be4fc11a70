import { countries, GIFT_WRAP_PRICE, money, productBySlug, shippingMethods } from '../catalogue.ts';
import { html } from '../html.ts';
import type { Order } from '../orders.ts';
import type { CartLine } from '../session.ts';
import type { Page } from './layout.ts';

/** Pence for all pieces of a line; 0 for a product that the shop does not have. */
export function priceOf({ slug, quantity }: CartLine): number {
  return (productBySlug(slug)?.price ?? 0) * quantity;
}

/** Pence for all lines, without shipping and gift wrap. */
export function subtotalOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + priceOf(line), 0);
}

/** Each line is removed by its index in `lines`. */
export function cartPage(lines: readonly CartLine[]): Page {
  return {
    title: 'Cart',
    path: '/cart',
    body:
      lines.length === 0
        ? html`<div class="page">
            <h1>Your cart</h1>
            <p>Your cart is empty.</p>
            <p><a class="button" href="/">Continue shopping</a></p>
          </div>`
        : html`<div class="page">
            <h1>Your cart</h1>
            <div class="two">
              <table id="cart">
                <thead>
                  <tr>
                    <th scope="col">Product</th>
                    <th scope="col">Options</th>
                    <th scope="col" class="number">Quantity</th>
                    <th scope="col" class="number">Price</th>
                    <th><span class="visually-hidden">Actions</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${lines.map((line, index) => {
                    const name = productBySlug(line.slug)?.name ?? '';
                    return html`<tr>
                      <th scope="row"><a href="/products/${line.slug}">${name}</a></th>
                      <td>${line.colour}, ${line.size}</td>
                      <td class="number">${line.quantity}</td>
                      <td class="number">${money(priceOf(line))}</td>
                      <td>
                        <form action="/cart/remove" method="post">
                          <input type="hidden" name="line" value="${index}" /><button
                            class="quiet"
                            aria-label="Remove ${name}"
                          >
                            Remove
                          </button>
                        </form>
                      </td>
                    </tr> `;
                  })}
                </tbody>
              </table>
              <div class="panel">
                <h2>Summary</h2>
                <dl class="sums">
                  <dt>Pieces</dt>
                  <dd>${lines.reduce((sum, { quantity }) => sum + quantity, 0)}</dd>
                  <dt class="grand">Total</dt>
                  <dd class="grand" id="cart-total">${money(subtotalOf(lines))}</dd>
                </dl>
                <p class="hint">Shipping is added at checkout.</p>
                <a class="button" href="/checkout">Checkout</a>
              </div>
            </div>
          </div>`,
  };
}

export interface CheckoutForm {
  name: string;
  email: string;
  address: string;
  country: string;
  gift: boolean;
  shipping: string;
}

/** `form` fills the fields in; `error` is shown unless it is null. */
export function checkoutPage(lines: readonly CartLine[], form: CheckoutForm, error: string | null): Page {
  return {
    title: 'Checkout',
    path: '/checkout',
    body: html`<div class="page">
      <h1>Checkout</h1>
      <div class="two">
        <form class="panel" action="/checkout" method="post" id="checkout">
          ${error !== null && html`<p class="error" role="alert" id="error">${error}</p>`}
          <div class="row">
            <div class="field">
              <label for="full-name">Full name</label
              ><input id="full-name" name="name" autocomplete="name" value="${form.name}" />
            </div>
            <div class="field">
              <label for="email">Email</label
              ><input id="email" type="email" name="email" autocomplete="email" value="${form.email}" />
            </div>
          </div>
          <div class="field">
            <label for="address">Address</label
            ><input id="address" name="address" autocomplete="street-address" value="${form.address}" />
          </div>
          <div class="field">
            <label for="country">Country</label
            ><select id="country" name="country">
              ${countries.map((country) => (country === form.country ? html`<option selected>${country}</option>` : html`<option>${country}</option>`))}
            </select>
          </div>
          <fieldset>
            <legend>Shipping</legend>
            ${shippingMethods.map(
              ({ id, name, note, price }) =>
                html`<div class="choice">
                  <input
                    type="radio"
                    id="shipping-${id}"
                    name="shipping"
                    value="${id}"
                    aria-describedby="note-${id}"
                    ${form.shipping === id ? html` checked` : ''}
                  /><label for="shipping-${id}">${name}</label>
                  <small id="note-${id}">${note}, ${price === 0 ? 'free' : money(price)}</small>
                </div> `,
            )}
          </fieldset>
          <div class="choice">
            <input
              type="checkbox"
              id="gift"
              name="gift"
              value="yes"
              ${form.gift ? html` checked` : ''}
              aria-describedby="note-gift"
            /><label for="gift">Gift wrap</label> <small id="note-gift">${money(GIFT_WRAP_PRICE)}</small>
          </div>
          <p><button>Place order</button></p>
        </form>
        <aside class="panel">
          <h2>Your order</h2>
          <dl class="sums">
            ${lines.map(
              (line) =>
                html`<dt>${line.quantity} × ${productBySlug(line.slug)?.name}</dt>
                  <dd>${money(priceOf(line))}</dd>`,
            )}
            <dt class="grand">Subtotal</dt>
            <dd class="grand">${money(subtotalOf(lines))}</dd>
          </dl>
        </aside>
      </div>
    </div>`,
  };
}

/** Shows an order, whose prices are in pence. */
export function confirmationPage(order: Order): Page {
  return {
    title: 'Order confirmed',
    path: '/confirmation',
    body: html`<div class="page">
      <div class="panel narrow" style="max-width:640px">
        <h1>Thank you, ${order.name}</h1>
        <p>
          We have your order and will write to <strong id="order-email">${order.email}</strong> when it is on
          its way.
        </p>
        <p data-testid="order-number">Order number: ${order.number}</p>
        <dl class="sums">
          ${order.lines.map(
            (line) =>
              html`<dt>${line.quantity} × ${line.product} (${line.colour}, ${line.size})</dt>
                <dd>${money(line.price)}</dd>`,
          )}
          <dt>Shipping (${order.shipping})</dt>
          <dd>${money(order.shippingPrice)}</dd>
          ${
            order.giftWrap &&
            html`<dt>Gift wrap</dt>
              <dd>${money(GIFT_WRAP_PRICE)}</dd>`
          }
          <dt class="grand">Total</dt>
          <dd class="grand" id="order-total">${money(order.total)}</dd>
        </dl>
        <p><a class="button" href="/">Continue shopping</a></p>
      </div>
    </div>`,
  };
}
