import { sameAs } from '../finding/choice.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import type { Instruction, Phrase } from '../grammar/clause.ts';
import { put } from './put-value.ts';
import { isAnswerNo } from './answer-dialog.ts';
import { submitForm } from './submit-form.ts';
import { nameCandidate, notFound } from '../finding/require-single.ts';
import { grade, GRADES, normalised } from '../words/match-name.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

type Send = Extract<Instruction, { kind: 'send' }>;

const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);

function plain(text: string): Phrase {
  return { text, kind: null, ordinal: null, within: null };
}

function beginsWith(name: string, verb: string): boolean {
  const [said, own] = [normalised(verb), normalised(name)];
  return said !== '' && (own === said || own.startsWith(`${said} `));
}

/** Buttons that the verb is the first word of. */
function sendersOf(view: PageView, verb: string): Candidate[] {
  return view.candidates.filter(
    ({ role, name, disabled, inContent }) =>
      role === 'button' && !disabled && inContent && beginsWith(name, verb),
  );
}

/** Outside of a form a button sends the field before it, and no other. */
function isNextTo(view: PageView, field: Candidate, sender: Candidate): boolean {
  const [from, to] = [view.candidates.indexOf(field), view.candidates.indexOf(sender)];
  const between = view.candidates.slice(from + 1, to);
  return sender.inDialog === field.inDialog && to > from && !between.some(({ role }) => FIELDS.has(role));
}

const ADDS = /^(?:add|create|enter|write)$/iu;
const LOOKS_FOR = /\b(?:search|filter|find)\b/iu;

/** The only text field of a page, which the Enter key sends. */
function onlyFieldOf(view: PageView): { field: Candidate; sender: null } | null {
  const fields = view.candidates.filter(
    ({ role, inContent, disabled }) => FIELDS.has(role) && inContent && !disabled,
  );
  const [field] = fields;
  const isOther =
    field === undefined ||
    fields.length > 1 ||
    field.role === 'searchbox' ||
    field.type === 'textarea' ||
    [field.name, field.placeholder].some((said) => LOOKS_FOR.test(said)) ||
    view.candidates.some(({ type, form }) => type === 'submit' && form >= 0 && form === field.form);
  return isOther ? null : { field, sender: null };
}

/** Where a value goes: a field called so, or the only one of the form that the verb sends; else what opens such a form. */
export function placeOfValue(
  view: PageView,
  { verb, noun }: Send,
): { field: Candidate; sender: Candidate | null } | { opener: Candidate } | null {
  const names = noun === '' ? [] : [noun, `${noun} name`, `${noun} number`, `${noun} code`];
  const named = names
    .map((name) => chooseCandidate(view, plain(name), 'set'))
    .find((choice) => 'one' in choice);
  const senders = sendersOf(view, verb);
  if (named !== undefined && 'one' in named) {
    const field = named.one;
    const own = senders.filter((one) =>
      one.form >= 0 ? one.form === field.form : isNextTo(view, field, one),
    );
    const [sender] = own;
    // A form that something else sends is not what the verb is about.
    const others = view.candidates.filter(
      ({ type, form }) => type === 'submit' && form >= 0 && form === field.form,
    );
    if (own.length === 1 && sender !== undefined) return { field, sender };
    return others.length === 1 && own.length === 0 ? { field, sender: null } : null;
  }
  if (noun === '' && senders.length === 0 && ADDS.test(verb)) return onlyFieldOf(view);
  const about = senders.filter(({ name }) => noun === '' || grade(noun, name) >= GRADES.contains);
  const [sender] = about;
  if (sender === undefined || about.length > 1) return null;
  const fields = view.candidates.filter(
    ({ role, form, options }) =>
      FIELDS.has(role) && options.length === 0 && sender.form >= 0 && form === sender.form,
  );
  const [field] = fields;
  if (field !== undefined) return fields.length === 1 ? { field, sender } : null;
  return sender.form < 0 && noun !== '' ? { opener: sender } : null;
}

/** Writes a value where it belongs, and sends it. */
export async function sendValue(driver: PageDriver, instruction: Send): Promise<unknown> {
  const { verb, noun, value } = instruction;
  const place = await driver.waitForView((view) => {
    const found = placeOfValue(view, instruction);
    if (found === null)
      throw notFound(
        `field for "${noun || verb}" that "${verb}" sends`,
        sendersOf(view, '').map(nameCandidate),
      );
    return found;
  });
  if ('opener' in place) {
    const { candidate, target } = await driver.waitForCandidate('control', () => ({ one: place.opener }));
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
    await put(driver, plain(noun), value);
    return submitForm(driver);
  }
  await put(driver, { ...plain(place.field.name || noun), quoted: true }, value, true);
  const { sender } = place;
  if (sender === null || isAnswerNo(sender)) return submitForm(driver);
  const { candidate, target } = await driver.waitForCandidate('control', (view) => sameAs(view, sender.css));
  return driver.step('browser.click', { target }, `Click the ${nameCandidate(candidate)}`);
}
