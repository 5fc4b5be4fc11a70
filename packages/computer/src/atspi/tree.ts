import type { Bounds } from '../shapes.ts';
import { type AccessibilityBus, NoAnswer, type Reference } from './bus.ts';
import { ariaRole, isPassword, tidyName } from './roles.ts';

/** How much of an application is read: whatever it claims to show, reading it ends. */
export const TREE_LIMITS = {
  timeMs: 8_000,
  elements: 1_000,
  depth: 60,
  /** Of one element, its first ones. */
  children: 200,
} as const;

/** Elements of one application that are asked at once: more would keep the others from answering. */
const AT_ONCE = 40;

/** States by their bit in AT-SPI. */
const STATES = {
  checked: 4,
  editable: 7,
  expanded: 10,
  focusable: 11,
  focused: 12,
  pressed: 20,
  selected: 23,
  enabled: 24,
  showing: 25,
  visible: 30,
} as const;
export type State = keyof typeof STATES;

/** Something that an application shows: a window, a button, a text. */
export interface Element {
  reference: Reference;
  parent: Element | null;
  /** ARIA word. */
  role: string;
  name: string;
  states: ReadonlySet<State>;
  /** Asks where it is on the screen now; null: that cannot be known. */
  bounds: () => Promise<Bounds | null>;
  isPassword: boolean;
  children: Element[];
}

/** What an application shows. */
export interface Tree {
  /** Its top element; null when it did not answer. */
  root: Element | null;
  /** True: a limit was reached, or a part did not answer, and there is more than was read. */
  isPartial: boolean;
}

interface Reading {
  bus: AccessibilityBus;
  toolkit: string;
  until: number;
  left: number;
  isPartial: boolean;
  /** Also what is not shown, such as the options of a closed combo box. */
  hidden: boolean;
}

function statesOf(words: readonly number[]): Set<State> {
  const names = Object.keys(STATES) as State[];
  return new Set(names.filter((name) => ((words[0] ?? 0) & (1 << STATES[name])) !== 0));
}

/** Where an element is; GTK 4 tells only where it is within its window, which no one else knows. */
async function boundsOf(bus: AccessibilityBus, toolkit: string, of: Reference): Promise<Bounds | null> {
  if (toolkit.startsWith('gtk 4')) return null;
  const extents = await bus
    .call<[number[]]>(of, 'Component', 'GetExtents', 'u', [0])
    .then(([found]) => found)
    .catch(() => null);
  const [x = 0, y = 0, width = 0, height = 0] = extents ?? [];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Its first children: one that says that it has billions is not asked for all. */
async function childrenOf(reading: Reading, of: Reference): Promise<readonly Reference[]> {
  const { bus } = reading;
  const count = await bus.property<number>(of, 'Accessible', 'ChildCount');
  if (count <= 0) return [];
  const most = Math.min(count, TREE_LIMITS.children, reading.left);
  reading.left -= most;
  if (most < count) reading.isPartial = true;
  if (count <= TREE_LIMITS.children) {
    const [found] = await bus.call<[Reference[]]>(of, 'Accessible', 'GetChildren');
    return found.slice(0, most);
  }
  const asked = Array.from({ length: most }, (_, index) =>
    bus
      .call<[Reference]>(of, 'Accessible', 'GetChildAtIndex', 'i', [index])
      .then(([child]) => child)
      .catch(() => null),
  );
  return (await Promise.all(asked)).filter((child) => child !== null);
}

async function readOne(
  { bus, toolkit, hidden }: Reading,
  of: Reference,
  parent: Element | null,
): Promise<Element | null> {
  // Most of an application is not shown, such as what is in its menus: nothing else is asked of that.
  const [words] = await bus.call<[number[]]>(of, 'Accessible', 'GetState');
  const states = statesOf(words);
  // GTK 4 says of nothing but windows that it shows.
  const isShown = states.has(toolkit.startsWith('gtk 4') ? 'visible' : 'showing');
  if (parent !== null && !isShown && !hidden) return null;
  const [name, [role]] = await Promise.all([
    bus.property<string>(of, 'Accessible', 'Name'),
    bus.call<[string]>(of, 'Accessible', 'GetRoleName'),
  ]);
  return {
    reference: of,
    parent,
    role: ariaRole(role),
    name: tidyName(name, toolkit),
    states,
    bounds: () => boundsOf(bus, toolkit, of),
    isPassword: isPassword(role),
    children: [],
  };
}

/** An element that is still to be read, and its place among the children of its parent. */
interface Pending {
  reference: Reference;
  parent: Element;
  place: number;
  depth: number;
}

/** Reads what is in an element, level by level, so that what is left out at a limit is what lies deepest. */
async function readWithin(reading: Reading, top: Element): Promise<void> {
  const places = new Map<Element, number>();
  const pending: Pending[] = [];
  const enter = async (parent: Element, depth: number) => {
    if (depth > TREE_LIMITS.depth) {
      reading.isPartial = true;
      return;
    }
    const children = await childrenOf(reading, parent.reference);
    pending.push(...children.map((reference, place) => ({ reference, parent, place, depth })));
  };
  await enter(top, 1);
  while (pending.length > 0) {
    if (performance.now() > reading.until) {
      reading.isPartial = true;
      break;
    }
    await Promise.all(
      pending.splice(0, AT_ONCE).map(async ({ reference, parent, place, depth }) => {
        try {
          const element = await readOne(reading, reference, parent);
          if (element === null) return;
          places.set(element, place);
          parent.children.push(element);
          await enter(element, depth + 1);
        } catch (error) {
          // One that is gone is left out. An application that does not answer is not asked on.
          reading.isPartial = true;
          if (error instanceof NoAnswer) reading.until = 0;
        }
      }),
    );
  }
  for (const { children } of [top, ...places.keys()])
    children.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** The name and version of what an application is made with, in small letters. */
async function toolkitOf(bus: AccessibilityBus, application: Reference): Promise<string> {
  const [name, version] = await Promise.all(
    ['ToolkitName', 'Version'].map((property) =>
      bus.property<string>(application, 'Application', property).catch((error: unknown) => {
        if (error instanceof NoAnswer) throw error;
        return '';
      }),
    ),
  );
  return `${name} ${version}`.toLowerCase();
}

/**
 * Reads what an application shows, or what is in one of its elements. Ends within the limits whatever the application does.
 * @param options.only the element itself, without what is in it
 */
export async function readTree(
  bus: AccessibilityBus,
  of: Reference,
  { hidden = false, only = false }: { hidden?: boolean; only?: boolean } = {},
): Promise<Tree> {
  const until = performance.now() + TREE_LIMITS.timeMs;
  const reading: Reading = {
    bus,
    toolkit: '',
    until,
    left: TREE_LIMITS.elements,
    isPartial: false,
    hidden,
  };
  try {
    reading.toolkit = await toolkitOf(bus, [of[0], '/org/a11y/atspi/accessible/root']);
    const root = await readOne(reading, of, null);
    if (root !== null && !only) await readWithin(reading, root);
    return { root, isPartial: reading.isPartial };
  } catch {
    return { root: null, isPartial: true };
  }
}

/** An element and all within, in the order of reading. */
export function* withinTree(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* withinTree(child);
}

const LABELLED_BY = 2;

/** What labels a field that has no name of its own. */
export async function labelOf(bus: AccessibilityBus, { reference }: Element): Promise<string> {
  const [relations] = await bus
    .call<[[kind: number, targets: Reference[]][]]>(reference, 'Accessible', 'GetRelationSet')
    .catch(() => [[]] as [[number, Reference[]][]]);
  const [label] = relations.find(([kind]) => kind === LABELLED_BY)?.[1] ?? [];
  if (label === undefined) return '';
  return tidyName(await bus.property<string>(label, 'Accessible', 'Name').catch(() => ''), '');
}
