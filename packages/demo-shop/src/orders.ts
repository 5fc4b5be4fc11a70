import { GIFT_WRAP_PRICE, productBySlug, shippingMethods } from './catalogue.ts';
import { type CheckoutForm, priceOf } from './pages/buying.ts';
import type { CartLine } from './session.ts';

/** A placed order. Prices are in pence. */
export interface Order {
  /** `SH-10001`, counting up for as long as the server runs. */
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly country: string;
  readonly giftWrap: boolean;
  readonly shipping: string;
  readonly shippingPrice: number;
  readonly lines: readonly {
    readonly product: string;
    readonly colour: string;
    readonly size: string;
    readonly quantity: number;
    readonly price: number;
  }[];
  readonly total: number;
}

const FIRST_NUMBER = 10_001;

/** Creates the order of a checkout; `before` is the number of earlier orders. */
export function placeOrder(form: CheckoutForm, cart: readonly CartLine[], before: number): Order {
  const method = shippingMethods.find(({ id }) => id === form.shipping) ?? shippingMethods[0];
  const lines = cart.map((line) => ({
    product: productBySlug(line.slug)?.name ?? '',
    colour: line.colour,
    size: line.size,
    quantity: line.quantity,
    price: priceOf(line),
  }));
  const goods = lines.reduce((sum, { price }) => sum + price, 0);
  return {
    number: `SH-${FIRST_NUMBER + before}`,
    name: form.name,
    email: form.email,
    address: form.address,
    country: form.country,
    giftWrap: form.gift,
    shipping: method.name,
    shippingPrice: method.price,
    lines,
    total: goods + method.price + (form.gift ? GIFT_WRAP_PRICE : 0),
  };
}
