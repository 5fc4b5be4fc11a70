import { readText } from './atspi/text.ts';
import { type Element, type State, withinTree } from './atspi/tree.ts';
import type { Place } from './act.ts';
import type { Computer } from './computer.ts';
import { FIELDS, look } from './look.ts';
import type { Scope } from './scope.ts';
import { focusedWindow, listWindows, windowAt } from './x11/windows.ts';

const TELLING: readonly State[] = ['checked', 'selected', 'enabled'];

interface Owner {
  pid: number | null;
  title: string;
  app: string;
}

/** @param place null: the focused element */
async function ownerOf({ display }: Computer, place: Place | null): Promise<Owner | null> {
  if (place !== null && 'element' in place) return { pid: place.pid, title: place.window, app: place.app };
  const windows = await listWindows(display);
  const window = place === null ? await focusedWindow(display, windows) : windowAt(windows, place);
  return window && { pid: window.pid, title: window.title, app: window.application.name };
}

async function describeElement({ bus }: Computer, element: Element): Promise<string> {
  const { role, name, states, isPassword } = element;
  const value = FIELDS.has(role) && !isPassword ? await readText(bus, element) : null;
  return JSON.stringify([role, name, value, TELLING.filter((state) => states.has(state))]);
}

/**
 * What the window shows that something is about to act on: a JSON array of texts, to be compared. Null: there is no window.
 * @param place null: the focused element
 */
export async function fingerprintWindow(
  computer: Computer,
  place: Place | null,
  scope: Scope,
): Promise<string | null> {
  const owner = await ownerOf(computer, place);
  if (owner === null) return null;
  const { pid, title, app } = owner;
  const shown = (await look(computer.bus, scope)).find((one) => one.pid === pid);
  const roots = (shown?.tree.root?.children ?? []).filter(({ name }) => name === title);
  const elements = roots.flatMap((root) => [...withinTree(root)]);
  const described = await Promise.all(elements.map((element) => describeElement(computer, element)));
  return JSON.stringify([app, title, ...described]);
}
