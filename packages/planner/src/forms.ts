import type { PageDriver } from './page-driver.ts';
import { type Choice, chooseCandidate } from './choose.ts';
import type { Phrase } from './clause.ts';
import { isAnswerNo } from './dialogs.ts';
import { ambiguous, nameCandidate, notFound } from './ground.ts';
import { grade, GRADES, normalised } from './match.ts';
import type { Candidate, PageView } from './view.ts';

const TEXT_ROLES = new Set(['textbox', 'searchbox', 'combobox']);
const USER_NAMES = ['email', 'username', 'user', 'login', 'account', 'user id'];

function onlyOne(fitting: readonly Candidate[], pool: readonly Candidate[] = []): Choice<Candidate> {
  const [one] = fitting;
  if (one === undefined) return { none: pool };
  return fitting.length === 1 ? { one } : { equals: fitting };
}

function textFields(view: PageView): Candidate[] {
  return view.candidates.filter(
    ({ role, options, type }) => TEXT_ROLES.has(role) && options.length === 0 && type !== 'password',
  );
}

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

function isSubmit({ role, type }: Candidate) {
  return role === 'button' && (type === 'submit' || type === 'image');
}

/** What a button says that sends a form. */
const SENDS =
  /^(?:log ?in|log ?on|sign ?in|sign ?on|continue|next|go|enter|ok|submit|send|save|post|confirm|book|order|place|apply|create|add|register|request|update|publish|search|pay|subscribe|transfer|adjust|report|reserve|finish|done|complete|reply|answer|respond|comment|rate|vote|anmelden|einloggen|weiter|senden|absenden|speichern|buchen|bestellen|bestätigen|connexion|se connecter|envoyer|enregistrer|valider|continuer|entrar|iniciar|acceder|enviar|guardar|continuar|confirmar)(?!\p{L})/iu;

/** Buttons that play the part of a submit: styled, or of another type, after a field and before the next form. */
function sendersAfter(view: PageView, field: Candidate | undefined): Candidate[] {
  const at = field === undefined ? -1 : view.candidates.indexOf(field);
  return view.candidates.filter(
    ({ role, name, disabled, inContent, items, opensMenu }, index) =>
      index > at &&
      ['button', 'generic'].includes(role) &&
      !disabled &&
      !opensMenu &&
      inContent &&
      (items.length === 0 || items.length === (field?.items.length ?? 0)) &&
      SENDS.test(normalised(name)),
  );
}

async function pressSubmit(
  driver: PageDriver,
  description: string,
  choice: (view: PageView) => Choice<Candidate>,
) {
  const { candidate, target } = await driver.waitForCandidate(description, choice);
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}

const SIGN_IN: Phrase = { text: 'Log in', kind: 'control', ordinal: null, within: null };

/** Fills in the sign-in form and sends it; where the page only links to one, goes there first. */
export async function signIn(driver: PageDriver, user: string, password: string): Promise<unknown> {
  const way = await driver.waitForView((view): 'form' | 'link' => {
    if (!('none' in passwordField(view))) return 'form';
    const link = chooseCandidate(view, SIGN_IN, 'click');
    if ('one' in link) return 'link';
    throw 'equals' in link
      ? ambiguous('the way to sign in', link.equals.map(nameCandidate))
      : notFound('password field and no link to sign in', textFields(view).map(nameCandidate));
  });
  if (way === 'link') {
    const { candidate, target } = await driver.find(SIGN_IN, 'click');
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

function searchField(view: PageView): Choice<Candidate> {
  const fields = textFields(view);
  const declared = fields.filter(({ role, type }) => role === 'searchbox' || type === 'search');
  if (declared.length > 0) return onlyOne(declared);
  return onlyOne(
    fields.filter(({ name, placeholder, attributes }) =>
      [name, placeholder, ...attributes].some(
        (text) => grade('search', text) >= GRADES.contains || text === 'q',
      ),
    ),
    fields,
  );
}

export async function useSearch(driver: PageDriver, query: string): Promise<unknown> {
  const { candidate, target } = await driver.waitForCandidate('search field', searchField);
  await driver.step(
    'browser.fill',
    { target, value: query },
    `Fill the ${nameCandidate(candidate)} with ${JSON.stringify(query)}`,
  );
  // Outside a form the key may do nothing, and the button beside the field is what searches.
  const button = await driver.waitForView((view) => {
    const at = view.candidates.findIndex(({ css }) => css === candidate.css);
    const next = view.candidates[at + 1];
    return candidate.form < 0 &&
      next?.role === 'button' &&
      !next.disabled &&
      SEARCHES.test(normalised(next.name))
      ? next
      : null;
  });
  if (button !== null) return pressSubmit(driver, 'button to search', () => ({ one: button }));
  return driver.step('browser.press', { key: 'Enter', target }, 'Press Enter');
}

const SEARCHES = /^(?:search|find|go|look up|suchen|rechercher|buscar)(?!\p{L})/u;

/** Goes to the form that has a field, by a control that leads there; does nothing where the field is. */
export async function openForm(driver: PageDriver, field: Phrase, opener: Phrase): Promise<unknown> {
  const isThere = await driver.waitForView((view) => {
    if (!('none' in chooseCandidate(view, field, 'set'))) return true;
    const way = chooseCandidate(view, opener, 'click');
    if (
      'none' in way &&
      !view.hidden.some(({ name }) => grade(field.text, name) > 0 || grade(opener.text, name) > 0)
    )
      throw notFound(`form with "${field.text}"`, textFields(view).map(nameCandidate));
    return 'none' in way;
  });
  if (isThere) return null;
  const { candidate, target } = await driver.find(opener, 'click');
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}

/** Submits the most recently used form, else the only one in the content; a field of no form takes the Enter key. */
export async function submitForm(driver: PageDriver): Promise<unknown> {
  const choice = (view: PageView) => formToSubmit(view, driver.lastField);
  const lonely = await driver.waitForView((view) => {
    const field = view.candidates.find(({ css }) => css === driver.lastField);
    const isAlone =
      field !== undefined && field.form < 0 && TEXT_ROLES.has(field.role) && field.type !== 'textarea';
    return isAlone && 'equals' in choice(view) ? field : null;
  });
  if (lonely === null) return pressSubmit(driver, 'form to submit', choice);
  const { target } = await driver.waitForCandidate('field', () => ({ one: lonely }));
  return driver.step(
    'browser.press',
    { key: 'Enter', target },
    `Press Enter in the ${nameCandidate(lonely)}`,
  );
}

/** The only button of the dialog on top that does what it is for. */
function senderOfDialog(view: PageView, field: Candidate | undefined): Candidate | null {
  if (field?.inDialog !== true) return null;
  const own = view.candidates.filter(
    (candidate) =>
      candidate.inDialog && candidate.role === 'button' && !candidate.disabled && !isAnswerNo(candidate),
  );
  return own.length === 1 ? (own[0] ?? null) : null;
}

const SAVES = /^(?:save|update|change|apply|confirm|ok|done|set|speichern|enregistrer|guardar)(?!\p{L})/u;

/** Presses what saves the field that was written last; does nothing where the page has no such control. */
export async function saveField(driver: PageDriver): Promise<unknown> {
  const button = await driver.waitForView((view) => {
    const field = view.candidates.find(({ css }) => css === driver.lastField);
    const own = view.candidates.filter(
      ({ role, form, name, disabled }) =>
        role === 'button' && !disabled && form >= 0 && form === field?.form && SAVES.test(normalised(name)),
    );
    return senderOfDialog(view, field) ?? (own.length === 1 ? (own[0] ?? null) : null);
  });
  return button === null ? null : pressSubmit(driver, 'button to save', () => ({ one: button }));
}

function formToSubmit(view: PageView, lastField: string | null): Choice<Candidate> {
  const inDialog = senderOfDialog(
    view,
    view.candidates.find(({ css }) => css === lastField),
  );
  if (inDialog !== null) return { one: inDialog };
  const buttons = view.candidates.filter(isSubmit);
  const form = view.candidates.find(({ focused, form }) => focused && form >= 0)?.form;
  const own = buttons.filter((button) => button.form === form);
  if (form !== undefined && own.length > 0) return onlyOne(own, buttons);
  const field = view.candidates.find(({ css }) => css === lastField);
  const ofField = buttons.filter(({ form }) => form >= 0 && form === field?.form);
  if (ofField.length === 1) return onlyOne(ofField);
  const after = field === undefined ? [] : sendersAfter(view, field);
  if (after.length > 0 && ofField.length === 0) return { one: after[0] as Candidate };
  const inContent = buttons.filter((button) => button.inContent && SENDS.test(normalised(button.name)));
  const others = buttons.filter((button) => button.inContent);
  if (inContent.length === 1) return onlyOne(inContent);
  return onlyOne(others.length > 0 ? others : buttons, buttons);
}
