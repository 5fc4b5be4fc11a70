import { read } from './act.ts';
import type { Element } from './atspi/tree.ts';
import type { Computer } from './computer.ts';
import { FIELDS, type Shown, elementsOf, look } from './look.ts';
import type { Scope } from './scope.ts';
import { type Window, listWindows } from './x11/windows.ts';

/** Elements without meaning of their own; their contents replace them. */
const LAYOUT: ReadonlySet<string> = new Set([
  'filler',
  'panel',
  'scrollpane',
  'viewport',
  'rootpane',
  'splitpane',
  'unknown',
  'redundantobject',
]);
const SHOWN_STATES = ['focused', 'checked', 'selected', 'pressed', 'expanded'] as const;
const MAX_LINES = 1_500;
/** Length limit of a field's value. */
const MAX_VALUE_LENGTH = 2_000;

/** The elements that a snapshot numbered, by their number. */
export type References = Map<string, { element: Element; app: string; pid: number; window: string }>;

function line(element: Element, ref: string, value: string): string {
  const { role, name, states } = element;
  const words = [role];
  if (name !== '') words.push(JSON.stringify(name));
  for (const state of SHOWN_STATES) if (states.has(state)) words.push(`[${state}]`);
  if (!states.has('enabled') && role !== 'window') words.push('[disabled]');
  if (element.isPassword) words.push('[password]');
  const held = value === '' ? '' : `: ${JSON.stringify(value.slice(0, MAX_VALUE_LENGTH))}`;
  return `${words.join(' ')} [ref=${ref}]${held}`;
}

/** What fields hold; those for passwords are not read. */
async function valuesOf(computer: Computer, shown: readonly Shown[]): Promise<Map<Element, string>> {
  const fields = [...elementsOf(shown)].filter(
    ({ element }) => FIELDS.has(element.role) && !element.isPassword,
  );
  const valueOf = async (found: (typeof fields)[number]) =>
    [found.element, await read(computer, found).catch(() => '')] as const;
  return new Map(await Promise.all(fields.map(valueOf)));
}

/** The visible elements as indented lines of text, one each, with numbers by which steps can name them. */
function writeSnapshot(
  shown: readonly Shown[],
  windows: readonly Window[],
  values: ReadonlyMap<Element, string>,
): { text: string; references: References } {
  const lines: string[] = [];
  const references: References = new Map();
  for (const { application, pid, tree } of shown) {
    const app = application.name;
    if (tree.root === null) {
      lines.push(`- application "${app}" does not answer`);
      continue;
    }
    if (tree.root.children.length === 0) continue;
    lines.push(`- application "${app}"`);
    const write = (element: Element, depth: number, window: string): void => {
      if (lines.length >= MAX_LINES) return;
      const isShown = !LAYOUT.has(element.role) || element.name !== '';
      if (isShown) {
        const ref = `e${references.size + 1}`;
        references.set(ref, { element, app, pid, window });
        lines.push(`${'  '.repeat(depth)}- ${line(element, ref, values.get(element) ?? '')}`);
      }
      for (const child of element.children) write(child, depth + (isShown ? 1 : 0), window);
    };
    for (const window of tree.root.children) write(window, 1, window.name);
    if (tree.isPartial || lines.length >= MAX_LINES) lines.push(`  - more of "${app}" was not read`);
  }
  const told = new Set(shown.map(({ pid }) => pid));
  for (const { title, pid, application } of windows)
    if (pid !== null && !told.has(pid) && title !== '')
      lines.push(
        `- window ${JSON.stringify(title)} of "${application.name}", which does not tell its elements`,
      );
  return { text: lines.join('\n'), references };
}

/** The visible elements in the scope as text; their numbers are valid until the next snapshot. */
export async function takeSnapshot(computer: Computer, scope: Scope): Promise<string> {
  const [shown, windows] = await Promise.all([look(computer.bus, scope), listWindows(computer.display)]);
  const seen = windows.filter(({ application }) => scope.allows(application));
  const values = await valuesOf(computer, shown);
  const { text, references } = writeSnapshot(shown, seen, values);
  computer.references = references;
  return text;
}
