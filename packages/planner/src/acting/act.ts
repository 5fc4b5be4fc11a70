import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import { drag } from './drag.ts';
import { rank } from './rank.ts';
import { copy } from './copy-value.ts';
import { seek } from './seek.ts';
import { disclose } from './disclose.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { apartFromChoices, confirmingOf } from '../finding/choices-said.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { changeNumber } from './change-number.ts';
import { changePassword } from './change-password.ts';
import { choose, chooseEach, chooseFrom } from './choose-option.ts';
import { putDate } from './put-date.ts';
import { put } from './put-value.ts';
import { filter, filterIfThere } from './filter.ts';
import { fillEvery, typeWhereTheFocusIs } from './fill-field.ts';
import { openForm, saveField, submitForm } from './submit-form.ts';
import { useSearch } from './search.ts';
import { signIn } from './sign-in.ts';
import { actOnEach } from './act-on-each.ts';
import { actEither } from './act-either.ts';
import { actFreely } from './act-freely.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { changeTab, turnTo, turnUntil } from './turn-pages.ts';
import { enterValues } from './enter-values.ts';
import { sendValue } from './send-value.ts';
import { sort } from './sort.ts';
import { tick } from './tick.ts';
import { moveNamed } from './move-between-lists.ts';
import { pointAtTicked } from './point-at-ticked.ts';
import { point, ofSeveral, pointAtEach, pointAtAll } from './point.ts';
import { see } from './look.ts';
import { scroll } from './scroll.ts';

/** A key goes to the focused element; naming the element lets the step wait for a navigation. */
async function press(driver: PageDriver, key: string): Promise<unknown> {
  const focused = await driver.waitForView(
    (view) => view.candidates.find((candidate) => candidate.focused) ?? null,
  );
  if (focused === null) return driver.step('browser.press', { key }, `Press ${key}`);
  const { target } = await driver.waitForCandidate('focus', () => ({ one: focused }));
  return driver.step('browser.press', { key, target }, `Press ${key} in the ${nameCandidate(focused)}`);
}

/** "Book the seats A1 and B3" chooses them; what is left to press, which is all where nothing else says so much. */
async function chooseWhatIsSaid(driver: PageDriver, phrase: Phrase): Promise<Phrase> {
  const apart = await driver.waitForView((view): ReturnType<typeof apartFromChoices> => {
    const said = apartFromChoices(view, phrase);
    if (said === null || !('none' in chooseCandidate(view, phrase, 'click'))) return null;
    const left = chooseCandidate(view, said.phrase, 'click');
    if ('one' in left) return said;
    const confirming = 'none' in left && phrase.within === null ? confirmingOf(view, said.choices) : null;
    return confirming === null
      ? null
      : { ...said, phrase: { ...said.phrase, text: confirming.name, quoted: true } };
  });
  if (apart === null) return phrase;
  await chooseEach(driver, apart.choices);
  return apart.phrase;
}

/**
 * Carries out one instruction on the live page, in as many steps as it takes.
 * @throws {StepError} when its element is missing or ambiguous, or the step fails
 */
export async function act(
  driver: PageDriver,
  instruction: Exclude<Instruction, { kind: 'read' }>,
): Promise<unknown> {
  switch (instruction.kind) {
    case 'open':
      return driver.step('browser.navigate', { url: instruction.url }, `Open ${instruction.url}`);
    case 'back':
    case 'forward':
    case 'reload':
      return driver.step(
        `browser.${instruction.kind}`,
        {},
        `Go ${instruction.kind}`.replace('Go reload', 'Reload'),
      );
    case 'submit':
      return submitForm(driver);
    case 'click':
    case 'doubleclick':
    case 'hover':
    case 'download': {
      if (instruction.kind === 'click') {
        if (instruction.target.every === true) return pointAtAll(driver, instruction.target);
        if (instruction.turns === undefined && (await moveNamed(driver, instruction.target))) return null;
        if (instruction.turns === undefined && (await pointAtTicked(driver, instruction.target))) return null;
        const several = await ofSeveral(driver, instruction.target);
        if (several !== null) return pointAtEach(driver, several, instruction.turns);
        const chosen = await chooseWhatIsSaid(driver, instruction.target);
        return point(driver, 'click', chosen, instruction.turns);
      }
      return point(driver, instruction.kind, instruction.target);
    }
    case 'check':
    case 'uncheck':
      return tick(driver, instruction.kind, instruction.target);
    case 'each':
      return actOnEach(driver, instruction);
    case 'choose':
      return choose(driver, instruction.target);
    case 'find':
      return seek(driver, instruction.target);
    case 'paging':
      return instruction.until === undefined
        ? turnTo(driver, instruction.to)
        : turnUntil(driver, instruction.until);
    case 'tab':
      return changeTab(driver, instruction.to);
    case 'expand':
    case 'collapse':
      return disclose(driver, instruction.kind, instruction.target);
    case 'drag':
      return drag(driver, instruction);
    case 'rank':
      return rank(driver, instruction);
    case 'copy':
      return copy(driver, instruction.from, instruction.target);
    case 'paste':
      if (driver.copied === null)
        throw new StepError('action_failed', 'Nothing was copied that could be pasted.');
      return put(driver, instruction.target, driver.copied);
    case 'free':
      return actFreely(driver, instruction.acts, instruction.isSavedLater);
    case 'either':
      return actEither(driver, instruction.ways, (each) => act(driver, each));
    case 'save':
      return saveField(driver, instruction);
    case 'send':
      return sendValue(driver, instruction);
    case 'enter':
      return enterValues(driver, instruction);
    case 'form':
      return openForm(driver, instruction.field, instruction.opener);
    case 'sort':
      return sort(driver, instruction.by, instruction.order);
    case 'filter':
      return instruction.ifThere === true
        ? filterIfThere(driver, instruction.by, instruction.value)
        : filter(driver, instruction.by, instruction.value);
    case 'answer':
      throw new StepError('internal_error', 'An answer without its question was planned.');
    case 'fill':
      if (instruction.target?.every === true) return fillEvery(driver, instruction.target, instruction.value);
      return instruction.target === null
        ? typeWhereTheFocusIs(driver, instruction.value)
        : put(driver, instruction.target, instruction.value);
    case 'change':
      return changeNumber(driver, instruction.target, instruction.by);
    case 'set':
      return put(driver, instruction.target, instruction.value, true);
    case 'select':
      if (
        typeof instruction.value === 'string' &&
        (await putDate(driver, instruction.target, instruction.value))
      )
        return null;
      return chooseFrom(driver, instruction.target, instruction.value);
    case 'press':
      return press(driver, instruction.key);
    case 'login':
      return signIn(driver, instruction);
    case 'password':
      return changePassword(driver, instruction);
    case 'search':
      return useSearch(driver, instruction.query);
    case 'scroll':
      return scroll(driver, instruction.to);
    case 'wait':
    case 'verify':
      return see(driver, instruction.kind, instruction.sight);
    case 'screenshot':
      return driver.step('browser.screenshot', { fullPage: instruction.fullPage }, 'Take a screenshot');
    default:
      throw new StepError('internal_error', 'The plan holds an unknown instruction.');
  }
}
