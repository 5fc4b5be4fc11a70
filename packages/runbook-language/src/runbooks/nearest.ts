const MAX_NAMED = 3;
/** Longer names are not compared. */
const MAX_LENGTH = 64;

/** Suggests the nearest names, if their edit distance is at most half the length after the dot. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  if (name.length > MAX_LENGTH) return [];
  const lower = name.toLowerCase();
  // Often only the part before the dot is missing.
  const bare = names.filter((other) => other.split('.')[1]?.toLowerCase() === lower);
  if (bare.length > 0) return bare.slice(0, MAX_NAMED);
  const most = (name.split('.').at(-1) ?? '').length / 2;
  const far = names
    .filter((other) => Math.abs(other.length - name.length) <= most)
    .map((other) => ({ other, edits: editsBetween(lower, other.toLowerCase()) }));
  const least = far.reduce((fewest, { edits }) => Math.min(fewest, edits), Infinity);
  if (least > most) return [];
  return far
    .filter(({ edits }) => edits === least)
    .map(({ other }) => other)
    .slice(0, MAX_NAMED);
}

/** Other common names for the actions of primitives. */
const SYNONYMS: Readonly<Record<string, string>> = {
  goto: 'navigate',
  go: 'navigate',
  open: 'navigate',
  visit: 'navigate',
  load: 'navigate',
  input: 'fill',
  enter: 'fill',
  write: 'fill',
  set: 'fill',
  tap: 'click',
  submit: 'click',
  choose: 'select',
  tick: 'check',
  sleep: 'wait',
  waitfor: 'wait',
  delay: 'wait',
  read: 'extract',
  get: 'extract',
  text: 'extract',
  expect: 'assert',
  verify: 'assert',
  capture: 'screenshot',
  eval: 'evaluate',
  script: 'evaluate',
  fetch: 'request',
  post: 'request',
  regex: 'match',
  ask: 'input',
  confirm: 'approve',
  otp: 'totp',
  call: 'run',
};

/** Suggests the nearest primitives, also by other common names of their actions. */
export function nearestPrimitives(name: string, names: readonly string[]): string[] {
  const near = nearestNames(name, names);
  if (near.length > 0 || name.length > MAX_LENGTH) return near;
  const action = (name.split('.').at(-1) ?? '').toLowerCase();
  const surface = name.includes('.') ? name.slice(0, name.indexOf('.')) : '';
  const meant = Object.hasOwn(SYNONYMS, action) ? SYNONYMS[action] : undefined;
  const called = names.filter((other) => other.split('.')[1] === meant);
  const among = called.filter((other) => other.startsWith(`${surface}.`));
  return among.length > 0 ? among : called.slice(0, MAX_NAMED);
}

/** The Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [index, char] of Array.from(a).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at += 1)
      next.push(
        Math.min(
          (row[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (row[at - 1] ?? 0) + (b[at - 1] === char ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
