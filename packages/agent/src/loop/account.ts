import { StepError } from '@errand/browser-runtime';
import type { RunSession } from '@errand/step-engine';

const MAX_LISTED_ACTIONS = 12;

/** What the agent has done so far, in plain words. */
export interface Account {
  readonly done: readonly string[];
  add(description: string): void;
  /** Why the agent ends without a result, with what it did and where it was. */
  gaveUp(reason: string): StepError;
}

/** An empty account of one task. */
export function createAccount({ surface, mask }: RunSession): Account {
  const done: string[] = [];
  return {
    done,
    add: (description) => void done.push(description),
    gaveUp: (reason) => {
      const shown = done.slice(-MAX_LISTED_ACTIONS);
      const before = done.length > shown.length ? '… ' : '';
      const account = done.length === 0 ? 'Nothing was done.' : `Done: ${before}${shown.join('; ')}.`;
      const where = surface.url === null ? '' : ` The page was ${surface.url}.`;
      return new StepError('agent_gave_up', mask.text(`${reason} ${account}${where}`));
    },
  };
}
