/**
 * Enter a one-time code
 *
 * `auth.totp` computes the code of an authenticator app from its secret, which must be a secret input.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Confirm with a one-time code',
  status: 'published',
  parameters: [{ name: 'seed', type: 'secret', required: true }],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/office/code` } },
    { id: 'code', kind: 'primitive', primitive: 'auth.totp', input: { secret: '{{ inputs.seed }}' } },
    {
      id: 'enter',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'One-time code' }, value: '{{ steps.code.output }}' },
    },
    {
      id: 'confirm',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: 'Confirm' },
      completionCondition: 'text "The code was accepted" is visible',
    },
  ],
});

const run = await errand.runbooks.runAndWait(id, { inputs: { seed: 'JBSWY3DPEHPK3PXP' } });
console.log(run.status);
// completed
