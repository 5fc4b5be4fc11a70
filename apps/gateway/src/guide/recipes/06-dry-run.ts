/**
 * Try a draft, then publish it
 *
 * In a dry run only reading steps act; the elements of the others are located and reported. It needs no published revision.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const draft = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Subscribe to the newsletter',
  parameters: [{ name: 'email', type: 'email', required: true }],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: shop } },
    {
      id: 'email',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Newsletter email' }, value: '{{ inputs.email }}' },
    },
    {
      id: 'subscribe',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: 'Subscribe' },
      completionCondition: 'text "is subscribed" is visible',
    },
  ],
});

const inputs = { email: 'ada@example.com' };
const tried = await errand.runs.wait((await errand.runbooks.dryRun(draft.id, { inputs })).id);
console.log(tried.status);
await errand.runbooks.publish(draft.id, { expectedVersion: draft.version });
const run = await errand.runbooks.runAndWait(draft.id, { inputs });
console.log(run.status, run.step_count);
// completed
// completed 3
