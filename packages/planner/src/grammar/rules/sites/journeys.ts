import type { Instruction } from '../../clause.ts';
import { called } from '../named-phrases.ts';
import { form, type Reader } from '../rule.ts';
import { DAY } from './booking.ts';

const FROM = called(['from', 'origin', 'departure', 'leaving from', 'start', 'departing from', 'where from']);
const TO = called(['to', 'destination', 'going to', 'arrival', 'arriving at', 'where to']);
const ON = called([
  'date',
  'departure date',
  'depart',
  'outbound',
  'departing',
  'leaving on',
  'when',
  'departure',
]);
const BACK = called(['return date', 'return', 'inbound', 'returning', 'returning on']);
const MEANS =
  '(?:flights?|trains?|bus(?:es)?|coach(?:es)?|ferry|ferries|trips?|tickets?|connections?|journeys?|routes?)';

function set(target: Extract<Instruction, { kind: 'set' }>['target'], said: string, reader: Reader) {
  const value = reader.value(said.trim());
  return value === null ? null : ({ kind: 'set', target, value } as const);
}

/** "Search for flights from Berlin to Paris on 20 November 2026": the fields of such a search, which is then sent. */
export const travelling = form(
  `(?:search(?:\\s+for)?|find|look\\s+(?:for|up)|show)\\s+(?:me\\s+)?(?:an?\\s+|the\\s+)?(?:cheapest\\s+)?(${MEANS})\\s+from\\s+(\\p{Lu}.*?)\\s+to\\s+(\\p{Lu}.*?)(?:\\s*,?\\s+(?:on|for|leaving(?:\\s+on)?|departing(?:\\s+on)?)\\s+(${DAY}))?(?:\\s*,?\\s+(?:and\\s+)?(?:back|returning|return)(?:\\s+on)?\\s+(${DAY}))?`,
  ([means = '', from = '', to = '', day = '', back = ''], reader) => {
    const filled = [
      set(FROM, from, reader),
      set(TO, to, reader),
      ...(day === '' ? [] : [set(ON, day, reader)]),
      ...(back === '' ? [] : [set(BACK, back, reader)]),
    ];
    const known = filled.filter((one) => one !== null);
    if (known.length < filled.length) return null;
    const query = reader.value(`${means} from ${from} to ${to}`) ?? '';
    // Where a page has no such fields, its search may take words.
    return { kind: 'either', ways: [[...known, { kind: 'submit' }], [{ kind: 'search', query }]] };
  },
);
