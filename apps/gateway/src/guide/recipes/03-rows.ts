/**
 * Enter 200 rows from a list
 *
 * `forEach` executes a step for each item of a list. Each row is a separate iteration: if the executor is lost after row 117, the
 * Run continues with row 118. For several steps per row, use `runbook.run` instead of `http.request`.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

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
    {
      id: 'count',
      kind: 'primitive',
      primitive: 'http.request',
      forEach: '{{ inputs.rows }}',
      input: {
        method: 'POST',
        url: `${shop}/office/count.json`,
        query: { product: '{{ item.product }}', pieces: '{{ item.pieces }}' },
        expectStatus: 201,
      },
    },
  ],
});

const rows = Array.from({ length: 200 }, (_, index) => ({ product: `P-${index + 1}`, pieces: index }));
const run = await errand.runbooks.runAndWait(id, { inputs: { rows } });
const answers = run.result?.outputs['count'] as { body: { saved: string } }[];
console.log(run.step_count, answers.at(-1)?.body);
// 200 { saved: 'P-200', pieces: 199 }
