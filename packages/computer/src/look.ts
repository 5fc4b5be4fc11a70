import { type Application, applicationOf } from './application.ts';
import type { AccessibilityBus, Reference } from './atspi/bus.ts';
import { type Element, type Tree, labelOf, readTree, withinTree } from './atspi/tree.ts';
import type { Scope } from './scope.ts';

/** An element, and what it is part of. */
export interface Found {
  element: Element;
  app: string;
  pid: number;
  /** Title of its window. */
  window: string;
}

/** What one application shows. */
export interface Shown {
  application: Application;
  pid: number;
  reference: Reference;
  tree: Tree;
}

/** Roles of what takes a value. */
export const FIELDS: ReadonlySet<string> = new Set([
  'textbox',
  'combobox',
  'spinbutton',
  'slider',
  'searchbox',
]);

/** Reads what the applications in a scope show, at once; those out of it are not asked. */
export async function look(bus: AccessibilityBus, scope: Scope, app: string | null = null): Promise<Shown[]> {
  const references = await bus.applications();
  const shown = await Promise.all(
    references.map(async (reference): Promise<Shown | null> => {
      const pid = await bus.processOf(reference[0]);
      if (pid === null || pid === process.pid) return null;
      const application = await applicationOf(pid);
      if (!scope.allows(application)) return null;
      if (app !== null && application.name.toLowerCase() !== app.toLowerCase()) return null;
      const tree = await readTree(bus, reference);
      return { application, pid, reference, tree };
    }),
  );
  const found = shown.filter((one) => one !== null);
  await Promise.all(found.map((one) => nameFields(bus, one)));
  return found;
}

/** How far above a field its label may stand. */
const MAX_ABOVE = 30;

/** The text beside a field, to its left or else above it, as people read a form whose labels belong to nothing. */
async function textBeside(field: Element): Promise<string> {
  const bounds = await field.bounds();
  if (bounds === null || field.parent === null) return '';
  const beside = field.parent.children.filter(({ role, name }) => role === 'text' && name !== '');
  const placed = await Promise.all(
    beside.map(async (text) => ({ name: text.name, place: await text.bounds() })),
  );
  const texts = placed.flatMap(({ name, place }) => (place === null ? [] : [{ name, place }]));
  const left = texts
    .filter(({ place }) => {
      const middle = place.y + place.height / 2;
      return place.x + place.width <= bounds.x && middle >= bounds.y && middle <= bounds.y + bounds.height;
    })
    .sort((a, b) => b.place.x - a.place.x);
  const above = texts.find(({ place }) => {
    const distance = bounds.y - (place.y + place.height);
    return distance >= 0 && distance <= MAX_ABOVE && Math.abs(place.x - bounds.x) <= MAX_ABOVE;
  });
  return (left[0] ?? above)?.name ?? '';
}

/** Fields that have no name get that of their label, or of the text beside them. */
async function nameFields(bus: AccessibilityBus, { tree }: Shown): Promise<void> {
  const nameless =
    tree.root === null
      ? []
      : [...withinTree(tree.root)].filter(({ role, name }) => name === '' && FIELDS.has(role));
  await Promise.all(
    nameless.map(async (field) => {
      field.name = (await labelOf(bus, field)) || (await textBeside(field));
    }),
  );
}

/** The elements of the windows of applications, without the windows' own frame. */
export function* elementsOf(shown: readonly Shown[]): Generator<Found> {
  for (const { application, pid, tree } of shown)
    for (const window of tree.root?.children ?? [])
      for (const element of withinTree(window))
        yield { element, app: application.name, pid, window: window.name };
}
