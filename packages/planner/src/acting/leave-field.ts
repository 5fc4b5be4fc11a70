import { StepError } from '@errand/browser-runtime';
import type { Clause } from '../grammar/clause.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { normalised } from '../words/match-name.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate } from '../page/page-view.ts';

/** What may end with the focus in a field that it wrote into. */
const WRITING: ReadonlySet<Clause['kind']> = new Set([
  'fill',
  'set',
  'copy',
  'paste',
  'save',
  'send',
  'either',
  'free',
]);
const LOOKING: ReadonlySet<Clause['kind']> = new Set(['read', 'verify', 'screenshot']);
const STOPS: ReadonlySet<string> = new Set([
  'link',
  'button',
  'textbox',
  'searchbox',
  'spinbutton',
  'checkbox',
]);
/** Tab leaves these at once; in a date it moves to the next part. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'search',
  'number',
  'email',
  'tel',
  'url',
]);

/** A page may write the same letters and digits, or the same number, in its own way. */
function isSame(held: string, typed: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain(held) === plain(typed) || (held !== '' && Number(held) === Number(typed));
}

/**
 * A page may take what was typed only once the field has lost the focus. A person goes on to something else and so makes it
 * lose the focus; a task that ends or reads there would not.
 */
export async function leaveField(
  driver: PageDriver,
  clause: Clause,
  next: Clause | undefined,
): Promise<void> {
  if (!WRITING.has(clause.kind) || (next !== undefined && !LOOKING.has(next.kind))) return;
  const way = await driver.waitForView(({ candidates }) => {
    const at = candidates.findIndex(
      ({ focused, role, type, css, expanded }) =>
        focused &&
        css === driver.lastField &&
        expanded === null &&
        role !== 'combobox' &&
        TEXT_FIELDS.has(type),
    );
    const field = candidates[at];
    if (field === undefined) return null;
    const isStop = ({ role, disabled }: Candidate) => STOPS.has(role) && !disabled;
    // Behind the last control a browser in a window takes the focus itself, so the way back is taken where there is one.
    return { field, key: candidates.slice(0, at).some(isStop) ? 'Shift+Tab' : 'Tab' };
  });
  if (way === null) return;
  const { target } = await driver.waitForCandidate(nameCandidate(way.field), () => ({ one: way.field }));
  await driver.step('browser.press', { key: way.key, target }, `Leave the ${nameCandidate(way.field)}`);
  const { css, value } = way.field;
  const held = await driver.waitForView((view) => {
    const own = view.candidates.find((candidate) => candidate.css === css);
    return own === undefined || normalised(view.text).includes(normalised(value)) ? value : own.value;
  });
  if (value !== '' && !isSame(held, value))
    throw new StepError(
      'action_failed',
      `The ${nameCandidate(way.field)} was ${held === '' ? 'emptied' : 'changed'} by the page once it was left, and what was typed is not shown anywhere.`,
    );
}
