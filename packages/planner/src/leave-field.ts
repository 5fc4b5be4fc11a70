import type { Clause } from './clause.ts';
import { nameCandidate } from './ground.ts';
import type { PageDriver } from './page-driver.ts';

const WRITING: ReadonlySet<Clause['kind']> = new Set(['fill', 'set', 'copy', 'paste']);
const LOOKING: ReadonlySet<Clause['kind']> = new Set(['read', 'verify', 'screenshot']);
/** Tab leaves these at once; in a date it goes on to the next part. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'search',
  'number',
  'email',
  'tel',
  'url',
]);

/**
 * Outside a form, a page may take what was typed only once the field has lost the focus. A person goes on to something
 * else and so makes it lose the focus; a task that ends or reads there would not.
 */
export async function leaveField(
  driver: PageDriver,
  clause: Clause,
  next: Clause | undefined,
): Promise<void> {
  if (!WRITING.has(clause.kind) || (next !== undefined && !LOOKING.has(next.kind))) return;
  const field = await driver.waitForView(
    (view) =>
      view.candidates.find(
        ({ focused, role, type, form, css, expanded }) =>
          focused &&
          form < 0 &&
          css === driver.lastField &&
          expanded === null &&
          role !== 'combobox' &&
          TEXT_FIELDS.has(type),
      ) ?? null,
  );
  if (field === null) return;
  const { target } = await driver.waitForCandidate(nameCandidate(field), () => ({ one: field }));
  await driver.step('browser.press', { key: 'Tab', target }, `Leave ${nameCandidate(field)}`);
}
