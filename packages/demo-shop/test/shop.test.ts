import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { demoAccount, type Shop, startShop } from '../src/index.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop?.close());

/** A visitor who keeps cookies and follows redirects, like a browser. */
function visitor() {
  let cookie = '';
  const visit = async (
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; text: string; path: string }> => {
    const response = await fetch(`${shop.url}${path}`, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const location = response.headers.get('location');
    if (location !== null) return visit(location);
    return { status: response.status, text: await response.text(), path };
  };
  return visit;
}

const checkout = {
  name: 'Ada <b>"O\'Neill"</b> & Co',
  email: 'ada@example.com',
  address: '12 High Street',
  country: 'France',
  gift: 'yes',
  shipping: 'express',
};

describe('ordering', () => {
  test('leads from the product to the confirmation', async () => {
    const visit = visitor();
    expect((await visit('/')).text).toContain('aria-label="Add Blue Teapot to cart"');
    const cart = await visit('/cart', {
      product: 'blue-teapot',
      colour: 'Moss',
      size: '1.2 l',
      quantity: '2',
    });
    expect(cart.path).toBe('/cart');
    expect(cart.text).toContain('Moss, 1.2 l');
    expect(cart.text).toContain('£69.00');
    const done = await visit('/checkout', checkout);
    expect(done.path).toBe('/confirmation');
    expect(done.text).toContain('<p data-testid="order-number">Order number: SH-10001</p>');
    expect(done.text).toContain('Thank you, Ada &lt;b&gt;&quot;O&#39;Neill&quot;&lt;/b&gt; &amp; Co');
    expect(done.text).not.toContain('Ada <b>');
    expect(shop.orders).toMatchObject([
      {
        number: 'SH-10001',
        name: checkout.name,
        giftWrap: true,
        shipping: 'Express',
        total: 6_900 + 895 + 250,
      },
    ]);
    expect((await visit('/cart')).text).toContain('Your cart is empty');
  });

  test('numbers orders and keeps visitors apart', async () => {
    const [ada, bob] = [visitor(), visitor()];
    await ada('/cart', { product: 'milk-jug' });
    expect((await bob('/cart')).text).toContain('Your cart is empty');
    await bob('/cart', { product: 'milk-jug' });
    await ada('/checkout', checkout);
    expect((await bob('/checkout', checkout)).text).toContain('SH-10002');
    expect((await ada('/confirmation')).text).toContain('SH-10001');
  });

  test('names missing fields and keeps the entered values', async () => {
    const visit = visitor();
    await visit('/cart', { product: 'milk-jug' });
    const again = await visit('/checkout', { ...checkout, address: ' ' });
    expect(again).toMatchObject({ status: 422 });
    expect(again.text).toContain('Please enter your address.');
    expect(again.text).toContain('value="ada@example.com"');
    expect(shop.orders).toEqual([]);
  });

  test('a line can be removed from the cart', async () => {
    const visit = visitor();
    await visit('/cart', { product: 'milk-jug' });
    await visit('/cart', { product: 'travel-mug' });
    const { text } = await visit('/cart/remove', { line: '0' });
    expect(text).not.toContain('Remove Milk Jug');
    expect(text).toContain('Remove Travel Mug');
  });

  test.each(['0', '-1', '1.5', 'many', '100'])('refuses a quantity of %s', async (quantity) => {
    expect((await visitor()('/cart', { product: 'milk-jug', quantity })).status).toBe(400);
  });
});

describe('other pages', () => {
  test('search matches every word and escapes the query', async () => {
    const visit = visitor();
    expect((await visit('/search?q=teapots')).text).toContain('2 products');
    const { text } = await visit('/search?q=%3Cscript%3E%22');
    expect(text).toContain('value="&lt;script&gt;&quot;"');
    expect(text).toContain('0 products');
  });

  test('login accepts only the demo account', async () => {
    const visit = visitor();
    const wrong = await visit('/login', { email: demoAccount.email, password: 'no' });
    expect(wrong).toMatchObject({ status: 401 });
    expect(wrong.text).toContain('The email or the password is wrong.');
    expect((await visit('/login', demoAccount)).text).toContain('Welcome back');
    expect((await visit('/logout')).text).toContain('You are logged out.');
    expect((await visit('/account')).path).toBe('/login');
  });

  test.each(['/', '/deals', '/about', '/contact', '/login', '/products/salt-and-pepper'])(
    '%s loads nothing from other origins',
    async (path) => {
      const { status, text } = await visitor()(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//u);
    },
  );

  test('unknown pages return 404', async () => {
    expect((await visitor()('/nowhere')).status).toBe(404);
    expect((await visitor()('/products/nothing')).status).toBe(404);
  });
});
