import { called } from '../named-phrases.ts';
import { form } from '../rule.ts';

/** "Calculate the flour for 40 loaves": the number goes where it is asked for, and the result is read. */
export const calculating = form(
  `(calculate|compute|work\\s+out|estimate)\\s+(?:the\\s+|my\\s+)?(\\p{Ll}[\\p{Ll} ]*?)\\s+(?:for|of)\\s+(\\d[\\d.,]*)\\s+(\\p{Ll}[\\p{Ll} ]*)`,
  ([verb = '', what = '', number = '', noun = '']) => [
    { kind: 'set', target: called([noun, `number of ${noun}`, `how many ${noun}`]), value: number },
    {
      kind: 'click',
      target: called([`${verb} ${what}`, verb, 'Calculate', 'Compute', 'Estimate', 'Show'], 'control'),
    },
    {
      kind: 'read',
      question: {
        what: 'labelled',
        label: what,
        of: null,
        also: [`${what} needed`, `needed ${what}`, 'result', 'total'],
      },
    },
  ],
);
