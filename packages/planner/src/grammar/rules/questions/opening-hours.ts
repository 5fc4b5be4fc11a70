import type { Hours, Instruction } from '../../clause.ts';
import { firstOf, form, type Reader } from '../rule.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAY = `(${DAYS.join('|')})s?`;
const ON = `\\s+(?:on\\s+)?(?:a\\s+|this\\s+|next\\s+)?${DAY}`;

/** "Mon–Fri", "Monday to Saturday", "weekdays": under what else the hours of a day may stand. */
function alsoCalled(day: string): string[] {
  const at = DAYS.indexOf(day);
  const spans = DAYS.slice(0, at + 1).flatMap((first, from) =>
    DAYS.slice(Math.max(at, from + 1)).flatMap((last) => [
      `${first} to ${last}`,
      `${first} - ${last}`,
      `${first} – ${last}`,
      `${first.slice(0, 3)} to ${last.slice(0, 3)}`,
      `${first.slice(0, 3)} - ${last.slice(0, 3)}`,
      `${first.slice(0, 3)}–${last.slice(0, 3)}`,
      `${first.slice(0, 3)}-${last.slice(0, 3)}`,
    ]),
  );
  return [`${day}s`, day.slice(0, 3), ...spans, at < 5 ? 'Weekdays' : 'Weekends', 'Every day', 'Daily'];
}

/** Whose hours: of a thing that the page names, or of those whose site it is. */
function asked(what: string, said: string, hours: Hours, reader: Reader): Instruction | null {
  const day = `${said.charAt(0).toUpperCase()}${said.slice(1).toLowerCase()}`;
  const isOwn =
    /^(?:you|they|we|it|there|(?:the|your|this)\s+(?:shop|store|company|office|desk|counter))$/iu.test(
      what.trim(),
    );
  const of = isOwn ? null : reader.phrase(what);
  return !isOwn && (of === null || of.text === '')
    ? null
    : { kind: 'read', question: { what: 'labelled', label: day, of, also: alsoCalled(day), hours } };
}

const TELL = '(?:(?:tell|show)\\s+me\\s+|check\\s+|find\\s+out\\s+)?';

/** "Is the depot open on Saturday?", "when does it close on Fridays?" */
export const openingHours = firstOf(
  form(`(?:is|are)\\s+(.+?)\\s+(open|closed)${ON}`, ([what = '', state = '', day = ''], reader) =>
    asked(what, day, /^open$/iu.test(state) ? 'isOpen' : 'isClosed', reader),
  ),
  form(
    `${TELL}(?:if|whether)\\s+(.+?)\\s+(?:is|are)\\s+(open|closed)${ON}`,
    ([what = '', state = '', day = ''], reader) =>
      asked(what, day, /^open$/iu.test(state) ? 'isOpen' : 'isClosed', reader),
  ),
  form(
    `${TELL}(?:(?:at\\s+)?what\\s+time|when|until\\s+when|how\\s+(?:late|early))\\s+(?:does|do|is|are|will)\\s+(.+?)\\s+(opens?|close[sd]?|shuts?)${ON}`,
    ([what = '', verb = '', day = ''], reader) =>
      asked(what, day, /^open/iu.test(verb) ? 'opens' : 'closes', reader),
  ),
  // "Until when is the sauna open today?": its hours may stand beside its name.
  form(
    `${TELL}(?:until\\s+(?:when|what\\s+time)|how\\s+late|(?:till|to)\\s+what\\s+time)\\s+(?:is|are)\\s+(?:the\\s+|your\\s+)?([\\p{L} -]+?)\\s+open(?:\\s+(?:today|tonight|now|until))?`,
    ([what = ''], reader) => {
      const of = reader.phrase(what);
      if (of === null || of.text === '' || /^(?:you|they|we|it)$/iu.test(what)) return null;
      const also = [`${of.text} opening hours`, `${of.text} hours`, `opening hours of ${of.text}`];
      return {
        kind: 'read',
        question: { what: 'labelled', label: of.text, of: null, also, hours: 'closes' },
      };
    },
  ),
  form(
    `${TELL}(?:what\\s+are\\s+)?the\\s+opening\\s+(?:hours|times)\\s+(?:of|for|at)\\s+(.+?)${ON}`,
    ([what = '', day = ''], reader) => asked(what, day, 'all', reader),
  ),
);
