import path from 'node:path';
import { startStack } from '@errand/local-stack';
import { healedRun, startRenamedButton } from '../healed-run.ts';
import { signUp } from '../people.ts';
import type { Shot, Visit } from './camera.ts';

/** A stack of its own, with a model that heals a step, and the pages about that. */
export async function startHealedDraft(
  undo: AsyncDisposableStack,
  dir: string,
  env: NodeJS.ProcessEnv,
): Promise<{ visit: Visit; shots: Record<'run-healed' | 'healed-draft', Shot> }> {
  const site = undo.use(await startRenamedButton());
  const stack = await startStack({
    dir: path.join(dir, 'healed'),
    port: 0,
    env: { ...env, ...site.environment },
  });
  undo.defer(() => stack.stop());
  const person = await signUp(stack.baseUrl);
  const { run } = await healedRun(person.errand, site.url, 'Keep the tea');
  const draft = await person.errand.runs.toRunbook(run.id, { idempotencyKey: `healed-${run.id}` });
  return {
    visit: { baseUrl: stack.baseUrl, person },
    shots: {
      'run-healed': { at: `/runs/${run.id}` },
      'healed-draft': { at: `/runbooks/${draft.id}?healed=${run.id}` },
    },
  };
}
