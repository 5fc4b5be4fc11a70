import { sameAs } from '../finding/choice.ts';
import { StepError } from '@errand/browser-runtime';
import type { Instruction } from '../grammar/clause.ts';
import { submitForm } from './submit-form.ts';
import { notFound } from '../finding/require-single.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const OLD = /\b(?:current|old|present|existing)\b/iu;
const AGAIN = /\b(?:repeat|re-?enter|re-?type|confirm|confirmation|again|verify)\b/iu;
const NEW = /\b(?:new|choose)\b/iu;

function textOf({ name, placeholder, autocomplete }: Candidate): string {
  return `${name} ${placeholder} ${autocomplete.replace('current-password', 'current').replace('new-password', 'new')}`;
}

/** The fields of the form that asks for a new password, by what they are for. */
function fieldsOf(view: PageView): { old: Candidate | null; next: Candidate; again: Candidate | null } {
  const all = view.candidates.filter(({ type, disabled }) => type === 'password' && !disabled);
  const next = all.find((field) => NEW.test(textOf(field)) && !AGAIN.test(field.name));
  if (next === undefined)
    throw notFound(
      'field for a new password',
      all.map(({ name }) => name),
    );
  const own = all.filter(({ form }) => form === next.form);
  return {
    old: own.find((field) => field !== next && OLD.test(textOf(field))) ?? null,
    next,
    again: own.find((field) => field !== next && AGAIN.test(field.name)) ?? null,
  };
}

/** Writes the old password and the new one where the page asks for them, and sends the form. */
export async function changePassword(
  driver: PageDriver,
  { old, next }: Extract<Instruction, { kind: 'password' }>,
): Promise<unknown> {
  const fields = await driver.waitForView(fieldsOf);
  if (fields.old !== null && old === null)
    throw new StepError(
      'action_failed',
      'The page asks for the current password too: say "change my password from … to …". Nothing was changed.',
      { noEffect: true },
    );
  for (const [field, value, name] of [
    [fields.old, old, 'current password'],
    [fields.next, next, 'new password'],
    [fields.again, next, 'new password again'],
  ] as const) {
    if (field === null || value === null) continue;
    const { target } = await driver.waitForCandidate(name, (view) => sameAs(view, field.css));
    await driver.step('browser.fill', { target, value }, `Fill in the ${name}`);
    driver.lastField = field.css;
  }
  return submitForm(driver);
}
