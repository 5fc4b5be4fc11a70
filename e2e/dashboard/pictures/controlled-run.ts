import { waitFor } from '@errand/test-kit';
import type { Person } from '../people.ts';
import type { Shot } from './camera.ts';

/** A Run of a Blueprint that a person has taken over. */
export async function takeOver({ errand }: Person, shop: string): Promise<Record<'run-controlled', Shot>> {
  const { id: blueprintId } = await errand.blueprints.create({
    name: 'Order a teapot',
    goal: `Open ${shop}, search for "teapot", click the first result and wait for "Thank you for your order".`,
  });
  const { id } = await errand.blueprints.run(blueprintId);
  await waitFor('the teapot to be open', async () => (await errand.runs.get(id)).step_count >= 4, {
    timeoutMs: 60_000,
  });
  await errand.blueprintRuns.takeControl(id);
  await waitFor('the control', async () => (await errand.runs.get(id)).status === 'user_controlling');
  return {
    'run-controlled': {
      at: `/runs/${id}`,
      prepare: (page) =>
        page
          .frameLocator('[title="Live view of the browser"]')
          .getByLabel('The browser of the Run')
          .waitFor(),
    },
  };
}
