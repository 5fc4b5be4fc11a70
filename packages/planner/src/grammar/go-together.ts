import { ACTS, NOUN_COMMANDS, oneOf, VERBS, words } from '../words/vocabulary.ts';

function source(text: string) {
  return new RegExp(text, 'iu');
}

/** "… and keep me signed in" says how somebody is signed in. */
const STAYS =
  /^(?:please\s+)?(?:(?:tick|check|select|choose)\s+)?(?:stay\s+(?:logged|signed)|keep\s+me\s|(?:the\s+)?remember\s+(?:me|this)\b)/iu;
const SIGNS_IN = source(`(?:^|[\\s,])${oneOf(VERBS.login)}\\s.*$`);

/** "Filter by location London and type Full-time": "type" is what is filtered by. */
const FILTERS = source('^(?:filter|narrow|limit|show\\s+only)\\s');
const TYPE_OF = /^(?:the\s+)?type\s+\p{Lu}/u;

/** "… with name Ana, role Admin and note "Late"": a note is a field of what is filled in. */
const NOTE_FIELD = /^(?:the\s+|an?\s+)?note\s*:?\s*\uE000/iu;
const WRITES = source(
  `^${oneOf([...VERBS.fill, ...VERBS.type, ...NOUN_COMMANDS, ...ACTS, ...words('add | create | make | send | submit | register | save')])}\\s.*(?:\\bwith\\b|:|,)`,
);

/** "Report damage: booking 7, type Scratch, …": the type is a field of it. */
const TYPE_FIELD = /^(?:the\s+)?type\s+\p{Lu}[\p{L}-]*(?:\s[\p{L}-]+){0,2}\s*(?:,|$|\sand\s)/u;
const FIELDS = /^\p{L}[\p{L} ]{2,30}:\s+\p{Ll}/u;
/** "… with name Ana, answer by phone": how the form asks to be answered. */
const ANSWERED = /^answer\s+(?:by|via)\s/iu;

/** "Tick Book flight and Send report": after a name in capitals, a capital begins another name and no instruction. */
const CHOSEN_NAME = /^(?:tick|check|select|choose|mark|untick|uncheck|deselect)\s+\p{Lu}\p{Ll}+\s\p{Ll}/u;
const NEXT_NAME = /^\p{Lu}\p{Ll}+\s+(?!(?:the|this|that|my|an?|on|it|to)\s)\p{Ll}[\p{Ll} ]*$/u;

/** "A note: if no one is home, leave it at the desk": what is written says both. */
const CONDITION_WRITTEN =
  /\b(?:ticket|request|message|problem|issue|note|comment|complaint|question|feedback|review)\b[^:,]*:\s+(?:if|when|unless|once|in\s+case)\s[^,]+,?$/iu;

/** "With subject Leak and message The pump leaks": the words of what is written under that subject. */
const HEADED = /\bwith\s+(?:the\s+|an?\s+)?(?:subject|title|topic)\s/iu;
const TEXT_FIELD = /^(?:the\s+|an?\s+)?(?:message|comment|text)\s*:?\s+[\p{Lu}\uE000]/u;

/** "Turn the digest on and order emails off": what is switched next may be called like something to do. */
const TURNS = /^(?:turn|switch|make|put|set)\s.+\s(?:on|off)(?:\s*,?\s*(?:and|&))?$/iu;
const TURNED_NEXT = source(
  `^(?:${oneOf([...NOUN_COMMANDS, ...ACTS])})\\s+\\p{L}[\\p{L} -]*?\\s(?:on|off)(?:\\s*(?:,|$)|\\s+and\\s)`,
);
/** "Order 4711 and order 4712": a noun that has just named another thing. */
function isNextOfKind(before: string, after: string): boolean {
  const [, noun] = /^(\p{L}+)\s+#?[\p{L}-]*\d/u.exec(after) ?? [];
  return (
    noun !== undefined &&
    source(`\\s${noun}\\s+#?[\\p{L}-]*\\d[\\p{L}\\d-]*(?:,|\\s+(?:and|&))?$`).test(before)
  );
}

/**
 * Whether what begins like an instruction goes on with the one before.
 * @param before the words before it, without what carries no meaning
 * @param written the same as written
 */
export function goTogether(before: string, after: string, written: string): boolean {
  return (
    isNextOfKind(before, after) ||
    (STAYS.test(after) && SIGNS_IN.test(written)) ||
    (NEXT_NAME.test(after) && CHOSEN_NAME.test(before)) ||
    (TURNS.test(before) && TURNED_NEXT.test(after)) ||
    CONDITION_WRITTEN.test(before) ||
    (TEXT_FIELD.test(after) && HEADED.test(before)) ||
    (TYPE_OF.test(after) && FILTERS.test(written)) ||
    (TYPE_FIELD.test(after) && (WRITES.test(before) || FIELDS.test(before))) ||
    ((NOTE_FIELD.test(after) || ANSWERED.test(after)) && WRITES.test(before))
  );
}
