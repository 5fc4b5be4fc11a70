import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^(?<folder>.*node_modules\/(?<name>(?:@[^/]+\/)?[^/]+))\//;
const LICENCE_FILE = /^(?:licen[cs]e|notice|copying)\b/i;

/** Names of the outputs that the entry points reach. */
function reached({ outputs }: Metafile, entries: ReadonlySet<string>): Set<string> {
  const found = new Set(
    Object.keys(outputs).filter((name) => entries.has(path.basename(name, path.extname(name)))),
  );
  for (const name of found)
    for (const imported of outputs[name]?.imports ?? []) if (!imported.external) found.add(imported.path);
  return found;
}

/**
 * Removes the files of a build that only left-out code imported, and checks that the rest imports nothing which a machine
 * without this repository lacks.
 * @param folder the folder to which the paths of `metafile` are relative
 * @param dependencies of the published package
 * @throws when the code needs another package
 * @returns the paths of the sources in it
 */
export function keepReached(
  folder: string,
  metafile: Metafile,
  entries: ReadonlySet<string>,
  dependencies: ReadonlySet<string>,
): string[] {
  const kept = reached(metafile, entries);
  const sources = new Set<string>();
  for (const [name, { imports, inputs }] of Object.entries(metafile.outputs)) {
    if (!kept.has(name)) {
      rmSync(path.join(folder, name));
      continue;
    }
    for (const [source, { bytesInOutput }] of Object.entries(inputs))
      if (bytesInOutput > 0) sources.add(source);
    // A package that a bundled one only tries to require is not needed.
    const lacking = imports.filter(
      (used) =>
        used.external &&
        used.kind !== 'require-call' &&
        !isBuiltin(used.path) &&
        !dependencies.has(used.path),
    );
    if (lacking.length > 0)
      throw new Error(`${name} needs ${lacking.map((used) => used.path).join(', ')}, which is no dependency`);
  }
  return [...sources];
}

/** Writes the licences of the packages that a bundle holds, which ask to be passed on with it. */
export function writeLicences(folder: string, sources: readonly string[], file: string): void {
  const packages = new Map<string, string>();
  for (const source of sources) {
    const { name, folder: place } = PACKAGE.exec(source)?.groups ?? {};
    if (name !== undefined && place !== undefined) packages.set(name, path.join(folder, place));
  }
  const notices = [...packages]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, place]) => {
      const { version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')) as {
        version: string;
        license?: string;
      };
      const texts = readdirSync(place)
        .filter((entry) => LICENCE_FILE.test(entry))
        .map((entry) => readFileSync(path.join(place, entry), 'utf8').trim());
      return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
    });
  if (notices.length > 0) writeFileSync(file, `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}
