import { StepError } from '@errand/browser-runtime';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { nameCandidate, requireSingle } from '../finding/require-single.ts';
import { stepperFor } from './step-number.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { put } from './put-value.ts';

/** Sets a number to `by` more than the page shows, in its field or by the buttons around it. */
export async function changeNumber(driver: PageDriver, phrase: Phrase, by: number): Promise<unknown> {
  const now = await driver.waitForView((view) => {
    const stepper = stepperFor(view, phrase);
    if (stepper !== null) return stepper.value;
    const field = requireSingle(
      chooseCandidate(view, phrase, 'set'),
      `"${describePhrase(phrase)}"`,
      nameCandidate,
    );
    return field.value.trim() === '' ? Number.NaN : Number(field.value);
  });
  if (Number.isNaN(now))
    throw new StepError(
      'action_failed',
      `"${describePhrase(phrase)}" holds no number that could be changed.`,
    );
  return put(driver, phrase, String(now + by));
}
