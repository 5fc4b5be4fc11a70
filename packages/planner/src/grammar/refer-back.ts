import { tellingWords } from '../words/senses.ts';
import type { Instruction, Phrase } from './clause.ts';

/** "In the row of …, click Edit": of that row. */
export function inPlace(instruction: Instruction, place: Phrase | null): Instruction {
  if (place !== null && instruction.kind === 'free') {
    // "The first row" is told by no word of the page.
    const isCounted = place.ordinal !== null || place.superlative !== undefined;
    const own = [...tellingWords(place.text), ...(isCounted ? [`#${place.ordinal ?? 'most'}`] : [])];
    return {
      kind: 'free',
      acts: instruction.acts.map((act) => ({ ...act, words: [...act.words, ...own] })),
    };
  }
  if (place !== null && instruction.kind === 'read' && instruction.question.what === 'labelled')
    return instruction.question.of === null
      ? { ...instruction, question: { ...instruction.question, of: place } }
      : instruction;
  if (place === null || !('target' in instruction) || instruction.target === null) return instruction;
  const { target } = instruction;
  if (instruction.kind === 'find' || typeof target !== 'object' || target.within !== null) return instruction;
  return { ...instruction, target: { ...target, within: place } };
}

/** Whether an instruction leaves things ticked that "them" may mean. */
export function hasChosen(last: Instruction | undefined): boolean {
  return (
    last?.kind === 'check' ||
    // "Select all but Ann and delete them".
    (last?.kind === 'uncheck' && last.target.kind === 'checkbox') ||
    (last?.kind === 'either' && last.ways.every(([first]) => first?.kind === 'check')) ||
    (last?.kind === 'choose' && last.target.ordinal !== null) ||
    (last?.kind === 'choose' &&
      (last.target.parts !== undefined ||
        last.target.every === true ||
        /^(?:select\s+)?all$/iu.test(last.target.text)))
  );
}

/** What "it" means next: the thing last mentioned, unless a click has left the page. */
export function topicAfter(instructions: readonly Instruction[], before: Phrase | null): Phrase | null {
  const last = instructions.at(-1);
  if (last?.kind === 'find' || last?.kind === 'expand') return last.target;
  if (last?.kind === 'paging' && last.until !== undefined)
    return { text: last.until, kind: null, ordinal: null, within: null };
  // "Set the quantity of the valve to 4 and add it": the valve.
  if ((last?.kind === 'set' || last?.kind === 'select') && last.target?.within != null)
    return last.target.within;
  const [written, sent] = instructions;
  // "Add the task "Buy milk" and mark it as done".
  if (written?.kind === 'fill' && sent?.kind === 'submit' && written.target?.text.startsWith('new ') === true)
    return { text: written.value, kind: null, ordinal: null, within: null };
  // "Add the valve to the basket and change its quantity".
  if (last?.kind === 'click' && /^add to (?:cart|basket|bag|trolley)$/iu.test(last.target.text))
    return last.target.within;
  if (last?.kind !== 'read') return null;
  const { question } = last;
  if (question.what === 'exists' && question.of.within !== null) return question.of.within;
  if (question.what === 'each') return question.of;
  return question.what === 'labelled' && question.of !== null ? question.of : before;
}
