import { placeByAddress } from './place-by-address.ts';

const ADDRESS = String.raw`https?://[^\s"“”<>]*[^\s"“”<>.,;:!?)\]']`;
const POINTING = String.raw`(?:and\s+)?(?:(?:you(?:['’]ll|\s+will|\s+can)?|I)\s+find\s+(?:it|them|this|that)|(?:it|they|that|this)\s+(?:is|are|should\s+be|must\s+be)(?:\s+(?:in|on|under)\s+(?:the|his|her|their|my|its)\s+\p{L}+)?|it['’]s|the\s+\p{L}+\s+is|please|just|look(?:\s+it\s+up)?|go|open|visit|see|check|have\s+a\s+look|(?<=[.?!]\s+)(?:check|see|look\s+(?:at|in|through)|open)\s+(?:the|my|your|our)\s+\p{L}+(?=\s+(?:at|on|under|in)\s+https?:\S+\s*$))\s+`;
const SPOKEN = new RegExp(
  String.raw`(?:(?<=^|[.!?]\s+|,\s+)(?:${POINTING}(?:(?:to|at|on|in|under|here)\s*:?\s+)?|(?:shop|site|page|link|url|website|address)\s*:\s*|\p{L}+s\s+are\s+(?:at|on|in)\s+|(?=\(?${ADDRESS}\)?(?:[.!?]?\s*$|[.!?]\s|\s*:\s)))|\s*:\s+(?=${ADDRESS}(?:[.!?]?\s*$|\s+(?:choose|select|pick|set|add|put|fill|tick)\s))|\s+[-–—]+\s+(?=${ADDRESS}[.!?]?\s*$)|(?:(?:^|\s)(?:on|at|from|in|under|through|via|according\s+to)|(?=\s\(${ADDRESS}\))|(?<=\s(?:pages?(?:\s\d+)?|list|table|bottom|top|end|tab|section|menu|button|icon|logo)|\b(?:log|sign)\s(?:out|off)|\b(?:cheapest|dearest|newest|latest|oldest|first|second|third|fourth|fifth|last|(?:most|least)\s\p{L}+)\s\p{L}+)\s+of)\s+)(?:the\s+(?:(?!(?:next|following|previous|first|second|third|last)\s)\p{L}+\s+)?(?:page|site)\s+(?:at\s+|on\s+)?)?\(?(${ADDRESS})\)?`,
  'giu',
);
/** "Search https://… for valves": the address stands between the verb and what is looked for. */
const BETWEEN = new RegExp(
  String.raw`(?<=\b(?:search|browse|check|look\s+through))\s+(${ADDRESS})(?=\s+for\s)`,
  'giu',
);
/** "Sort https://… by price", "does https://… sell pumps": the page plays a part in the sentence. */
const AS_PART: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`(?<=\bhow\s+many\s.+)\s+(?:do|does|did)\s+(${ADDRESS})\s+(?:have|show|list|offer|contain|sell|stock|include)(?=[\s?.!]|$)`,
      'iu',
    ),
    ' are there',
  ],
  [
    new RegExp(String.raw`(?<=\bwhat\s+)(?:do|does|did)\s+(${ADDRESS})\s+(?=(?:say|tell|write)\s)`, 'iu'),
    'does it ',
  ],
  // "Add "Sun hat" to https://…"
  [
    new RegExp(
      String.raw`(?<=^\s*(?:please\s+)?(?:add|put)\s+["“][^"”]+["”])\s+(?:to|on)\s+(${ADDRESS})(?=[.!]?\s*$)`,
      'iu',
    ),
    ' to this list',
  ],
  [new RegExp(String.raw`(?<=\b(?:sort|order|filter))\s+(${ADDRESS})(?=\s+by\s)`, 'iu'), ''],
  [
    new RegExp(
      String.raw`(?<=\b(?:do|does|did))\s+(${ADDRESS})\s+(?:have|show|list|offer|contain|sell|stock|include)(?=[\s?.!]|$)`,
      'iu',
    ),
    ' this page have',
  ],
];

/** "https://… add the lamp to the cart", "https://…: what is …": the address stands first, and nothing says that it is to be opened. */
const LEADING = new RegExp(String.raw`^\s*\(?(${ADDRESS})\)?(?:\s*[,:;]|\s+[-–—>→|]+)?\s+(?=\S)`, 'iu');

/** "…/report.pdf", or no page of a site: what is downloaded from there may be what is there. */
const FILE = /\/[^/?#]+\.\p{L}{2,4}$|^https?:\/\/[^/]+\/?$/iu;

/** "… the dearest lamp in the shop https://…": the address ends the task, and nothing leads to it. */
const TRAILING = new RegExp(String.raw`^(.+\p{L})[,?]?\s+\(?(${ADDRESS})\)?[.!?]?\s*$`, 'isu');
/** After such a word the address is a value of its own. */
const TAKES_ADDRESS =
  /\b(?:to|into|as|with|is|be|for|url|link|website|homepage|address|enter|type|write|paste|say|called|named)$/iu;

/** Verbs that are about an address itself, or that the page it leads to does not carry out. */
const OF_ADDRESS =
  /\b(?:download|save|compare|type|enter|write|paste|copy|search|capture|screenshot|open|visit|go|navigate|load|browse|log|sign)\b/iu;

/** "Give https://… four stars": it is what that page is about. */
function asObject(task: string, url: string): string | null {
  const before = task.slice(0, task.indexOf(url));
  const [, fills] = /^\s*(?:please\s+)?(?:(fill\s+(?:in|out)|complete)|\p{L}+)\s+$/iu.exec(before) ?? [];
  const isVerb = /^\s*(?:please\s+)?(?:fill\s+(?:in|out)|\p{L}+)\s+$/iu.test(before);
  return OF_ADDRESS.test(before) || !isVerb
    ? null
    : `Open ${url}. ${task.replace(url, fills === undefined ? 'it' : 'the form')}`;
}

/** "When is the pool open" opens nothing, and "go to page 2" leads to no address. */
function opensSomething(said: string): boolean {
  return OF_ADDRESS.test(
    said
      .replace(/\b(?:is|are|was|were|when|does|do)\s.*\bopen\b/iu, ' ')
      .replace(/\bgo\s+to\s+(?:the\s+)?(?:\p{L}+\s+)?page\b/iu, ' '),
  );
}

/** "Remove the camera from the list https://…, then …": the address stands behind what it is of. */
const MIDDLE = new RegExp(
  String.raw`^(\p{L}+\s.*[\p{L}\d])\s+(${ADDRESS})(\s*[,;.]\s+|\s+(?:and|then)\s+)(\S.*)$`,
  'isu',
);

function inTheMiddle(task: string): string | null {
  const [, said = '', url = '', mark = '', rest = ''] = MIDDLE.exec(task) ?? [];
  return said === '' || opensSomething(said) || TAKES_ADDRESS.test(said)
    ? null
    : `Open ${url}. ${said}${mark}${rest}`;
}

function atTheEnd(task: string): string | null {
  const [, said = '', url = ''] = TRAILING.exec(task) ?? [];
  // "When is the pool open" opens nothing.
  return said === '' || opensSomething(said) || TAKES_ADDRESS.test(said) ? null : `Open ${url}. ${said}`;
}

/** "Find the number of Cliff Bakery on https://…", "who is it? Look at https://…": the same task with its only address first; null if it has none there. */
export function addressFirst(task: string): string | null {
  const placed = placeByAddress(task);
  const first = placed === null ? null : withAddressFirst(placed.task);
  if (placed === null || first === null) return withAddressFirst(task);
  return first.replace(/^Open \S+\.(?=\s|$)/u, `$& Under the ${placed.place} section.`);
}

function withAddressFirst(task: string): string | null {
  const all = task.match(new RegExp(ADDRESS, 'giu')) ?? [];
  if (all.length !== 1) return null;
  for (const [pattern, instead] of AS_PART) {
    const [, part] = pattern.exec(task) ?? [];
    if (part !== undefined) return `Open ${part}. ${task.replace(pattern, instead).trim()}`;
  }
  const [leading = '', start] = LEADING.exec(task) ?? [];
  if (start !== undefined) return `Open ${start}. ${task.slice(leading.length).trim()}`;
  const [match] = [...task.matchAll(SPOKEN), ...task.matchAll(BETWEEN)];
  const [whole = '', url = ''] = match ?? [];
  // What is downloaded from an address may be what is there.
  const isSource = /^\s*from\s/iu.test(whole) && /\bdownload\b/iu.test(task) && FILE.test(url);
  if (isSource) return null;
  if (match === undefined) return asObject(task, all[0] ?? '') ?? atTheEnd(task) ?? inTheMiddle(task);
  const after = task.slice(match.index + whole.length);
  // "Buy a chair: https://… choose black": the colon stays.
  const mark = /^\s*:\s/u.test(whole) && /^\s+\S/u.test(after) ? ':' : '';
  const rest = `${task.slice(0, match.index)}${mark} ${task.slice(match.index + whole.length)}`;
  return `Open ${url}. ${rest.replaceAll(/\s+(?=[.,;:!?])/gu, '').trim()}`;
}
