import { StepError } from '@errand/browser-runtime';
import { type ActionRecord, openRefusal, type Sign } from './ledger.ts';
import type { RunSession } from './run-session.ts';

function quoted({ quote }: Sign): string {
  return /[.!?]$/.test(quote) ? quote : `${quote}.`;
}

/** The refusal as the error of the Run. */
function refusalError(action: ActionRecord, signs: readonly Sign[]): StepError {
  const words = [...new Set(signs.map(quoted))].join(' ');
  return new StepError(
    'action_failed',
    `Step "${action.stepId}" (${action.description}) was not accepted: ${words}`,
  );
}

/**
 * Looks once more at the page of the last action, and decides whether an ad-hoc Run or agent step that did all that it was asked to do may complete; call it before saying so.
 * @param since how many actions the ledger held when the task began
 * @throws {StepError} `action_failed` for an action that the site refused and that no later step set right
 */
export async function concludeTask({ ledger, surface }: RunSession, since = 0): Promise<void> {
  await ledger.lookAgain(since);
  if (surface.failure !== null) throw surface.failure;
  const refusal = openRefusal(ledger, since);
  if (refusal !== null) throw refusalError(refusal.action, refusal.signs);
}

/** What really failed when a later step failed on the page that an earlier refusal had left; the error itself otherwise. */
export function causeOfFailure({ ledger }: RunSession, error: unknown, since = 0): unknown {
  if (!(error instanceof StepError) || !CONSEQUENCES.has(error.code)) return error;
  const refusal = openRefusal(ledger, since);
  if (refusal === null) return error;
  const { message } = refusalError(refusal.action, refusal.signs);
  if (message === error.message) return error;
  return new StepError('action_failed', `${message} Then: ${error.message}`, { cause: error });
}

const CONSEQUENCES: ReadonlySet<StepError['code']> = new Set([
  'element_not_found',
  'element_ambiguous',
  'step_timeout',
  'assertion_failed',
  'action_failed',
  'agent_gave_up',
]);
