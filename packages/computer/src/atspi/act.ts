import { type AccessibilityBus, NoAnswer } from './bus.ts';
import type { Element } from './tree.ts';

/** Actions that replace a click, by the toolkits' names, preferred first. */
const CLICKS = ['click', 'press', 'activate', 'toggle', 'jump'];

/**
 * Does what a click on an element does, without the pointer. False: it offers no such action. An application that opens a
 * dialog does not answer before the dialog is closed, which counts as done.
 */
export async function clickByAction(bus: AccessibilityBus, { reference }: Element): Promise<boolean> {
  const count = await bus.property<number>(reference, 'Action', 'NActions').catch(() => 0);
  const names = await Promise.all(
    Array.from({ length: Math.min(count, 10) }, (_, index) =>
      bus
        .call<[string]>(reference, 'Action', 'GetName', 'i', [index])
        .then(([name]) => name.toLowerCase())
        .catch(() => ''),
    ),
  );
  const index = CLICKS.map((click) => names.indexOf(click)).find((found) => found >= 0);
  if (index === undefined) return false;
  try {
    const [done] = await bus.call<[boolean]>(reference, 'Action', 'DoAction', 'i', [index]);
    return done;
  } catch (error) {
    if (error instanceof NoAnswer) return true;
    return false;
  }
}

/** False: the element did not take the focus, or its application could not be asked. */
export async function focus(bus: AccessibilityBus, { reference }: Element): Promise<boolean> {
  const [done] = await bus.call<[boolean]>(reference, 'Component', 'GrabFocus').catch(() => [false] as const);
  return done;
}

/** Selects an element in its list, table or row of tabs. False: that offers no selection. */
export async function select(bus: AccessibilityBus, { reference, parent }: Element): Promise<boolean> {
  if (parent === null) return false;
  try {
    const [index] = await bus.call<[number]>(reference, 'Accessible', 'GetIndexInParent');
    const [done] = await bus.call<[boolean]>(parent.reference, 'Selection', 'SelectChild', 'i', [index]);
    return done;
  } catch {
    return false;
  }
}
