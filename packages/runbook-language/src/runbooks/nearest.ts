const MAX_NAMED = 3;
/** Longer names are not compared. */
const MAX_LENGTH = 64;

/** Suggests the nearest names, if their edit distance is at most half the length after the dot. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  if (name.length > MAX_LENGTH) return [];
  const lower = name.toLowerCase();
  const far = names.map((other) => ({ other, edits: editsBetween(lower, other.toLowerCase()) }));
  // Often only the part before the dot is missing.
  const least = Math.min(...far.map(({ edits }) => edits));
  const bare = names.filter((other) => other.split('.')[1]?.toLowerCase() === lower);
  if (bare.length > 0) return bare.slice(0, MAX_NAMED);
  if (least > (name.split('.').at(-1) ?? '').length / 2) return [];
  return far
    .filter(({ edits }) => edits === least)
    .map(({ other }) => other)
    .slice(0, MAX_NAMED);
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
