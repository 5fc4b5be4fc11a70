import { countries, productBySlug, searchProducts, shippingMethods } from './catalogue.ts';
import { OFFICE_ROUTES } from './office.ts';
import { type Order, placeOrder } from './orders.ts';
import { cartPage, checkoutPage, type CheckoutForm, confirmationPage } from './pages/buying.ts';
import type { Page } from './pages/layout.ts';
import { accountPage, demoAccount, loginPage } from './pages/account.ts';
import { aboutPage, contactPage, missingPage } from './pages/information.ts';
import { dealsPage, homePage, productPage, searchPage } from './pages/products.ts';
import { addToCart, MAX_OF_ONE, type Session } from './session.ts';

export interface File {
  contentType: string;
  text: string;
  /** Given: the browser saves it under this name. */
  filename?: string;
}

/** A page, a file, or the path of a redirect. */
export type Answer = { page: Page; status?: number } | { file: File; status?: number } | { location: string };

export interface Visit {
  method: string;
  url: URL;
  form: URLSearchParams;
  session: Session;
  orders: Order[];
}

function page(shown: Page, status = 200): Answer {
  return { page: shown, status };
}
function onTo(location: string): Answer {
  return { location };
}

function emptyCheckout(session: Session): CheckoutForm {
  return {
    name: '',
    email: session.user ?? '',
    address: '',
    country: countries[0],
    gift: false,
    shipping: 'standard',
  };
}

function checkoutOf(form: URLSearchParams): CheckoutForm {
  return {
    name: form.get('name')?.trim() ?? '',
    email: form.get('email')?.trim() ?? '',
    address: form.get('address')?.trim() ?? '',
    country: form.get('country') ?? '',
    gift: form.get('gift') === 'yes',
    shipping: form.get('shipping') ?? '',
  };
}

function problemOf({ name, email, address, country, shipping }: CheckoutForm): string | null {
  if (name === '') return 'Please enter your full name.';
  if (!/^[^\s@]+@[^\s@]+$/u.test(email)) return 'Please enter a valid email.';
  if (address === '') return 'Please enter your address.';
  if (!countries.some((known) => known === country)) return 'Please choose a country.';
  return shippingMethods.some(({ id }) => id === shipping) ? null : 'Please choose a way of shipping.';
}

function add({ form, session }: Visit): Answer {
  const product = productBySlug(form.get('product') ?? '');
  const quantity = Number(form.get('quantity') ?? 1);
  if (product === undefined || !Number.isInteger(quantity) || quantity < 1 || quantity > MAX_OF_ONE)
    return page(missingPage(), 400);
  const offered = (values: readonly string[], value: string | null) =>
    values.find((known) => known === value) ?? values[0] ?? '';
  const colour = offered(product.colours, form.get('colour'));
  const size = offered(product.sizes, form.get('size'));
  addToCart(session, { slug: product.slug, colour, size, quantity });
  session.notice = `${product.name} was added to your cart.`;
  return onTo('/cart');
}

function checkOut({ form, session, orders }: Visit): Answer {
  if (session.cart.length === 0) return onTo('/cart');
  const checkout = checkoutOf(form);
  const problem = problemOf(checkout);
  if (problem !== null) return page(checkoutPage(session.cart, checkout, problem), 422);
  const order = placeOrder(checkout, session.cart, orders.length);
  orders.push(order);
  session.cart = [];
  session.lastOrder = order.number;
  return onTo('/confirmation');
}

function logIn({ form, session }: Visit): Answer {
  const email = form.get('email') ?? '';
  if (email !== demoAccount.email || form.get('password') !== demoAccount.password)
    return page(loginPage(email, 'The email or the password is wrong.'), 401);
  session.user = email;
  session.notice = 'You are logged in.';
  return onTo('/account');
}

const ROUTES: Readonly<Record<string, (visit: Visit) => Answer>> = {
  'GET /': () => page(homePage()),
  'GET /search': ({ url }) => {
    const query = url.searchParams.get('q')?.trim() ?? '';
    return page(searchPage(query, searchProducts(query)));
  },
  'GET /deals': () => page(dealsPage()),
  'GET /about': () => page(aboutPage()),
  'GET /contact': () => page(contactPage(null)),
  'POST /contact': ({ form }) => page(contactPage(form.get('name') ?? '')),
  'GET /cart': ({ session }) => page(cartPage(session.cart)),
  'POST /cart': add,
  'POST /cart/remove': ({ form, session }) => {
    session.cart = session.cart.filter((_, index) => index !== Number(form.get('line')));
    return onTo('/cart');
  },
  'GET /checkout': ({ session }) =>
    session.cart.length === 0
      ? onTo('/cart')
      : page(checkoutPage(session.cart, emptyCheckout(session), null)),
  'POST /checkout': checkOut,
  'GET /confirmation': ({ session, orders }) => {
    const order = orders.find(({ number }) => number === session.lastOrder);
    return order === undefined ? onTo('/') : page(confirmationPage(order));
  },
  'GET /login': () => page(loginPage('', null)),
  'POST /login': logIn,
  'GET /account': ({ session }) => (session.user === null ? onTo('/login') : page(accountPage(session.user))),
  'GET /logout': ({ session }) => {
    session.user = null;
    session.notice = 'You are logged out.';
    return onTo('/');
  },
  ...OFFICE_ROUTES,
  'POST /newsletter': ({ form, session }) => {
    session.notice = `${form.get('email') ?? ''} is subscribed to the newsletter.`;
    return onTo('/');
  },
};

/** Handles one request. */
export function answer(visit: Visit): Answer {
  const { pathname } = visit.url;
  const method = visit.method === 'HEAD' ? 'GET' : visit.method;
  const route = ROUTES[`${method} ${pathname}`];
  if (route !== undefined) return route(visit);
  const product = productBySlug(/^\/products\/([\w-]+)$/u.exec(pathname)?.[1] ?? '');
  return product !== undefined && method === 'GET' ? page(productPage(product)) : page(missingPage(), 404);
}
