/**
 * Use a Runbook in another
 *
 * `runbook.run` runs another Runbook in the same browser. Its revision is pinned with the Run.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const add = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Put a product into the cart',
  status: 'published',
  parameters: [{ name: 'product', type: 'string', required: true }],
  steps: [
    {
      id: 'open',
      kind: 'primitive',
      primitive: 'browser.navigate',
      input: { url: `${shop}/products/{{ inputs.product }}` },
    },
    {
      id: 'add',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: 'Add to cart' },
      completionCondition: 'url contains "/cart"',
    },
  ],
});
const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Fill the cart',
  status: 'published',
  parameters: [{ name: 'products', type: 'list', items: { type: 'string' }, required: true }],
  steps: [
    {
      id: 'add',
      kind: 'primitive',
      primitive: 'runbook.run',
      forEach: '{{ inputs.products }}',
      input: { runbookId: add.id, inputs: { product: '{{ item }}' } },
    },
    {
      id: 'total',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#cart-total', as: 'text' },
    },
  ],
});

const run = await errand.runbooks.runAndWait(id, { inputs: { products: ['blue-teapot', 'milk-jug'] } });
console.log(run.result?.outputs['total']);
// £47.40
