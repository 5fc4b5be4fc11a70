import type { Instruction, Phrase } from '../../clause.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const PLAN = '(?:plan|package|tier|tariff|subscription|membership)';
const TAKES = ['Choose', 'Select', 'Get', 'Start', 'Subscribe', 'Buy', 'Switch', 'Upgrade', 'Downgrade'];

/** The control that takes one of several plans, or the plan in a list of them. */
function taking(verb: string, said: string, reader: Reader): Instruction | null {
  const within = reader.phrase(said);
  if (within === null || (within.text === '' && within.superlative === undefined)) return null;
  const [own = plain(verb), ...others] = [verb, ...TAKES].map((name): Phrase => ({
    ...plain(name),
    kind: 'control',
    within,
  }));
  const takeIt: Instruction = { kind: 'click', target: { ...own, apart: others } };
  if (within.superlative !== undefined) return takeIt;
  const named = called([`${verb} to ${said}`, `${verb} ${said}`, `${verb} to ${said} plan`], 'control');
  return {
    kind: 'either',
    ways: [
      [{ kind: 'click', target: { ...named, quoted: true } }],
      [takeIt],
      [
        { kind: 'set', target: called(['plan', 'subscription', 'tier', 'tariff']), value: said },
        { kind: 'save', orSend: true },
      ],
    ],
  };
}

/** "Upgrade to the Pro plan", "switch my subscription to Pro". */
const changing = form(
  `(upgrade|downgrade|switch|change|move)(?:\\s+(?:me|us|(?:the|my|our)\\s+${PLAN}))?\\s+to\\s+(?:the\\s+)?(\\p{Lu}[\\p{L}\\d+ -]*?)(?:\\s+${PLAN})`,
  ([verb = '', said = ''], reader) => taking(verb, said, reader),
);

/** "Choose the cheapest plan". */
const choosing = form(
  `(choose|select|pick|take|get|buy)\\s+the\\s+((?:cheapest|most\\s+expensive|least\\s+expensive)\\s+${PLAN})`,
  ([verb = '', said = ''], reader) => taking(verb, `the ${said}`, reader),
);

/** Which of several plans somebody wants. */
export const takingPlan = firstOf(changing, choosing);
