import type { Instruction } from '../../clause.ts';
import { each, enumerated, firstOf, form, type Reader } from '../rule.ts';

function filtered(by: string | undefined, value: string | undefined, reader: Reader): Instruction | null {
  const wanted = reader.value(value);
  const name = by === undefined || by === '' ? '' : reader.value(by);
  return wanted === null || name === null ? null : { kind: 'filter', by: name, value: wanted };
}

/** "Filter by Office and Lighting": by both. */
function filteredByEach(value: string, reader: Reader): Instruction[] | null {
  const parts = enumerated(value);
  const isShort = parts.every((part) => part.split(/\s+/u).length < 3);
  return each(isShort ? parts : [value], (part) => filtered('', part, reader));
}

/** "By location London and type Full-time". */
const NEXT_FILTER =
  /\s*,?\s+and\s+(?:by\s+|the\s+)?(?=(?:(?:colou?r|size|brand|type|category|status|material|condition)\s+\p{L}|\p{Ll}+\s+(?:(?:under|over|below|above|at\s+most|at\s+least|up\s+to)\s+)?[\p{Lu}\d\uE000£$€]))/u;

const THINGS = '(?:(?:(?:the|these|this|all|my|our)\\s+)?(?:[\\p{L}-]+\\s+){1,3}?)?';
const LIST = '(?:(?:the|this)\\s+)?(?:list|table|results?|page|view)';

/** Filters that a list has, by a value, or by one of each of several kinds. */
export const filtering = firstOf(
  form(
    `filter\\s+${THINGS}(?:by|on|for)\\s+(?:the\\s+)?(.+?)\\s*(?:=|:|\\sis\\s|\\sequals\\s)\\s*(.+)`,
    ([by, value], reader) => filtered(by, value, reader),
  ),
  form(
    `filter\\s+${THINGS}(?:by|on)\\s+(?:the\\s+)?([\\p{Ll}]+)\\s+(?!(?:and|or|&)\\s)(.+)`,
    ([by = '', value = ''], reader) =>
      each(`${by} ${value}`.split(NEXT_FILTER), (part) => {
        const [, name, wanted] = /^(\p{Ll}+)\s+(.+)$/su.exec(part) ?? [];
        return name === undefined ? null : filtered(name, wanted, reader);
      }),
  ),
  form(`filter\\s+(?:${LIST}\\s+)?${THINGS}(?:by|for|to|on)\\s+(?:the\\s+)?(.+)`, ([value = ''], reader) =>
    filteredByEach(value, reader),
  ),
  form(
    `(?:(?:show|display|list)\\s+(?:me\\s+)?(?:only|just)|only(?:\\s+(?:show|display|list)(?:\\s+me)?)?)\\s+(?!(?:keep|leave|send|use|tick|check|allow|have|make|let|give|get)\\s)(?:the\\s+)?(.+)`,
    ([value], reader) =>
      filtered(
        '',
        (value ?? '')
          .replace(/\s+(?:ones|entries|items|results)$/iu, '')
          .replace(/^(?:(?:ones|those|entries|items|\p{Ll}+s)\s+)(?:(?:that|which)\s+(?:are|is)\s+)?/u, ''),
        reader,
      ),
  ),
);
