import { StepError, truncate } from '@errand/browser-runtime';
import { elementWords } from '@errand/contracts/words';
import { type DesktopTarget, matches } from '@errand/computer/target';
import type { DesktopView, MenuEntry, ViewedElement } from '@errand/computer';
import type { Choice } from '../finding/choice.ts';
import type { ElementKind, Phrase } from '../grammar/clause.ts';
import { bestOf, grade, GRADES, type Grade } from '../words/match-name.ts';
import { words } from '../words/vocabulary.ts';

/** The purpose of an element; it decides which roles are considered. */
export type Use = 'click' | 'fill' | 'select' | 'set' | 'check' | 'read';

const FIELDS = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider'];
const LISTS = ['combobox', 'listbox', 'tablist', 'list'];
const TICKS = ['checkbox', 'switch', 'menuitemcheckbox', 'radio', 'menuitemradio', 'button'];
const PRESSED = words(`button | link | tab | menuitem | menu | radio | checkbox | switch | menuitemcheckbox |
  menuitemradio | option | listitem | treeitem | cell`);

const BY_USE: Readonly<Record<Use, readonly (readonly string[])[]>> = {
  click: [PRESSED, FIELDS],
  fill: [FIELDS],
  select: [LISTS],
  set: [[...FIELDS, ...LISTS]],
  check: [TICKS],
  read: [FIELDS, ['text', 'status', 'heading', ...PRESSED, ...LISTS]],
};
const BY_KIND: Readonly<Partial<Record<ElementKind, readonly (readonly string[])[]>>> = {
  button: [['button']],
  link: [['link']],
  control: [PRESSED],
  field: [FIELDS],
  dropdown: [['combobox', 'listbox']],
  checkbox: [TICKS],
  radio: [['radio', 'menuitemradio']],
  option: [['option', 'listitem', 'radio', 'menuitem', 'menuitemradio']],
  tab: [['tab']],
  menu: [['menu', 'button']],
  menuitem: [['menuitem', 'menuitemcheckbox', 'menuitemradio']],
  row: [['row', 'listitem', 'cell', 'treeitem']],
  result: [['listitem', 'treeitem', 'row', 'cell', 'option']],
};

/** The name without the dots of an entry that opens a dialog, and the colon of a label. */
export function spokenName(name: string): string {
  return name.replace(/\s*(?:\.\.\.|…|:)$/u, '');
}

/** How well the words match `name`; all of them must match. */
export function gradeName({ text, quoted }: Pick<Phrase, 'text' | 'quoted'>, name: string): Grade {
  const best = Math.max(grade(text, name), grade(text, spokenName(name)));
  return best >= (quoted === true ? GRADES.equal : GRADES.contains) ? best : 0;
}

/** Of equals, those in an alert, which the application waits for, then those in the window that has the focus. */
function narrowed(view: DesktopView, equals: readonly ViewedElement[]): readonly ViewedElement[] {
  const focused = view.elements.find(({ states }) => states.has('focused'))?.window;
  const ways = [
    equals.filter(({ isInAlert }) => isInAlert),
    equals.filter(({ window }) => window === focused),
    equals.filter(({ states }) => states.has('enabled')),
  ];
  return ways.find(({ length }) => length === 1) ?? equals;
}

/** The element that a phrase means, among those of an application; pure. */
export function chooseElement(
  view: DesktopView,
  phrase: Phrase,
  use: Use,
  app: string | null,
): Choice<ViewedElement> {
  const own = view.elements.filter((element) => app === null || element.app === app);
  // A modal alert receives every press.
  const isWaiting = own.some(({ isInAlert }) => isInAlert);
  const elements = isWaiting ? own.filter(({ isInAlert }) => isInAlert) : own;
  const groups = (phrase.kind === null ? undefined : BY_KIND[phrase.kind]) ?? BY_USE[use];
  for (const roles of groups) {
    const pool = elements.filter(({ role }) => roles.includes(role));
    const fitting =
      phrase.text === '' ? pool : bestOf(pool, ({ name }) => (name === '' ? 0 : gradeName(phrase, name)));
    if (fitting.length === 0) continue;
    if (phrase.ordinal !== null) {
      const one = phrase.ordinal === 'last' ? fitting.at(-1) : fitting[phrase.ordinal - 1];
      if (one !== undefined) return { one };
      continue;
    }
    const [one, ...others] = narrowed(view, fitting);
    if (one !== undefined) return others.length === 0 ? { one } : { equals: [one, ...others] };
  }
  return { none: elements.filter(({ role, name }) => name !== '' && groups.flat().includes(role)) };
}

/** The focused field, else the only one; a display's output counts as a field too. */
export function chooseField(view: DesktopView, app: string | null): Choice<ViewedElement> {
  const fields = view.elements.filter(
    ({ value, role, app: own }) => value !== null && role === 'textbox' && (app === null || own === app),
  );
  const focused = fields.filter(({ states }) => states.has('focused'));
  const [one, ...others] = focused.length === 1 ? focused : fields;
  if (one === undefined) return { none: [] };
  return others.length === 0 ? { one } : { equals: [one, ...others] };
}

/** The entry of a menu bar that names mean, each the whole name of its menu or entry; pure. */
export function chooseEntry(
  entries: readonly MenuEntry[],
  names: readonly string[],
  app: string | null,
): Choice<MenuEntry> {
  const own = entries.filter((entry) => app === null || entry.app === app);
  const fits = ({ path }: MenuEntry) => {
    const last = path.slice(-names.length);
    return (
      last.length === names.length &&
      last.every((name, at) => grade(names[at] ?? '', spokenName(name)) >= GRADES.equal)
    );
  };
  const [one, ...others] = own.filter(fits);
  if (one === undefined) return { none: own.filter(({ path }) => path.length > 1) };
  return others.length === 0 ? { one } : { equals: [one, ...others] };
}

/** How a step finds an element again. */
export function targetOf(
  { elements }: DesktopView,
  element: ViewedElement,
): DesktopTarget & { role: string } {
  const { app, role, name, window } = element;
  const named = { app, role, ...(name !== '' && { name, exact: true }) };
  const alike = (target: typeof named) => elements.filter((other) => matches(target, other));
  if (alike(named).length === 1) return named;
  const placed = window === '' ? named : { ...named, window, exact: true };
  const same = alike(placed);
  return same.length === 1 ? placed : { ...placed, nth: same.indexOf(element) };
}

export function nameElement({ role, name, app }: ViewedElement): string {
  return `${elementWords(role, spokenName(name))} of ${app}`;
}

export function nameEntry({ path, app }: MenuEntry): string {
  return `"${path.map(spokenName).join(' > ')}" of ${app}`;
}

const MAX_NAMED = 8;

/** The only entry of a choice; throws `StepError` if there is none or more than one. */
export function requireOne<Entry>(
  choice: Choice<Entry>,
  description: string,
  name: (entry: Entry) => string,
): Entry {
  if ('one' in choice) return choice.one;
  const entries = 'equals' in choice ? choice.equals : choice.none;
  const names = [...new Set(entries.map((entry) => truncate(name(entry), 60)))];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const listed = `${names.slice(0, MAX_NAMED).join(', ')}${more}`;
  if ('equals' in choice)
    throw new StepError(
      'element_ambiguous',
      `${entries.length} elements fit ${description} equally well: ${listed}. Say which one, for example "the first …".`,
      { noEffect: true },
    );
  throw new StepError(
    'element_not_found',
    `The windows show no ${description}.${names.length === 0 ? '' : ` They show: ${listed}.`}`,
    { noEffect: true },
  );
}
