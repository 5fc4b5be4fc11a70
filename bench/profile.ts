/** Reads what `node --cpu-prof` writes. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

interface Frame {
  functionName: string;
  url: string;
}
export interface Profile {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** The profile in `folder` of each program, found by a file that only it has loaded. */
export async function readProfiles<Name extends string>(
  folder: string,
  programs: Readonly<Record<Name, string>>,
): Promise<Record<Name, Profile>> {
  const files = await readdir(folder);
  const profiles = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Profile),
  );
  const found = Object.entries<string>(programs).map(([name, file]) => {
    const profile = profiles.find(({ nodes }) => nodes.some(({ callFrame }) => callFrame.url.endsWith(file)));
    if (profile === undefined) throw new Error(`${folder} has no profile of ${name}`);
    return [name, profile];
  });
  return Object.fromEntries(found) as Record<Name, Profile>;
}

function isOwn({ url }: Frame): boolean {
  return url.startsWith('file:') || url.startsWith('/');
}
/** Garbage collection belongs to no file; it is left out of both. */
const NOT_WORK: ReadonlySet<string> = new Set(['(idle)', '(garbage collector)', '(root)']);

/**
 * How long, in microseconds, the program worked in its last `seconds`, and how much of that in files that match: a
 * sample belongs to the innermost file that is not Node's own, so that what Node does for a file counts for it.
 */
export function shareOf(
  { nodes, samples, timeDeltas }: Profile,
  files: RegExp,
  seconds: number,
): { part: number; whole: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const ownerOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return '';
    return isOwn(node.callFrame) ? node.callFrame.url : ownerOf(parents.get(node.id));
  };
  let left = seconds * 1e6;
  let part = 0;
  let whole = 0;
  for (let index = samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const id = samples[index] ?? 0;
    const took = timeDeltas[index] ?? 0;
    left -= took;
    if (NOT_WORK.has(byId.get(id)?.callFrame.functionName ?? '')) continue;
    whole += took;
    if (files.test(ownerOf(id))) part += took;
  }
  return { part, whole };
}
