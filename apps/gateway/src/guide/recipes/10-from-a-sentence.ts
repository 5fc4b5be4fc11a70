/**
 * Make a Runbook from a Run
 *
 * A completed ad-hoc Run becomes a draft of primitive steps that does the same without a model. Typed values become
 * parameters.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const task = `Open ${shop}, search for "teapot", click the first result, and report the price.`;
const first = await errand.runs.createAndWait({ task });
console.log(first.result?.outputs);

const draft = await errand.runs.toRunbook(first.id);
console.log(
  draft.status,
  draft.parameters.map(({ name, type, default: typed }) => [name, type, typed]),
);
await errand.runbooks.publish(draft.id, { expectedVersion: draft.version });
const again = await errand.runbooks.runAndWait(draft.id);
console.log(again.result?.outputs['price']);
// { price: '£34.50' }
// draft [ [ 'search_products', 'string', 'teapot' ] ]
// £34.50
