import module from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { type CreateRunbook, type Runbook, type RunbookParameter } from '@errand/sdk';
import { readText } from './connection.ts';
import { EXIT, ExitError } from './exit.ts';
import type { System } from './system.ts';

/** A definition as a file holds it; the API checks it. */
export type Definition = Pick<CreateRunbook, 'title' | 'steps' | 'parameters'>;

function broken(file: string, why: string): ExitError {
  return new ExitError(EXIT.error, `${file}: ${why}`);
}

const PACKAGE = '@errand/runbooks';

/** Gives files the package that comes with the command line, where they have none of their own. */
function provideRunbooks(): void {
  // Node 22.15 and later; TypeScript files need 22.18.
  if (typeof module.registerHooks !== 'function') return;
  const own = new URL(import.meta.url.endsWith('.ts') ? './runbooks.ts' : './runbooks.js', import.meta.url);
  module.registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier !== PACKAGE) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(own.href, context);
      }
    },
  });
}

async function importDefinition(file: string): Promise<unknown> {
  provideRunbooks();
  try {
    const { default: exported } = (await import(pathToFileURL(path.resolve(file)).href)) as {
      default?: unknown;
    };
    const hasJson = typeof exported === 'object' && exported !== null && 'toJSON' in exported;
    return hasJson ? (exported.toJSON as () => unknown).call(exported) : exported;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isOldNode = (error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION';
    throw broken(file, isOldNode ? 'TypeScript files need Node 22.18 or later.' : why);
  }
}

/** Reads a `.ts`, `.js`, `.json` or `.yaml` file, or JSON or YAML from standard input as "-". */
export async function readFileValue(system: System, file: string): Promise<unknown> {
  if (/\.[mc]?[jt]s$/.test(file)) return importDefinition(file);
  const text = await readText(system, file);
  try {
    if (file.endsWith('.json')) return JSON.parse(text) as unknown;
    const { parseYaml } = await import('./yaml.ts');
    return parseYaml(text);
  } catch (error) {
    throw broken(file, error instanceof Error ? error.message : 'cannot be parsed');
  }
}

/** The definition of a Runbook in a file. What the server adds to a Runbook is left out. */
export async function readDefinition(
  system: System,
  file: string,
): Promise<Definition & Record<string, unknown>> {
  const value = await readFileValue(system, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('title' in value))
    throw broken(file, 'holds no Runbook: an object with title, parameters and steps is expected.');
  const { id, version, status, createdAt, updatedAt, revisionId, ...definition } = value as Record<
    string,
    unknown
  >;
  void [id, version, status, createdAt, updatedAt, revisionId];
  return { schemaVersion: 3, parameters: [] as RunbookParameter[], ...definition } as never;
}

/** What of a Runbook is its definition. */
export function definitionOf({ title, parameters, steps }: Definition | Runbook): Definition {
  return { title, parameters, steps };
}

/** A difference by lines: removed ones with "-", added ones with "+", three lines around them. */
export function lineDifference(before: string, after: string): string {
  const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
  const a = linesOf(before);
  const b = linesOf(after);
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length)
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i]}`);
      i += 1;
      j += 1;
    } else if (j < b.length && (i === a.length || lengths[i]![j + 1]! > lengths[i + 1]![j]!)) {
      lines.push(`+ ${b[j]}`);
      j += 1;
    } else {
      lines.push(`- ${a[i]}`);
      i += 1;
    }
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(index - 3, 0), index + 4).some((line) => !line.startsWith('  '));
  return lines.filter((_line, index) => isNear(index)).join('\n');
}
