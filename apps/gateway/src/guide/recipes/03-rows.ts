/**
 * Enter 200 rows from a list
 *
 * `forEach` does a step for each item of a list. Each row is an iteration of its own: if the executor is lost after row 117, the
 * Run goes on with row 118.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const row = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Count one product',
  status: 'published',
  parameters: [
    { name: 'product', type: 'string', required: true },
    { name: 'pieces', type: 'integer', required: true },
  ],
  steps: [
    {
      id: 'product',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Product', exact: true }, value: '{{ inputs.product }}' },
    },
    {
      id: 'pieces',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Pieces' }, value: '{{ inputs.pieces }}' },
    },
    {
      id: 'save',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: 'Save' },
      completionCondition: 'text "Saved: {{ inputs.product }}, {{ inputs.pieces }} pieces" is visible',
    },
  ],
});
const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Count the stock',
  status: 'published',
  parameters: [
    {
      name: 'rows',
      type: 'list',
      required: true,
      items: { type: 'object', properties: { product: { type: 'string' }, pieces: { type: 'integer' } } },
    },
  ],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/office/count` } },
    {
      id: 'count',
      kind: 'primitive',
      primitive: 'runbook.run',
      forEach: '{{ inputs.rows }}',
      input: { runbookId: row.id, inputs: { product: '{{ item.product }}', pieces: '{{ item.pieces }}' } },
    },
    {
      id: 'last',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#saved', as: 'text' },
    },
  ],
});

const rows = Array.from({ length: 200 }, (_, index) => ({ product: `Product ${index + 1}`, pieces: index }));
const run = await errand.runbooks.runAndWait(id, { inputs: { rows } });
console.log(run.step_count, run.result?.outputs['last']);
// 602 Saved: Product 200, 199 pieces
