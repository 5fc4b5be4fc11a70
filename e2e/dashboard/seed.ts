import type { Errand, Runbook } from '@errand/sdk';

function step(id: string, primitive: string, input: Record<string, unknown>, more: object = {}) {
  return { id, kind: 'primitive', primitive, input, ...more };
}

/** A Runbook on the shop whose second step asks a person first. */
export function cartRunbook(shop: string, title = 'Add to cart') {
  return {
    schemaVersion: 3 as const,
    title,
    parameters: [
      { name: 'product', type: 'string', required: true, description: 'The last part of its address' },
      { name: 'quantity', type: 'integer', minimum: 1, maximum: 9, default: 1 },
    ],
    steps: [
      step(
        'open',
        'browser.navigate',
        { url: `${shop}/products/{{ inputs.product }}` },
        { instruction: 'Open the product' },
      ),
      step('quantity', 'browser.fill', { target: { label: 'Quantity' }, value: '{{ inputs.quantity }}' }),
      step(
        'add',
        'browser.click',
        { target: { role: 'button', name: 'Add to cart' } },
        { effect: 'write', risk: 'high', instruction: 'Put it into the cart' },
      ),
      step('total', 'browser.extract', { target: '#cart-total', as: 'text' }),
    ],
  } as unknown as Parameters<Errand['runbooks']['create']>[0];
}

/** A published Runbook whose draft has other steps than its revision. */
export async function publishAndRevise(
  errand: Errand,
  shop: string,
  revise: (steps: Runbook['steps']) => Runbook['steps'],
): Promise<Runbook> {
  const { id, version, title, parameters, steps } = await errand.runbooks.create(cartRunbook(shop));
  await errand.runbooks.publish(id, { expectedVersion: version });
  return errand.runbooks.update(id, { expectedVersion: version, title, parameters, steps: revise(steps) });
}

export interface Seeded {
  completed: string;
  failed: string;
  waiting: string;
  queued: string;
  runbook: string;
  blueprint: string;
  invitation: string;
}

/**
 * Something of everything: what the pages show when they are in use.
 * @param invited who is invited
 */
export async function seed(errand: Errand, shop: string, invited = 'grace@example.com'): Promise<Seeded> {
  const completed = await errand.runs.createAndWait({
    task: `Open ${shop}, search for "teapot", click the first result, choose "Blue" from Colour, set Quantity to 2, click "Add to cart", and report the total.`,
  });
  const failed = await errand.runs.createAndWait({
    task: `Open ${shop}, click "Buy a castle" and report the total.`,
  });
  const draft = await publishAndRevise(errand, shop, (steps) =>
    steps.map((each) => (each.id === 'total' ? { ...each, instruction: 'Read the total' } : each)),
  );
  await errand.runbooks.create(cartRunbook(shop, 'Add to cart for a guest'));
  const run = await errand.runbooks.run(draft.id, { inputs: { product: 'blue-teapot', quantity: 2 } });
  await errand.runs.wait(run.id, { returnOn: ['waiting_for_approval'] });
  const queued = await errand.runs.create({
    task: 'Open the report in the accounting program',
    executionTarget: 'local',
  });
  const blueprint = await errand.blueprints.create({
    name: 'Find a price',
    goal: `Open ${shop}, search for "{{ inputs.product }}", click the first result and report the price.`,
    parameters: [{ name: 'product', type: 'string', required: true }],
  });
  const watched = await errand.blueprints.run(blueprint.id, { inputs: { product: 'teapot' } });
  await errand.runs.wait(watched.id);
  const body = { name: 'Order import', scopes: ['runs:read', 'runs:write'] };
  await errand.request('POST', '/v1/api-keys', { body });
  const invitation = await errand.request<{ id: string }>('POST', '/api/auth/organization/invite-member', {
    body: { email: invited, role: 'member' },
  });
  return {
    completed: completed.id,
    failed: failed.id,
    waiting: run.id,
    queued: queued.id,
    runbook: draft.id,
    blueprint: blueprint.id,
    invitation: invitation.id,
  };
}
