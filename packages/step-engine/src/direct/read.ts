import type { Call } from '../primitives/call.ts';
import type { Read, Reading } from '../primitives/page-values.ts';
import type { Directly } from './act.ts';
import { answered } from './answered.ts';
import type { PlainTarget } from './plain-target.ts';
import { callDirectly } from './script.ts';

/** Waits for a look at the page; null where Playwright has to look, as when the document is replaced meanwhile. */
function look<Result>(call: Call, asked: Promise<Result | null>): Promise<Result | null> {
  return answered(
    call,
    asked.catch(() => null),
  );
}

/** Reads what the elements of a target show, if they are there. */
export function reading(how: Reading): Directly<Read> {
  return async (call, target) => {
    if (!call.readsDirectly) return null;
    const read = await look(call, callDirectly(call.page, 'readTarget', target, how));
    return read === null ? null : { result: read };
  };
}

/** Reads fields of all items, as `readFieldsOf` does. */
export async function readRecordsDirectly(
  call: Call,
  items: PlainTarget,
  fields: readonly (Reading & { target: PlainTarget })[],
): Promise<Read[][] | null> {
  return call.readsDirectly ? look(call, callDirectly(call.page, 'readRecords', items, fields)) : null;
}

/** Is done when the target is in the state already. */
export function waitingFor(state: 'attached' | 'detached' | 'hidden' | 'visible'): Directly<void> {
  return async (call, target) => {
    if (!call.readsDirectly) return null;
    const isSo = await look(call, callDirectly(call.page, 'isInState', target, state));
    return isSo === true ? { result: undefined } : null;
  };
}

/** Is done when the target finds something already. */
export const waitingForAny: Directly<void> = async (call, target) => {
  if (!call.readsDirectly) return null;
  const count = await look(call, callDirectly(call.page, 'countOf', target));
  return count === null || count === 0 ? null : { result: undefined };
};
