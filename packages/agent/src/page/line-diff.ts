/** The lines that changed between two snapshots of one page. */
export interface LineDiff {
  added: string[];
  removed: string[];
}

/** Lines that only one of two texts has, in order. Repeated lines count as often as they occur. */
export function lineDiff(before: readonly string[], after: readonly string[]): LineDiff {
  const count = new Map<string, number>();
  for (const line of before) count.set(line, (count.get(line) ?? 0) + 1);
  const added: string[] = [];
  for (const line of after) {
    const left = count.get(line) ?? 0;
    if (left > 0) count.set(line, left - 1);
    else added.push(line);
  }
  const removed: string[] = [];
  for (const line of before) {
    const left = count.get(line) ?? 0;
    if (left === 0) continue;
    count.set(line, left - 1);
    removed.push(line);
  }
  return { added, removed };
}
