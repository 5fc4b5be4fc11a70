import type { Phrase } from '../../clause.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form, type Reader, type Rule } from '../rule.ts';

const PLAN = '(?:plan|package|tier|tariff|subscription|membership)';
const TAKES = ['Choose', 'Select', 'Get', 'Start', 'Subscribe', 'Buy', 'Switch', 'Upgrade', 'Downgrade'];

/** The control that takes one of several plans, or the plan in a list of them. */
function taking(verb: string, said: string, reader: Reader): ReturnType<Rule> {
  const within = reader.phrase(said);
  if (within === null || (within.text === '' && within.superlative === undefined)) return null;
  const names = [verb, ...TAKES.filter((name) => name.toLowerCase() !== verb.toLowerCase())];
  const [own = plain(verb), ...others] = names.map((name): Phrase => ({
    ...plain(name),
    kind: 'control',
    within,
  }));
  const whole = {
    ...called([`${verb} to ${said}`, `${verb} ${said}`, `${verb} to ${said} plan`], 'control'),
  };
  const inList =
    within.superlative === undefined
      ? [
          [
            { kind: 'set' as const, target: called(['plan', 'subscription', 'tier', 'tariff']), value: said },
            { kind: 'save' as const, orSend: true as const },
          ],
        ]
      : [];
  return [
    {
      kind: 'either',
      ways: [
        ...(within.superlative === undefined
          ? [[{ kind: 'click' as const, target: { ...whole, quoted: true as const } }]]
          : []),
        [{ kind: 'click', target: { ...own, apart: others } }],
        ...inList,
      ],
    },
  ];
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
