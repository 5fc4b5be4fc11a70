import { elementWords, targetWords } from '@errand/contracts/words';
import { applicationOf } from './application.ts';
import { readTree } from './atspi/tree.ts';
import type { Computer } from './computer.ts';
import { executableOf } from './desktop-entries.ts';
import { ComputerError } from './errors.ts';
import { FIELDS, type Found, elementsOf, look } from './look.ts';
import type { Scope } from './scope.ts';
import { type DesktopTarget, matches } from './target.ts';

const MAX_NAMED_CANDIDATES = 5;

/** The elements that a target may mean, now. */
export async function findAll(
  computer: Computer,
  target: DesktopTarget,
  scope: Scope,
  { field = false }: { field?: boolean } = {},
): Promise<Found[]> {
  if ('ref' in target) {
    const found = await findNumbered(computer, target.ref, scope);
    return found === null ? [] : [found];
  }
  const app = target.app === undefined ? null : executableOf(target.app, computer.entries());
  if (app !== null && !scope.allows({ name: app }))
    throw new ComputerError('site_not_allowed', `The application "${app}" is not one that the step may use.`);
  const wanted = app === null ? target : { ...target, app };
  const shown = await look(computer.bus, scope, app);
  const found = [...elementsOf(shown)].filter(
    ({ element, app: name, window }) =>
      matches(wanted, {
        app: name,
        window,
        role: element.role,
        name: element.name,
        states: element.states,
      }) &&
      (!field || FIELDS.has(element.role)),
  );
  return target.nth === undefined ? found : found.slice(target.nth, target.nth + 1);
}

/** The element to which a snapshot gave a number, if it is still the same. */
async function findNumbered(computer: Computer, ref: string, scope: Scope): Promise<Found | null> {
  const known = computer.references.get(ref);
  if (known === undefined) return null;
  if (!scope.allows(await applicationOf(known.pid))) return null;
  const { root } = await readTree(computer.bus, known.element.reference, { only: true });
  if (root === null || root.role !== known.element.role || ![known.element.name, ''].includes(root.name))
    return null;
  return { ...known, element: { ...root, name: known.element.name, parent: known.element.parent } };
}

/**
 * The one element that a target means.
 * @throws {ComputerError} `element_not_found`, `element_ambiguous`, or `site_not_allowed` for an application out of scope
 */
export async function findOne(
  computer: Computer,
  target: DesktopTarget,
  scope: Scope,
  options: { field?: boolean } = {},
): Promise<Found> {
  const found = await findAll(computer, target, scope, options);
  const [one, ...others] = found;
  if (one === undefined)
    throw new ComputerError('element_not_found', `Nothing on the desktop matches ${targetWords(target)}.`);
  if (others.length === 0) return one;
  const named = found
    .slice(0, MAX_NAMED_CANDIDATES)
    .map(({ element, app }, index) => `${index}: ${elementWords(element.role, element.name)} of ${app}`);
  throw new ComputerError(
    'element_ambiguous',
    `${found.length} elements match ${targetWords(target)}: ${named.join('; ')}. Say which with "nth", "exact" or "window".`,
  );
}
