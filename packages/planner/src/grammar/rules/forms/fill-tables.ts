import type { Instruction, Phrase } from '../../clause.ts';
import { plain } from '../named-phrases.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const NUMBER = '\\d[\\d.,:]*';
const HOURS = '(?:\\s*(?:h|hrs?|hours?))?';

/** The field of a column in a row, which names itself or both; a column may say "Tue". */
function cellOf(row: Phrase, column: string): Phrase {
  const names = [column, column.slice(0, 3)];
  const placed = names.map((text): Phrase => ({ ...plain(text), within: row }));
  const whole = names.map((text) => plain(`${row.text} ${text}`));
  return { ...plain(column), within: row, apart: [...placed.slice(1), ...whole] };
}

/** "Enter 6 for Atlas on Tuesday and 2 on Friday": where the row and the columns of a table meet. */
const onDays = form(
  `(?:enter|put|log|book|write|type|record|set)\\s+(${NUMBER})${HOURS}\\s+(?:for|on|to)\\s+(?:the\\s+)?((?:(?!\\son\\s).)+?)\\s+on\\s+(${DAY})((?:\\s*(?:,|\\band)\\s*(?:and\\s+)?${NUMBER}${HOURS}\\s+on\\s+${DAY})*)`,
  ([value = '', what, day = '', further = ''], reader) => {
    const row = reader.phrase(what);
    if (row === null || row.text === '') return null;
    const others = [...further.matchAll(new RegExp(`(${NUMBER})${HOURS}\\s+on\\s+(${DAY})`, 'giu'))];
    const cells = [[value, day], ...others.map(([, number = '', on = '']) => [number, on])];
    return cells.map(([number = '', on = '']) => ({
      kind: 'fill',
      target: cellOf(row, on),
      value: number,
    }));
  },
);

function everyFieldOf(words: string | undefined, value: string | null, reader: Reader): Instruction | null {
  const row = reader.phrase(words);
  const isOne = row !== null && (row.text !== '' || row.ordinal !== null);
  return !isOne || value === null
    ? null
    : { kind: 'fill', target: { ...plain(''), kind: 'field', every: true, within: row }, value };
}

/** "Put 8 in each field of the Support row." */
const inEvery = form(
  `(?:enter|put|write|type|set|fill\\s+in)\\s+(.+?)\\s+(?:in|into|for)\\s+(?:each|every|all)\\s+(?:of\\s+)?(?:the\\s+)?(?:fields?|cells?|boxes|box|days?)\\s+(?:of|in|for)\\s+(?:the\\s+)?(.+?)(?:\\s+row)?`,
  ([said = '', what], reader) => everyFieldOf(what, reader.value(said), reader),
);

const fillingEvery = form(
  `fill\\s+(?:in\\s+)?(?:each|every|all)\\s+(?:of\\s+)?(?:the\\s+)?(?:fields?|cells?|boxes|box|days?)\\s+(?:of|in)\\s+(?:the\\s+)?(.+?)(?:\\s+row)?\\s+with\\s+(.+)`,
  ([what, said = ''], reader) => everyFieldOf(what, reader.value(said), reader),
);

/** Values that go where the rows and columns of a table meet. */
export const inGrid = firstOf(onDays, inEvery, fillingEvery);
