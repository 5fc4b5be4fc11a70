/**
 * Ask a person before a step acts
 *
 * A step of high risk waits for an approval, which is bound to exactly this action. The key that created the Run cannot approve
 * it.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();
const approver = new Errand({ apiKey: process.env['ERRAND_APPROVAL_KEY'] });

const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Add to cart',
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
      risk: 'high',
      input: { target: 'Add to cart' },
    },
    {
      id: 'total',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#cart-total', as: 'text' },
    },
  ],
});

const waiting = await errand.runbooks.runAndWait(
  id,
  { inputs: { product: 'blue-teapot' } },
  { returnOn: ['waiting_for_approval'] },
);
const { pending_approval: asked } = await errand.runs.details(waiting.id);
console.log(waiting.status, asked?.step_id, asked?.primitive);
await approver.runs.approve(waiting.id, { comment: 'We need one' });
const run = await errand.runs.wait(waiting.id);
console.log(run.status, run.result?.outputs['total']);
// waiting_for_approval add browser.click
// completed £34.50
