/**
 * Log in with a secret
 *
 * A parameter of type `secret` is stored encrypted and appears as `[secret]` in events and errors. Pictures do not show it.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Log in',
  status: 'published',
  parameters: [{ name: 'password', type: 'secret', required: true }],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/login` } },
    {
      id: 'email',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Email', exact: true }, value: 'demo@shop.example' },
    },
    {
      id: 'password',
      kind: 'primitive',
      primitive: 'browser.fill',
      input: { target: { label: 'Password' }, value: '{{ inputs.password }}' },
    },
    {
      id: 'submit',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: { role: 'button', name: 'Log in' } },
      completionCondition: 'text "Welcome back" is visible',
    },
    {
      id: 'account',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#account-email', as: 'text' },
    },
  ],
});

const run = await errand.runbooks.runAndWait(id, { inputs: { password: 'teapot-42' } });
console.log(run.result?.outputs['account']);
// demo@shop.example
