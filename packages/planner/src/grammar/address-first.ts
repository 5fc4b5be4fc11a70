const ADDRESS = String.raw`https?://[^\s"“”<>]*[^\s"“”<>.,;:!?)\]']`;
const SPOKEN = new RegExp(
  String.raw`(?:(?<=^|[.!?]\s+|,\s+)(?:(?:and\s+)?(?:you(?:['’]ll|\s+will|\s+can)?\s+find\s+(?:it|them|this|that)|it\s+is|it['’]s|they\s+are|the\s+page\s+is|please|just|look(?:\s+it\s+up)?|go|open|visit|see|check|have\s+a\s+look)\s+)(?:(?:to|at|on|in|under|here)\s*:?\s+)?|\s(?:on|at|from|in|under)\s+)(?:the\s+(?:page|site)\s+)?(${ADDRESS})`,
  'giu',
);
/** "Find the number of Cliff Bakery on https://…", "who is it? Look at https://…": the same task with its only address first; null if it has none there. */
export function addressFirst(task: string): string | null {
  const all = task.match(new RegExp(ADDRESS, 'giu')) ?? [];
  const [match] = task.matchAll(SPOKEN);
  const [whole = '', url = ''] = match ?? [];
  // What is downloaded from an address may be what is there.
  const isSource = /^\s*from\s/iu.test(whole) && /\bdownload\b/iu.test(task);
  if (all.length !== 1 || match === undefined || isSource) return null;
  const rest = `${task.slice(0, match.index)} ${task.slice(match.index + whole.length)}`;
  return `Open ${url}. ${rest.replaceAll(/\s+(?=[.,;:!?])/gu, '').trim()}`;
}
