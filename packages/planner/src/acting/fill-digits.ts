import { sameAs } from '../finding/choice.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { Phrase } from '../grammar/clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { fill } from './fill-field.ts';

const CODE = /\b(?:code|pin|otp|passcode|digits)\b/iu;
/** "Digit 1", "2", "OTP character 3 of 6", or no name. */
const OF_ONE =
  /^(?:(?:please enter )?(?:(?:verification |security |otp |pin )?(?:digit|character|code|input|box)|otp|pin))?\W*\d?(?: of \d)?$/iu;

/** The only row of fields that takes the value character by character. */
function digitFields(view: PageView, value: string): readonly Candidate[] {
  const fields = view.candidates.filter(
    ({ role, inContent, disabled }) => role === 'textbox' && inContent && !disabled,
  );
  const own = fields.filter(
    ({ name, placeholder, value: held }) => OF_ONE.test(name) && placeholder.length < 2 && held.length < 2,
  );
  return own.length === value.length && own.length === fields.length ? own : [];
}

/** Writes a code into fields of one character each; false where the page has none. */
export async function fillDigits(driver: PageDriver, { text }: Phrase, value: string): Promise<boolean> {
  if (!CODE.test(text) || !/^[\p{L}\d]{3,8}$/u.test(value)) return false;
  const fields = await driver.waitForView((view) => digitFields(view, value));
  for (const [at, { css, ...one }] of fields.entries()) {
    const found = await driver.waitForCandidate(nameCandidate({ css, ...one }), (view) => sameAs(view, css));
    await fill(driver, found, value.charAt(at));
  }
  return fields.length > 0;
}
