import type { Choice } from '../finding/choice.ts';
import { chooseCandidate } from '../finding/choose-element.ts';
import { nameCandidate } from '../finding/require-single.ts';
import type { Instruction } from '../grammar/clause.ts';
import { describePhrase } from '../grammar/describe-clause.ts';
import type { Candidate, PageView } from '../page/page-view.ts';
import type { PageDriver } from '../task/page-driver.ts';
import { clickCandidate } from './click-candidate.ts';
import { choose } from './choose-option.ts';
import { fill } from './fill-field.ts';

type Enter = Extract<Instruction, { kind: 'enter' }>;

const ADDS = /^(?:[+＋]|add|create)(?!\p{L})/iu;

function fieldOf(view: PageView, { target }: Enter): Choice<Candidate> {
  return chooseCandidate(view, target, 'set');
}

/** The button right after the field that adds what was written there. */
function adderOf(view: PageView, field: Candidate): Candidate | null {
  const next = view.candidates[view.candidates.findIndex(({ css }) => css === field.css) + 1];
  return next?.role === 'button' && !next.disabled && ADDS.test(next.text || next.name) ? next : null;
}

/** Enters one value after the other where the page takes several: by a button beside the field, else by the Enter key. */
export async function enterValues(driver: PageDriver, instruction: Enter): Promise<unknown> {
  const { target, values } = instruction;
  const place = await driver.waitForView((view): 'choices' | 'field' | 'text' => {
    const found = fieldOf(view, instruction);
    if ('none' in found && values.every((text) => isChoice(view, text))) return 'choices';
    // A field that takes one after the other holds none of them.
    const isText = 'one' in found && (found.one.type === 'textarea' || found.one.value !== '');
    return isText ? 'text' : 'field';
  });
  if (place === 'choices') {
    for (const text of values) await choose(driver, { text, kind: null, ordinal: null, within: null });
    return null;
  }
  const find = () =>
    driver.waitForCandidate(`"${describePhrase(target)}"`, (view) => fieldOf(view, instruction), target);
  if (place === 'text') {
    const found = await find();
    const { value } = found.candidate;
    return fill(driver, found, [...(value.trim() === '' ? [] : [value.trim()]), ...values].join(', '));
  }
  for (const value of values) {
    const found = await find();
    await fill(driver, found, value);
    const adder = await driver.look((view) => adderOf(view, found.candidate));
    await (adder === null
      ? driver.step(
          'browser.press',
          { key: 'Enter', target: found.target },
          `Press Enter in the ${nameCandidate(found.candidate)}`,
        )
      : clickCandidate(driver, adder));
  }
  return null;
}

function isChoice(view: PageView, text: string): boolean {
  return 'one' in chooseCandidate(view, { text, kind: null, ordinal: null, within: null }, 'choose');
}
