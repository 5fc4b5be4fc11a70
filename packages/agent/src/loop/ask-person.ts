import { truncate } from '@errand/browser-runtime';
import { MAX_ASKED_LENGTH } from '@errand/contracts/internal';
import type { RunSession } from '@errand/step-engine';
import { z } from 'zod';

export const ASK_PERSON = 'ask_person';
export const AskPerson = z.object({ reason: z.string().trim().min(1) });

/** A site that turns every person away would make the agent ask for ever. */
export const MAX_ASKS = 5;

/** Whether a person can be asked to do in the browser what the agent cannot. */
export function canAskPerson({ host, dryRun }: RunSession): boolean {
  return host.askPerson !== undefined && host.gate !== undefined && dryRun !== true;
}

/** Pauses the Run for `reason`; resolves once a person has resumed it or released the browser. */
export async function askPerson({ host, mask }: RunSession, reason: string): Promise<void> {
  await host.askPerson?.(truncate(mask.text(reason), MAX_ASKED_LENGTH));
  await host.gate?.open();
}
