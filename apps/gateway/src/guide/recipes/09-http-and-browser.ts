/**
 * Combine an HTTP API with the browser
 *
 * `http.request` reads JSON; later steps use its fields by path.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Copy the stock of a product',
  status: 'published',
  parameters: [{ name: 'product', type: 'string', required: true }],
  steps: [
    {
      id: 'stock',
      kind: 'primitive',
      primitive: 'http.request',
      input: {
        method: 'GET',
        url: `${shop}/office/stock.json`,
        query: { product: '{{ inputs.product }}' },
        expectStatus: 200,
      },
    },
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/office/count` } },
    {
      id: 'product',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Product', exact: true }, value: '{{ steps.stock.output.body.name }}' },
    },
    {
      id: 'pieces',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Pieces' }, value: '{{ steps.stock.output.body.pieces }}' },
    },
    { id: 'save', kind: 'primitive', primitive: 'browser.click', input: { target: 'Save' } },
    {
      id: 'saved',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#saved', as: 'text' },
    },
  ],
});

const run = await errand.runbooks.runAndWait(id, { inputs: { product: 'milk-jug' } });
console.log(run.result?.outputs['saved']);
// Saved: Milk Jug, 32 pieces
