const ADDRESS = String.raw`https?:\/\/[^\s"“”<>]*[^\s"“”<>.,;:!?)\]']`;
const WORD = String.raw`(?!(?:in|on|at|of|off|the|my|under|from|to|and|with)\b)\p{L}[\p{L}&-]*`;
const NAME = `(${WORD}(?:\\s${WORD}){0,2}?)`;
const KIND = String.raw`(?:tab|section|area|panel|part)`;
/** "In the list of …" is on the page, and no part of it that is opened. */
const NO_PART = String.raw`(?!(?:\p{L}+\s)?(?:lists?|tables?|footer|header|top|bottom|middle|menu|bar|row|card|page|form|cart|basket|bag|shop|first|last)\b)`;
const SAYS_WHERE = String.raw`(?:,?\s+(?:(?:it|that|this)(?:['’]s|\s+is|\s+should\s+be)|they\s+are|you(?:['’]ll|\s+will|\s+can)?\s+find\s+(?:it|that|this|them)))?`;

/** Where an address and a place within its page stand beside each other: what is left of both, and the name of the place. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  // "… in the Policies tab of https://…", "…, it's in the help section of https://…"
  [
    new RegExp(
      String.raw`${SAYS_WHERE}\s+(?:in|on|under|from)\s+(?:the\s+|my\s+)?${NO_PART}${NAME}\s+${KIND}\s+(?:of|on|at)\s+(${ADDRESS})`,
      'iu',
    ),
    ' at $2',
  ],
  // "… in the preferences of https://…"
  [
    new RegExp(
      String.raw`${SAYS_WHERE}\s+(?:in|under)\s+(?:the|my)\s+${NO_PART}(\p{L}{4,}s)\s+of\s+(${ADDRESS})`,
      'iu',
    ),
    ' at $2',
  ],
  // "In my preferences on https://… set …"
  [
    new RegExp(
      String.raw`^\s*(?:in|under)\s+(?:the\s+|my\s+)?${NO_PART}${NAME}(?:\s+${KIND})?\s+(?:on|at|of)\s+(${ADDRESS})(?=[\s,:])`,
      'iu',
    ),
    'At $2',
  ],
];
/** "https://… (preferences)", "https://… > Preferences: …" */
const AFTER = new RegExp(
  String.raw`(${ADDRESS})(?:\s+\((?:(?:in|under)\s+)?(?:the\s+)?${NO_PART}${NAME}(?:\s+${KIND})?\)|\s*(?:>|→|»|›)\s*${NO_PART}${NAME}(?:\s+${KIND})?(?=\s*[:,.]|\s*$))`,
  'iu',
);
/** "What is …? Open https://… and look in the Policies tab": where the answer is, said last. */
const LOOKED_AT = new RegExp(
  String.raw`(?<=[.?!])\s+(?:please\s+)?(?:open|go\s+to|see|look\s+at|check|visit)\s+(${ADDRESS})(?:\s*,)?\s+(?:and\s+|then\s+)*(?:look|check|see|go|search)\s+(?:in|into|under|at|on|to)\s+(?:the\s+)?${NAME}(?:\s+${KIND})?[.!]?\s*$`,
  'iu',
);

/** A task without the place within the page that it names beside its address, and that place; null where it names none. */
export function placeByAddress(task: string): { task: string; place: string } | null {
  for (const [pattern, left] of PLACES) {
    const [, place] = pattern.exec(task) ?? [];
    if (place !== undefined) return { task: task.replace(pattern, left).trim(), place };
  }
  const [, address = '', inBrackets, below] = AFTER.exec(task) ?? [];
  const after = inBrackets ?? below;
  if (after !== undefined) return { task: task.replace(AFTER, address), place: after };
  const [, , last] = LOOKED_AT.exec(task) ?? [];
  return last === undefined ? null : { task: task.replace(LOOKED_AT, ' Look at $1'), place: last };
}
