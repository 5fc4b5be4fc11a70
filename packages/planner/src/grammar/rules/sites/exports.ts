import type { Instruction, Phrase } from '../../clause.ts';
import { called, plain } from '../named-phrases.ts';
import { DAY } from './booking.ts';
import { firstOf, form } from '../rule.ts';

const VERBS = '(export|download|save|get)\\s+(?:me\\s+)?(?:the\\s+|my\\s+|our\\s+|all\\s+)*';
const FORMATS = '(csv|excel|xlsx|json|xml)';
const COLLECTIONS = /^(.+)\s(?:report|list|data|file|table|history|statement)$/iu;

/** The control that saves something as a file, in the words of the page. */
function savers(verb: string, format: string): string[] {
  const formats = format === '' ? ['CSV', 'Excel'] : [format];
  const names = formats.flatMap((name) => [
    `${verb} as ${name}`,
    `${verb} ${name}`,
    `Download ${name}`,
    `Export ${name}`,
  ]);
  return format === '' ? [...names, verb, 'Download', 'Export'] : [...names, format];
}

/** "Download CSV" is not the control that saves just the orders. */
function exactly(phrase: Phrase): Phrase {
  return {
    ...phrase,
    exact: true,
    apart: (phrase.apart ?? []).map((other) => ({ ...other, exact: true as const })),
  };
}

/** What is saved is a choice of the form, where it has one: its button alone would take any kind. Else the page or a section is about it. */
function saving(verb: string, what: string, format: string, filled: readonly Instruction[]): Instruction {
  const [, kind = what] = COLLECTIONS.exec(what) ?? [];
  const names = savers(verb, format);
  const press: Instruction = { kind: 'click', target: called(names, 'control') };
  const whole =
    format === ''
      ? [`${verb} ${what}`]
      : [`${verb} ${what} as ${format}`, `${what} as ${format}`, `${what} ${format}`];
  const [own = plain(what), ...others] = [what, kind].flatMap((thing) =>
    names.map((text): Phrase => ({ ...plain(text), kind: 'control', within: plain(thing) })),
  );
  const inOrder = (first: readonly Instruction[], last: Instruction) => [...first, ...filled, last];
  const control: Instruction = { kind: 'click', target: exactly(called(whole, 'control')) };
  // "Format: CSV, Excel" may be a list beside one button that exports.
  const listed: Instruction = { kind: 'select', target: { ...plain(''), kind: 'dropdown' }, value: format };
  const exported: Instruction = {
    kind: 'click',
    target: called([`${verb} ${what}`, verb, 'Export', 'Download'], 'control'),
  };
  return {
    kind: 'either',
    ways: [
      ...(filled.length === 0 ? [[control]] : []),
      inOrder([{ kind: 'select', target: { ...plain(''), kind: 'dropdown' }, value: kind }], press),
      inOrder([{ kind: 'choose', target: { ...plain(kind), kind: 'radio' } }], press),
      ...(format === '' ? [] : [inOrder([listed], exported)]),
      inOrder([], { kind: 'click', target: { ...own, apart: others } }),
      [{ kind: 'find', target: { ...plain(what), kind: 'heading' } }, ...inOrder([], press)],
    ],
  };
}

/** "Export the orders as CSV", "download the spending report from 1 August 2026 to 31 October 2026". */
export const exporting = firstOf(
  form(
    `${VERBS}([\\p{L} -]+?)\\s+(?:as|to|in)\\s+(?:an?\\s+)?${FORMATS}(?:\\s+(?:file|format))?`,
    ([verb = '', what = '', format = '']) => saving(verb, what, format, []),
  ),
  form(
    `${VERBS}([\\p{L} -]+?)\\s+(?:from|between|for)\\s+(${DAY})\\s+(?:to|until|till|and|-|–)\\s+(${DAY})(?:\\s+(?:as|to|in)\\s+(?:an?\\s+)?${FORMATS}(?:\\s+(?:file|format))?)?`,
    ([verb = '', what = '', from, to, format = ''], reader) => {
      const [start, end] = [reader.value(from), reader.value(to)];
      if (start === null || end === null) return null;
      return saving(verb, what, format, [
        { kind: 'set', target: called(['from', 'start date', 'from date', 'start']), value: start },
        { kind: 'set', target: called(['to', 'end date', 'to date', 'until', 'end']), value: end },
      ]);
    },
  ),
);
