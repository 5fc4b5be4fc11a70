import type { Element } from './atspi/tree.ts';
import type { Shown } from './look.ts';
import type { Window } from './x11/windows.ts';

/** Elements that say nothing by themselves; what is in them stands in their place. */
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

/** The elements that a snapshot numbered, by their number. */
export type References = Map<string, { element: Element; app: string; pid: number; window: string }>;

function line(element: Element, ref: string): string {
  const { role, name, states } = element;
  const words = [role];
  if (name !== '') words.push(JSON.stringify(name));
  for (const state of SHOWN_STATES) if (states.has(state)) words.push(`[${state}]`);
  if (!states.has('enabled') && role !== 'window') words.push('[disabled]');
  if (element.isPassword) words.push('[password]');
  return `${words.join(' ')} [ref=${ref}]`;
}

/** What is shown, as a text of indented lines, one for each element, with numbers by which steps can name them. */
export function writeSnapshot(
  shown: readonly Shown[],
  windows: readonly Window[],
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
        lines.push(`${'  '.repeat(depth)}- ${line(element, ref)}`);
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
