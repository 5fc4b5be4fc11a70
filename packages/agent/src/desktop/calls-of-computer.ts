import { callsOfActions, pendingCheck } from './computer-actions.ts';
import { type DesktopCall, callOfComputer } from './computer-call.ts';

/** The calls of ours that a call of a provider's computer tool stands for. */
export interface CallsOfComputer {
  /** Null: what it asks for is not offered. */
  calls: DesktopCall[] | null;
  /** What the provider wants a person to confirm first, or null. */
  check: string | null;
}

/** Tells the providers' forms apart by the input. */
export function callsOfComputer(input: unknown): CallsOfComputer {
  const one = callOfComputer(input);
  return { calls: one === null ? callsOfActions(input) : [one], check: pendingCheck(input) };
}
