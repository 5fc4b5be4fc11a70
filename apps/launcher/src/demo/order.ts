import { browser, data, email, item, list, object, runbook, string } from '@errand/runbooks';

/** A Runbook that puts one product into the cart; another Runbook runs it for each product of an order. */
export function addToCartRunbook(shop: string) {
  return runbook('Put a product into the cart', { product: string(), colour: string() }, ({ inputs }) => [
    browser.navigate('open', { url: `${shop}/products/${String(inputs.product)}` }),
    browser.select('colour', { target: { label: 'Colour' }, label: inputs.colour }),
    browser.click('add', { target: 'Add to cart' }, { completionCondition: 'url contains "/cart"' }),
  ]);
}

const customer = object({ name: string({ maxLength: 80 }), email: email(), address: string() });
const items = list(object({ product: string(), colour: string() }));

/** A Runbook that orders several products, and asks a person before it places the order. */
export function orderRunbook(addToCartId: string) {
  return runbook('Order from the demo shop', { customer, items }, ({ inputs }) => {
    const line = browser.extract('line', { target: { testId: 'order-number' }, as: 'text' });
    return [
      runbook.run('item', { runbookId: addToCartId, inputs: item }, { forEach: inputs.items }),
      browser.click('checkout', { target: { role: 'link', name: 'Checkout', exact: true } }),
      browser.fill('name', { target: { label: 'Full name' }, value: inputs.customer.name }),
      browser.fill('email', { target: '#email', value: inputs.customer.email }),
      browser.fill('address', { target: { label: 'Address', exact: true }, value: inputs.customer.address }),
      browser.check('express', { target: { role: 'radio', name: 'Express' } }),
      browser.click(
        'order',
        { target: 'Place order' },
        { risk: 'high', completionCondition: 'url contains "/confirmation"' },
      ),
      line,
      data.match('number', { value: line.output, pattern: String.raw`(?<order>SH-\d+)` }),
      browser.extract('total', { target: '#order-total', as: 'text' }),
    ];
  });
}

export const orderInputs = {
  customer: { name: 'Ada Lovelace', email: 'ada@example.com', address: '12 St James Square, London' },
  items: [
    { product: 'blue-teapot', colour: 'Moss' },
    { product: 'milk-jug', colour: 'White' },
  ],
};
