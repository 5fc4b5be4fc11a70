import { grade, GRADES } from '../words/match-name.ts';
import type { Fact, PageView } from '../page/page-view.ts';

/** "Only 7 places left". */
const COUNT = /^(?:only\s+)?(\d{1,6})\s+(\p{L}[\p{L} ]*?\s(?:left|remaining|available))$/iu;
/** "Up to 5 guests". */
const ROOM_FOR =
  /^(?:up\s+to|max(?:imum|\.)?|for(?:\s+up\s+to)?|sleeps|seats)\s+(\d{1,5})\s+(guests|people|persons|adults|visitors|participants)$/iu;
/** "Shelf A4", "Room 12". */
const NUMBERED = /^(\p{Lu}\p{Ll}{2,})\s[\p{L}-]{0,3}\d[\p{L}\d-]*(?:[.,]\d+)?$/u;
/** Four words or more: what somebody wrote. */
const SENTENCE = /^\p{Lu}.*?(?:\s+\S+){3,}$/u;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/iu;

/** The label that a part of what stands on a thing has by its own words, or by a filter of the page. */
function labelOf(view: PageView, part: string): string | null {
  const [, noun] = NUMBERED.exec(part) ?? [];
  if (noun !== undefined) return noun;
  const filter = view.candidates.find(
    ({ options, name }) => name !== '' && options.some((option) => grade(part, option) >= GRADES.equal),
  );
  return filter?.name ?? (WEEKDAY.test(part) ? 'day' : null);
}

/** What stands on a thing without a label beside it, with what it is called all the same: "7 places left", "Shelf A4". */
export function saidWithoutLabel(view: PageView, index: number): Fact[] {
  const item = view.items[index];
  const parts = (item?.cells ?? []).flatMap((cell) => cell.split(/\s+[·•|]\s+/u)).map((part) => part.trim());
  const sentences = (item?.cells ?? []).filter((cell) => cell !== item?.title && SENTENCE.test(cell));
  const [only] = sentences;
  const written: Fact[] =
    only === undefined || sentences.length > 1
      ? []
      : [{ label: 'text', value: only, css: '', testId: '', items: [index], under: '', source: 'headed' }];
  return parts
    .flatMap((part): Fact[] => {
      if (part === item?.title) return [];
      const [, count, counted] = COUNT.exec(part) ?? ROOM_FOR.exec(part) ?? [];
      const label = counted ?? labelOf(view, part);
      const value = count ?? part;
      return label === null
        ? []
        : [{ label, value, css: '', testId: '', items: [index], under: '', source: 'headed' }];
    })
    .concat(written);
}
