import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Choice } from '../finding/choice.ts';
import type { Instruction } from '../grammar/clause.ts';
import { ambiguous, nameCandidate, notFound } from '../finding/require-single.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { sendersAfter } from '../finding/send-buttons.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import { USER_NAMES, onlyOne, textFields, isSubmit, pressSubmit, SIGN_IN, STAYS } from './submit-form.ts';

function passwordField(view: PageView): Choice<Candidate> {
  return onlyOne(
    view.candidates.filter(({ type }) => type === 'password'),
    textFields(view),
  );
}

function userField(view: PageView): Choice<Candidate> {
  const password = view.candidates.find(({ type }) => type === 'password');
  const fields = textFields(view).filter(({ form }) => form === password?.form);
  const named = fields.filter(
    ({ name, placeholder, type, autocomplete, attributes }) =>
      type === 'email' ||
      /\b(?:username|email)\b/u.test(autocomplete) ||
      [name, placeholder, ...attributes].some((text) =>
        USER_NAMES.some((user) => grade(user, text) >= GRADES.contains),
      ),
  );
  return onlyOne(named.length > 0 ? named : fields, fields);
}

/** A control that is called so, else the link to an address that is. */
function wayToSignIn(view: PageView): Choice<Candidate> {
  const named = chooseCandidate(view, SIGN_IN, 'click');
  if (!('none' in named)) return named;
  const linked = view.candidates.filter(({ href }) => /\/(?:sign|log)[-_]?in(?:$|[/?#.])/iu.test(href));
  const [one] = linked;
  return one !== undefined && linked.every(({ href }) => href === one.href) ? { one } : { none: [] };
}

/** Fills in the sign-in form and sends it; where the page only links to one, goes there first. */
export async function signIn(
  driver: PageDriver,
  { user, password, stays }: Extract<Instruction, { kind: 'login' }>,
): Promise<unknown> {
  const way = await driver.waitForView((view): 'form' | 'link' => {
    if (!('none' in passwordField(view))) return 'form';
    const link = wayToSignIn(view);
    if ('one' in link) return 'link';
    throw 'equals' in link
      ? ambiguous('the way to sign in', link.equals.map(nameCandidate))
      : notFound('password field and no link to sign in', textFields(view).map(nameCandidate));
  });
  if (way === 'link') {
    const { candidate, target } = await driver.waitForCandidate('way to sign in', wayToSignIn);
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  }
  const secret = await driver.waitForCandidate('password field', passwordField);
  const name = await driver.waitForCandidate('field for the user', userField);
  await driver.step(
    'browser.fill',
    { target: name.target, value: user },
    `Fill the ${nameCandidate(name.candidate)} with ${JSON.stringify(user)}`,
  );
  await driver.step(
    'browser.fill',
    { target: secret.target, value: password },
    `Fill the ${nameCandidate(secret.candidate)}`,
  );
  if (stays === true) await staySignedIn(driver, secret.candidate.form);
  const button = await driver.waitForView((view) =>
    view.candidates.some((other) => isSubmit(other) && other.form === secret.candidate.form),
  );
  const styled = await driver.waitForView((view) => {
    const after = sendersAfter(
      view,
      view.candidates.find(({ css }) => css === secret.candidate.css),
    );
    return after[0] ?? null;
  });
  if (!button && styled !== null) return pressSubmit(driver, 'button to sign in', () => ({ one: styled }));
  if (!button) return driver.step('browser.press', { key: 'Enter', target: secret.target }, 'Press Enter');
  return pressSubmit(driver, 'button to sign in', (view) =>
    onlyOne(view.candidates.filter((other) => isSubmit(other) && other.form === secret.candidate.form)),
  );
}

async function staySignedIn(driver: PageDriver, form: number): Promise<void> {
  const { candidate, target } = await driver.waitForCandidate('box to stay signed in', (view) =>
    onlyOne(
      view.candidates.filter(
        (other) =>
          ['checkbox', 'switch'].includes(other.role) && other.form === form && STAYS.test(other.name),
      ),
    ),
  );
  await driver.step('browser.check', { target }, `Tick the ${nameCandidate(candidate)}`);
}
