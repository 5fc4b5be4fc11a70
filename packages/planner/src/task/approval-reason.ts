import type { PrimitiveName, Target } from '@errand/contracts/primitives';
import {
  dangersNamed,
  type Element,
  inspect,
  inspectFocus,
  locate,
  type RiskCategory,
} from '@errand/step-engine';
import type { Page } from 'playwright-core';

const INSPECTION_TIMEOUT_MS = 2_000;
const PRESSES: ReadonlySet<string> = new Set(['browser.click', 'browser.download', 'browser.drag']);
const ENTERS: ReadonlySet<string> = new Set([
  'browser.fill',
  'browser.type',
  'browser.select',
  'browser.check',
  'browser.uncheck',
]);
/** Effects of a control that is pressed that need the task to mention them, or an approval. */
export const ASKED_FOR: ReadonlySet<RiskCategory> = new Set([
  'payment',
  'deletion',
  'sending',
  'consent',
  'disguise',
]);
/** Of what else is done. Who presses Enter wants to send; who ticks a box agrees to what it says. */
const BEYOND_SENDING: ReadonlySet<RiskCategory> = new Set(['payment', 'deletion', 'disguise']);

interface Given {
  target?: Target;
  source?: Target;
  destination?: Target;
  key?: string;
  text?: string;
  label?: string | string[];
  value?: string | string[];
}

/** The controls that submit the form of an element. */
function sentBy({ form }: Element): string[] {
  return form === null ? [] : [...form.buttons, ...(URL.parse(form.action)?.pathname.split(/[/_-]/u) ?? [])];
}

/** The effects of pressing Enter or Space on the element, by its names. */
function pressedNames(element: Element, key: string): string[] {
  const isField = ['input', 'textarea', 'select'].includes(element.tag);
  if (!isField || ['submit', 'button', 'image', 'checkbox'].includes(element.type)) return element.names;
  return element.tag === 'input' && key.endsWith('Enter') ? sentBy(element) : [];
}

/** The names that describe an action, and the effects that it must not have unasked. */
function namesOf(
  primitive: PrimitiveName,
  { key = '', text = '', label, value }: Given,
  elements: readonly Element[],
): { names: string[]; dangers: ReadonlySet<RiskCategory> } {
  const each = (names: (element: Element) => string[]) => elements.flatMap(names);
  if (PRESSES.has(primitive)) return { names: each((element) => element.names), dangers: ASKED_FOR };
  if (primitive === 'browser.press')
    return { names: each((element) => pressedNames(element, key)), dangers: BEYOND_SENDING };
  const sending = each((element) => (element.sendsOnChange || /[\r\n]/u.test(text) ? sentBy(element) : []));
  const own = /check/u.test(primitive) ? each((element) => element.names) : [];
  const chosen = primitive === 'browser.select' ? [label ?? '', value ?? ''].flat() : [];
  return { names: [...own, ...chosen, ...sending], dangers: BEYOND_SENDING };
}

/** "Withdraw request" is what "withdraw R-288" asks for: the verb is the task's own. */
function isSpokenOf(name: string, words: string): boolean {
  const [verb = ''] = name.toLowerCase().split(/\s+/u);
  return (
    verb.length > 3 &&
    words
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .includes(verb)
  );
}

/**
 * Why an action needs an approval: it has an effect that the task does not ask for. Null when it has none.
 * @param words of the instruction that it carries out
 */
export async function approvalReason(
  page: Page,
  primitive: PrimitiveName,
  input: unknown,
  words: string,
): Promise<string | null> {
  const given = input as Given;
  const isKey = primitive === 'browser.press' && /(?:Enter|Space| )$/u.test(given.key ?? '');
  if (!PRESSES.has(primitive) && !ENTERS.has(primitive) && !isKey) return null;
  const targets = [given.target, given.source, given.destination].filter((target) => target !== undefined);
  const inspected = await Promise.all(
    targets.map((target) => inspect(locate(page, target), INSPECTION_TIMEOUT_MS)),
  );
  if (isKey && targets.length === 0) inspected.push(await inspectFocus(page, INSPECTION_TIMEOUT_MS));
  const elements = inspected.filter((element) => element !== null);
  const { names, dangers } = namesOf(primitive, given, elements);
  const asked = dangersNamed([words]);
  const spoken = names.filter((name) => !isSpokenOf(name, words));
  const danger = [...dangersNamed(names)].find(
    (named) =>
      dangers.has(named) && !asked.has(named) && (named !== 'sending' || dangersNamed(spoken).has(named)),
  );
  return danger === undefined ? null : `${danger}, which the task does not speak of`;
}
