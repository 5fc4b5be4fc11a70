import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** The package that comes with the command line, for files that have none of their own. */
function providedRunbooks(file: string): Record<string, string> {
  try {
    createRequire(file).resolve(PACKAGE);
    return {};
  } catch {
    const own = import.meta.url.endsWith('.ts')
      ? import.meta.resolve(PACKAGE)
      : new URL('./runbooks.js', import.meta.url);
    return { [PACKAGE]: fileURLToPath(own) };
  }
}

/** Imports a module on every supported Node, whether or not its project is `"type": "module"`. */
async function importDefinition(file: string): Promise<unknown> {
  const whole = path.resolve(file);
  const { createJiti } = await import('jiti/static');
  const jiti = createJiti(whole, { fsCache: false, alias: providedRunbooks(whole) });
  try {
    const exported = await jiti.import(whole, { default: true });
    const hasJson = typeof exported === 'object' && exported !== null && 'toJSON' in exported;
    return hasJson ? (exported.toJSON as () => unknown).call(exported) : exported;
  } catch (error) {
    throw broken(file, error instanceof Error ? error.message : String(error));
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

function definitionIn(file: string, value: unknown): Definition & Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('title' in value))
    throw broken(file, 'holds no Runbook: an object with title, parameters and steps is expected.');
  const { id, version, status, createdAt, updatedAt, revisionId, ...definition } = value as Record<
    string,
    unknown
  >;
  void [id, version, status, createdAt, updatedAt, revisionId];
  return { schemaVersion: 3, parameters: [] as RunbookParameter[], ...definition } as never;
}

/** The definition of a Runbook in a file, without the fields that the server adds. */
export async function readDefinition(
  system: System,
  file: string,
): Promise<Definition & Record<string, unknown>> {
  return definitionIn(file, await readFileValue(system, file));
}

/** The body of a creation in a file: its definition, and the status that a file without an id asks for. */
export async function readCreation(system: System, file: string): Promise<CreateRunbook> {
  const value = await readFileValue(system, file);
  const definition = definitionIn(file, value);
  const { id, status } = value as Partial<Runbook>;
  return { ...definition, schemaVersion: 3, ...(id === undefined && status !== undefined && { status }) };
}

/** The fields of a Runbook that make its definition. */
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
