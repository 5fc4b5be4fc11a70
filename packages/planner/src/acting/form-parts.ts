import type { PageDriver } from '../task/page-driver.ts';
import type { Choice } from '../finding/choice.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { TEXT_ROLES } from '../finding/send-buttons.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

/** The only one of those that fit; `pool` is named when none does. */
export function onlyOne(fitting: readonly Candidate[], pool: readonly Candidate[] = []): Choice<Candidate> {
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 ? { one } : { equals: fitting };
}

/** Fields for text, without those for passwords. */
export function textFields(view: PageView): Candidate[] {
  return view.candidates.filter(
    ({ role, options, type }) => TEXT_ROLES.has(role) && options.length === 0 && type !== 'password',
  );
}

/** Whether the browser itself sends the form when this is pressed. */
export function isSubmit({ role, type }: Candidate) {
  return role === 'button' && (type === 'submit' || type === 'image');
}

/** Clicks what `choice` finds. */
export async function pressSubmit(
  driver: PageDriver,
  description: string,
  choice: (view: PageView) => Choice<Candidate>,
) {
  const { candidate, target } = await driver.waitForCandidate(description, choice);
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}
