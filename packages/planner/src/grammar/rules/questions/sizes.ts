import type { Instruction } from '../../clause.ts';
import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const TELL = `(?:${oneOf([...VERBS.read, ...VERBS.lookup])}\\s+(?:me\\s+)?)?`;

/** What is measured by an adjective: its label on a page, the likeliest first. */
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  tall: ['height'],
  high: ['height', 'value', 'level', 'result'],
  wide: ['width'],
  deep: ['depth'],
  thick: ['thickness'],
  long: ['length', 'duration'],
  heavy: ['weight', 'weighs'],
  big: ['size', 'dimensions', 'area', 'floor space', 'living space', 'floor area', 'surface'],
  large: ['size', 'dimensions', 'area', 'floor space', 'living space', 'floor area', 'surface'],
  old: ['age'],
  far: ['distance'],
  fast: ['speed', 'top speed'],
  warm: ['temperature'],
  hot: ['temperature'],
  cold: ['temperature'],
  loud: ['volume', 'noise'],
  strong: ['strength'],
  expensive: ['price', 'cost'],
};

const IT =
  /^(?:it|this|that|they|these|them|this\s+one|(?:this|the)\s+(?:item|product|plant|part|one|room|book))$/iu;

function measured(label: string, also: readonly string[], what: string, reader: Reader): Instruction | null {
  const of = IT.test(what) ? reader.topic : reader.phrase(what);
  if (of === null && !IT.test(what)) return null;
  return { kind: 'read', question: { what: 'labelled', label, of, also } };
}

/** "In square metres": the page says in what it is measured. */
const UNITS =
  '(?:(?:milli|centi|kilo)?met(?:er|re)s?|feet|inches|miles|(?:kilo)?grams?|pounds|kilos|minutes|hours|days|weeks|months|years|degrees|[ckm]?m[²2]?|kg|g|sqm|km|hrs?)';

/** "How tall does it get?", "how much does it weigh?", "how often should I water it?". */
export const measuring = firstOf(
  // "How long is the warranty of the pump?": the value itself is a time or a length.
  form(
    `${TELL}how\\s+long\\s+(?:is|are|was)\\s+(?:the\\s+)?([\\p{L} -]+?)\\s+(?:of|for|on)\\s+(?!me\\b|us\\b)(.+)`,
    ([label = '', what = ''], reader) =>
      measured(
        label,
        [`${label} length`, `${label} period`, `length of ${label}`, 'length', 'duration'],
        what,
        reader,
      ),
  ),
  form(
    `${TELL}how\\s+(${oneOf(Object.keys(MEASURES))})\\s+(?:is|are|was|does|do|will|can)\\s+(.+?)(?:\\s+(?:get|grow|be|become|take|last))?(?:\\s+in\\s+(?:square\\s+)?${UNITS})?`,
    ([adjective = '', what = ''], reader) => {
      const [label = '', ...also] = MEASURES[adjective.toLowerCase()] ?? [];
      return measured(label, [...also, adjective.toLowerCase()], what, reader);
    },
  ),
  form(
    `${TELL}how\\s+often\\s+(?:is|are|does|do|will)\\s+(?!(?:I|we|you|it|one)\\s)(.+?)\\s+(?:be\\s+)?(\\p{Ll}{3,})`,
    ([what = '', verb = ''], reader) =>
      measured('how often', ['frequency', 'interval', `${verb} frequency`], what, reader),
  ),
  form(`${TELL}how\\s+much\\s+(?:does|do)\\s+(.+?)\\s+weigh`, ([what = ''], reader) =>
    measured('weight', ['weighs', 'weigh'], what, reader),
  ),
  form(
    `${TELL}how\\s+often\\s+(?:should|must|do|does|can)\\s+(?:I|we|you|it|one)\\s+(?:be\\s+)?(\\p{Ll}+?)(e?d)?(?:\\s+(?:it|this|them|this\\s+\\p{L}+))?`,
    ([verb = '']) => {
      const stem = verb.replace(/e$/u, '');
      return {
        kind: 'read',
        question: { what: 'labelled', label: `${stem}ing`, of: null, also: [verb, `${stem}ing frequency`] },
      };
    },
  ),
  form(
    `${TELL}how\\s+much\\s+([\\p{L} ]+?)\\s+(?:(?:do|have)\\s+(?:I|we)|(?:I|we))(?:\\s+(?:still\\s+)?(?:have|got))?(\\s+left)?`,
    ([what = '', left = ''], reader) => {
      const name = reader.phrase(what);
      if (name === null || name.text === '' || /\s(?:do|does|is)$/iu.test(what)) return null;
      const { text } = name;
      const rest = [
        `${text} left`,
        `remaining ${text}`,
        `available ${text}`,
        `${text} available`,
        `${text} balance`,
      ];
      const [label = text, ...also] = left === '' ? [text, ...rest] : [...rest, text];
      return { kind: 'read', question: { what: 'labelled', label, of: null, also } };
    },
  ),
);
