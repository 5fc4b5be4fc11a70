import type { PageDriver } from '../task/page-driver.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Choice } from '../finding/choice.ts';
import type { Phrase } from '../grammar/clause.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { isPageAbout } from '../finding/page-about.ts';
import { clickCandidate } from './click-candidate.ts';
import { hasCalendarFor } from './put-date.ts';
import { choose } from './choose-option.ts';
import { isAnswerNo } from './answer-dialog.ts';
import { pressableRow } from '../finding/pressable-row.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { attributeWords, grade, GRADES, normalised } from '../words/match-name.ts';
import { MAX_OPENED, menuAround, openerFor, openerWithin } from '../finding/openers.ts';
import { buttonsOfField, SENDS, sendersAfter, TEXT_ROLES } from '../finding/send-buttons.ts';
import type { Candidate, Hidden, PageView } from '../page/page-view.ts';
import { onlyOne, textFields, isSubmit, pressSubmit } from './form-parts.ts';

export const SEARCHES = /^(?:search|find|go|look up|suchen|rechercher|buscar)(?!\p{L})/u;

/** Goes to the form that has a field, by what opens its section or a control that leads there; does nothing where the field is. */
export async function openForm(driver: PageDriver, field: Phrase, opener: Phrase): Promise<unknown> {
  const names = (phrase: Phrase) => [phrase, ...(phrase.apart ?? [])];
  for (let opened = 0; ; opened += 1) {
    const way = await driver.waitForView((view): 'there' | 'control' | Hidden | { thing: Candidate } => {
      const control = chooseCandidate(view, opener, 'click');
      const sends = 'one' in control && isSubmit(control.one) && hasFields(view, control.one.form);
      const canOpen = (!('none' in control) && !sends) || menuAround(view, opener) !== null;
      const found = chooseCandidate(view, field, 'set');
      // The "Your email" of a footer is not what the button of the content asks for.
      const isAside = 'one' in found && !found.one.inContent && !found.one.inDialog && canOpen;
      const isOther = 'one' in found && isOfAnother(found.one, field);
      const isThere =
        !('none' in found) && !isAside && !isOther && (field.within !== null || isFormOf(view, opener));
      if (isThere || isGroup(view, field) || hasCalendarFor(view, field)) return 'there';
      const hidden =
        openerWithin(view, field) ??
        [...names(field), ...names(opener)]
          .map(({ text, within }) => (within === null ? openerFor(view, text, 'use') : null))
          .find((one) => one !== null);
      if (hidden != null && opened < MAX_OPENED) return hidden;
      if (canOpen) return 'control';
      const thing = opened === 0 ? linkOfThing(view, opener) : null;
      if (thing !== null) return { thing };
      throw notFound(`form with "${field.text}"`, textFields(view).map(nameCandidate));
    });
    if (way === 'there') return chooseWhatIsAskedFor(driver, field, opener);
    if (way === 'control') break;
    if ('thing' in way) await openThing(driver, way.thing);
    else await driver.open(way);
  }
  const { candidate, target } = await driver.find(opener, 'click');
  await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
  return driver.waitForView((view) => {
    const found = chooseCandidate(view, field, 'set');
    const isMissing = candidate.role === 'link' && 'none' in found && view.hidden.length === 0;
    if (isMissing || ('one' in found && isOfAnother(found.one, field)))
      throw notFound(`form with "${field.text}"`, textFields(view).map(nameCandidate));
    return null;
  });
}

function hasFields({ candidates }: PageView, form: number): boolean {
  return candidates.some(
    (one) =>
      form >= 0 &&
      one.form === form &&
      (one.role === 'radio' || one.role === 'checkbox' || TEXT_ROLES.has(one.role)),
  );
}

/** "Cleanliness" above some radio buttons or boxes. */
function isGroup({ candidates }: PageView, { text }: Phrase): boolean {
  return candidates.some(
    ({ role, group }) => (role === 'radio' || role === 'checkbox') && grade(text, group) >= GRADES.equalWords,
  );
}

/** A "Name" that holds one already is that of something else than what is to be made. */
function isOfAnother({ name, value, inDialog }: Candidate, { text, apart = [] }: Phrase): boolean {
  const isMade = apart.length > 0 && text.endsWith(' name');
  return isMade && !inDialog && value !== '' && grade(text.replace(/ name$/u, ''), name) === 0;
}

/** "Reply to the message from Cy": what it takes is on the message itself. */
function linkOfThing(view: PageView, { within }: Phrase): Candidate | null {
  const item = within === null ? null : chooseItem(view, within);
  const css = item !== null && 'one' in item ? view.items[item.one]?.link : undefined;
  return (
    view.candidates.find((one) => one.css === css) ??
    (within !== null && item !== null && 'none' in item ? pressableRow(view, within) : null)
  );
}

async function openThing(driver: PageDriver, thing: Candidate): Promise<void> {
  driver.about = await driver.look(({ items }) =>
    [thing.text, ...thing.items.map((at) => items[at]?.text)].join(' '),
  );
  await clickCandidate(driver, thing);
}

/** "Apply for a carer permit": "Carer" is a choice of the form for permits, and is never left out. */
async function chooseWhatIsAskedFor(driver: PageDriver, field: Phrase, opener: Phrase): Promise<unknown> {
  const [, ...words] = opener.text.split(/\s+/u);
  const asked = await driver.waitForView((view) => {
    const there = chooseCandidate(view, field, 'set');
    const form = 'one' in there ? there.one.form : -1;
    // What is only styled as a choice belongs to no form, but stands in it.
    const [from, to] = [
      view.candidates.findIndex((one) => one.form === form),
      view.candidates.findLastIndex((one) => one.form === form),
    ];
    const own = form < 0 ? [] : view.candidates.slice(from, to + 1).filter((one) => !isSubmit(one));
    const isChoice = ({ role, name, text, options }: Candidate, word: string) =>
      options.some((option) => normalised(option) === normalised(word)) ||
      (CHOICES.has(role) && [name, text].some((said) => normalised(said) === normalised(word)));
    return words.filter((word) => own.some((one) => isChoice(one, word)));
  });
  for (const text of asked) await choose(driver, { text, kind: null, ordinal: null, within: null });
  return null;
}

const CHOICES = new Set(['radio', 'option', 'generic', 'tab']);

/** The form that is there is that of another thing, unless the page is about the one that is named. */
function isFormOf(view: PageView, opener: Phrase): boolean {
  const { within } = opener;
  if (within === null || isPageAbout(view, within.text)) return true;
  return 'none' in chooseCandidate(view, opener, 'click') && !('none' in chooseItem(view, within));
}

/** Submits the most recently used form, else the only one in the content; a field of no form takes the Enter key. */
export async function submitForm(driver: PageDriver): Promise<unknown> {
  const choice = (view: PageView) => formToSubmit(view, driver.lastField);
  const lonely = await driver.waitForView((view) => {
    const field = view.candidates.find(({ css }) => css === driver.lastField);
    const isAlone =
      field !== undefined &&
      !view.candidates.some((one) => field.form >= 0 && one.form === field.form && one.role === 'button') &&
      TEXT_ROLES.has(field.role) &&
      field.type !== 'textarea';
    return isAlone && !('one' in choice(view)) ? field : null;
  });
  if (lonely === null) return pressSubmit(driver, 'form to submit', choice);
  const { target } = await driver.waitForCandidate('field', () => ({ one: lonely }));
  return driver.step(
    'browser.press',
    { key: 'Enter', target },
    `Press Enter in the ${nameCandidate(lonely)}`,
  );
}

/** The only button of the topmost dialog that serves its purpose. */
function senderOfDialog(view: PageView, field: Candidate | undefined): Candidate | null {
  if (field?.inDialog !== true) return null;
  const own = view.candidates.filter(
    (candidate) =>
      candidate.inDialog && candidate.role === 'button' && !candidate.disabled && !isAnswerNo(candidate),
  );
  return own.length === 1 ? (own[0] ?? null) : null;
}

const SAVES = /^(?:save|update|change|apply|confirm|ok|done|set|speichern|enregistrer|guardar)(?!\p{L})/u;

/** The button right after a field outside any form. */
function nextSave(view: PageView, field: Candidate): Candidate | null {
  const next = view.candidates[view.candidates.indexOf(field) + 1];
  const saves =
    next !== undefined &&
    next.role === 'button' &&
    !next.disabled &&
    next.form < 0 &&
    next.inDialog === field.inDialog &&
    SAVES.test(normalised(next.name));
  return saves ? next : null;
}

/** Presses what saves the field that was written last; does nothing where the page has no such control. */
export async function saveField(
  driver: PageDriver,
  { orEnter = false, orSend = false }: { orEnter?: boolean; orSend?: boolean } = {},
): Promise<unknown> {
  const button = await driver.waitForView((view) => {
    const field = view.candidates.find(({ css }) => css === driver.lastField);
    const own = view.candidates.filter(
      ({ role, form, name, disabled }) =>
        role === 'button' &&
        !disabled &&
        form >= 0 &&
        form === field?.form &&
        (SAVES.test(normalised(name)) || (orSend && SENDS.test(normalised(name)))),
    );
    const beside = own.length === 0 && field !== undefined && field.form < 0 ? nextSave(view, field) : null;
    return senderOfDialog(view, field) ?? (own.length === 1 ? (own[0] ?? null) : beside);
  });
  if (button !== null) return pressSubmit(driver, 'button to save', () => ({ one: button }));
  return orEnter ? pressEnter(driver) : null;
}

async function pressEnter(driver: PageDriver): Promise<unknown> {
  const { candidate, target } = await driver.waitForCandidate('field', (view) =>
    onlyOne(view.candidates.filter(({ css }) => css === driver.lastField)),
  );
  return driver.step(
    'browser.press',
    { key: 'Enter', target },
    `Press Enter in the ${nameCandidate(candidate)}`,
  );
}

/** Icons without words that are called so in the markup alone. */
function sendIcons({ candidates }: PageView): Candidate[] {
  return candidates.filter(
    ({ role, name, inContent, attributes }) =>
      (role === 'generic' || role === 'button') &&
      name === '' &&
      inContent &&
      attributes.some((attribute) => /^(?:icon )?send\b/u.test(attributeWords(attribute))),
  );
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
  if (after[0] !== undefined && field !== undefined && ofField.length === 0) {
    const nearer = buttonsOfField(view, field, after[0]);
    return nearer.length === 0 ? { one: after[0] } : { equals: [...nearer, after[0]] };
  }
  const inContent = buttons.filter((button) => button.inContent && SENDS.test(normalised(button.name)));
  const others = buttons.filter((button) => button.inContent);
  if (inContent.length === 1) return onlyOne(inContent);
  const icons = buttons.length === 0 ? sendIcons(view) : [];
  if (icons.length > 0) return onlyOne(icons);
  // A newsletter in the footer is not sent by what was written above it.
  const apart = field?.inContent === true ? [] : buttons;
  return onlyOne(others.length > 0 ? others : apart, buttons);
}
