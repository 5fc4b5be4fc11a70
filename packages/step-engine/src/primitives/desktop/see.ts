import {
  type Bounds,
  type Point,
  type References,
  contains,
  entryOf,
  executableOf,
  findAll,
  listWindows,
  takePicture,
  takeSnapshot,
  windowAt,
} from '@errand/computer';
import type { DesktopTarget } from '@errand/contracts/primitives';
import type { SeenElement } from '../../safety/desktop-risk.ts';
import type { Call } from '../call.ts';
import { onComputer } from './reach.ts';

type Referenced = References extends Map<string, infer Value> ? Value : never;
type Element = Referenced['element'];

/** What applications show, for an agent. */
export interface DesktopSight {
  /** A snapshot, with references. */
  text: string;
  elements: ReadonlyMap<string, SeenElement>;
  /** A PNG; null when it was not wanted. */
  picture: Buffer | null;
}

const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'combobox',
  'spinbutton',
  'slider',
  'searchbox',
]);

function windowOf(element: Element): Element {
  let window = element;
  while (window.parent !== null && window.parent.parent !== null) window = window.parent;
  return window;
}

function namesWithin(window: Element, roles: readonly string[]): string[] {
  const own = roles.includes(window.role) && window.name !== '' ? [window.name] : [];
  return [...own, ...window.children.flatMap((child) => namesWithin(child, roles))];
}

function dialogOf(window: Element): SeenElement['dialog'] {
  if (!['alert', 'dialog', 'filechooser'].includes(window.role)) return null;
  // The texts in a choice of files are names of files.
  const texts = window.role === 'filechooser' ? [] : namesWithin(window, ['text']);
  return { says: [window.name, ...texts], buttons: namesWithin(window, ['button']) };
}

function seen({ element, app, window }: Referenced): SeenElement {
  const { role, name, states, isPassword } = element;
  return {
    app,
    window,
    role,
    name,
    isField: FIELD_ROLES.has(role),
    isPassword,
    isFocused: states.has('focused'),
    dialog: dialogOf(windowOf(element)),
  };
}

/** Looks at the applications in the scope of the step. Throws `StepError`. */
export function seeDesktop(call: Call, { withPicture }: { withPicture: boolean }): Promise<DesktopSight> {
  return onComputer(call, async ({ computer, scope }) => {
    const text = await call.interruptible(() => takeSnapshot(computer, scope));
    const elements = new Map([...computer.references].map(([ref, found]) => [ref, seen(found)]));
    const picture = withPicture ? await takePicture(computer, scope, null) : null;
    return { text, elements, picture };
  });
}

/** The innermost element at a point of the screen; null where nothing tells what is there. */
export function elementAt(call: Call, point: Point): Promise<SeenElement | null> {
  return onComputer(call, async ({ computer, scope }) => {
    const window = windowAt(await listWindows(computer.display), point);
    if (window === null || !scope.allows(window.application)) return null;
    const own = [...computer.references.values()].filter(({ pid }) => pid === window.pid);
    const placed = await Promise.all(
      own.map(async (found) => ({ found, bounds: await found.element.bounds() })),
    );
    const area = ({ width, height }: Bounds) => width * height;
    const around = placed
      .flatMap(({ found, bounds }) => (bounds !== null && contains(bounds, point) ? [{ found, bounds }] : []))
      .sort((a, b) => area(a.bounds) - area(b.bounds));
    const [innermost] = around;
    return innermost === undefined || innermost.found.element.role === 'window'
      ? null
      : seen(innermost.found);
  });
}

/** A target that finds the element again in another Run; by its number when no name tells it from others. */
export function durableTarget(call: Call, ref: string): Promise<DesktopTarget | null> {
  return onComputer(call, async ({ computer, scope }) => {
    const found = computer.references.get(ref);
    if (found === undefined) return null;
    const { app, element } = found;
    const target = {
      app,
      role: element.role,
      ...(element.name !== '' && { name: element.name, exact: true }),
    };
    const isAlone = (await findAll(computer, target, scope)).length === 1;
    return isAlone ? target : { ref };
  });
}

/** The names of an application, by which a person may speak of it. */
export function applicationNames(call: Call, application: string): Promise<string[]> {
  return onComputer(call, async ({ computer }) => {
    const entries = computer.entries();
    const entry = entryOf(application, entries);
    const words = entry === null ? [] : [entry.id, entry.name, entry.kind];
    return [application, executableOf(application, entries), ...words].filter((word) => word !== '');
  });
}
