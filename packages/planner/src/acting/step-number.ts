import { StepError } from '@errand/browser-runtime';
import type { Phrase } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import { grade, GRADES } from '../words/match-name.ts';
import { chooseItem } from '../finding/choose-item.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { PageDriver } from '../task/page-driver.ts';
import type { Candidate, PageView } from '../page/page-view.ts';

const MORE = ['more', 'increase', 'add', 'plus', 'one more'];
const LESS = ['fewer', 'less', 'decrease', 'reduce', 'minus', 'remove', 'one fewer'];
const MAX_STEPS = 30;

interface Stepper {
  readonly value: number;
  readonly more: Candidate;
  readonly less: Candidate;
}

/** Two buttons around a number: one for more of a thing, one for fewer. */
export function stepperFor(view: PageView, phrase: Phrase): Stepper | null {
  return (
    [phrase, ...(phrase.apart ?? [])].map((way) => stepperOf(view, way)).find((one) => one !== null) ?? null
  );
}

/** The controls that belong to the thing that is spoken of; all where none is, none where it is not there. */
function controlsOf(view: PageView, within: Phrase | null): readonly Candidate[] {
  if (within === null) return view.candidates;
  const item = chooseItem(view, within);
  return 'one' in item ? view.candidates.filter(({ items }) => items.includes(item.one)) : [];
}

function stepperOf(view: PageView, { text: said, within }: Phrase): Stepper | null {
  const noun = said.replace(/^(?:number|amount|count)\s+of\s+/iu, '');
  const called = (verbs: readonly string[]) =>
    view.candidates.filter(
      ({ role, name }) =>
        ['button', 'generic'].includes(role) &&
        verbs.some((verb) => grade(`${verb} ${noun}`, name) >= GRADES.equalWords),
    );
  const [more, less] = [called(MORE), called(LESS)];
  const numbers = view.facts.filter(
    ({ label, value }) => /^\d+$/u.test(value) && grade(noun, label) >= GRADES.equalWords,
  );
  const [value] = new Set(numbers.map((fact) => fact.value));
  return more.length === 1 && less.length === 1 && value !== undefined && more[0] && less[0]
    ? { value: Number(value), more: more[0], less: less[0] }
    : stepperBeside(controlsOf(view, within), noun);
}

const PLUS = /^(?:[+＋➕]|increase|more|plus|add one|one more)$/iu;
const MINUS = /^(?:[-−–➖]|decrease|less|minus|fewer|remove one|one (?:less|fewer))$/iu;
const NUMBER_BETWEEN = /^(.*?)\s*(?:[-−–➖]|decrease|less|minus|fewer)?\s*(\d+)$/iu;
const AMOUNT = /^(?:quantity|amount|number)$/iu;

/** "Quantity [−] 3 [+]": two symbols around a number, in the line of that name. */
function stepperBeside(controls: readonly Candidate[], noun: string): Stepper | null {
  const isCalled = ({ role, name, text, disabled }: Candidate, symbol: RegExp) =>
    ['button', 'generic'].includes(role) &&
    !disabled &&
    [name, text].some((said) => symbol.test(said.trim()));
  const all = controls.flatMap((more, index): Stepper[] => {
    const [, label = '', value = ''] = isCalled(more, PLUS) ? (NUMBER_BETWEEN.exec(more.before) ?? []) : [];
    const isNamed = label === '' ? AMOUNT.test(noun) : grade(noun, label) >= GRADES.contains;
    const less = controls.findLast(
      (other, at) => at < index && MINUS.test((other.text || other.name).trim()),
    );
    return value === '' || !isNamed || less === undefined ? [] : [{ value: Number(value), more, less }];
  });
  return all.length === 1 ? (all[0] ?? null) : null;
}

/** Sets a number by the two buttons around it; false where the page has no such buttons. */
export async function step(driver: PageDriver, phrase: Phrase, value: string): Promise<boolean> {
  const wanted = Number(value);
  if (!Number.isInteger(wanted) || value.trim() === '') return false;
  for (let steps = 0; steps <= MAX_STEPS; steps += 1) {
    const now = await driver.waitForView((view) => stepperFor(view, phrase));
    if (now === null && steps === 0) return false;
    if (now === null || Math.abs(wanted - now.value) > MAX_STEPS - steps) break;
    if (now.value === wanted) return true;
    const button = now.value < wanted ? now.more : now.less;
    const { target } = await driver.waitForCandidate(nameCandidate(button), () => ({ one: button }));
    await driver.step('browser.click', { target }, `Click the ${nameCandidate(button)}`);
    const then = await driver.waitForView((view) => stepperFor(view, phrase)?.value ?? now.value);
    if (Math.abs(wanted - then) >= Math.abs(wanted - now.value)) break;
  }
  throw new StepError('action_failed', `"${describePhrase(phrase)}" cannot be set to ${value}.`);
}
