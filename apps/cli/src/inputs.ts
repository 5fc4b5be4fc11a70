import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type Errand from '@errand/sdk';
import type { RunbookParameter } from '@errand/sdk';
import type { Invocation } from './command.ts';
import { EXIT, ExitError, usageError } from './exit.ts';
import { readFileValue } from './runbook-file.ts';
import { readSecrets } from './secrets.ts';
import { isInteractive } from './system.ts';
import { clean } from './text.ts';

/** The flags that give the inputs of a Run. */
export interface InputFlags {
  input?: Record<string, string>;
  inputs?: string;
  secret?: string[];
}

const JSON_TYPES: ReadonlySet<string> = new Set(['number', 'integer', 'boolean', 'list', 'object', 'file']);

/** A text of the command line as the value that a parameter of this type takes. */
function inputValue(text: string, type: string | undefined): unknown {
  if (type === undefined || !JSON_TYPES.has(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function contentOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(EXIT.error, `${clean(file)} cannot be read: ${clean(why)}`);
  }
}

function holdsSecret({ type, items, properties }: Partial<RunbookParameter>): boolean {
  const inner = [...(items === undefined ? [] : [items]), ...Object.values(properties ?? {})];
  return type === 'secret' || inner.some(holdsSecret);
}

function refusal({ name, type }: RunbookParameter): ExitError {
  return usageError(
    type === 'secret'
      ? `"${name}" is a secret, which never stands in an argument: use --secret ${name}.`
      : `"${name}" holds a secret, which never stands in an argument: use --inputs with a file, or "-" for standard input.`,
  );
}

/** Uploads a file, and returns the input that refers to it. */
async function upload(invocation: Invocation, errand: Errand, file: string): Promise<{ fileId: string }> {
  const properties = { filename: path.basename(file) };
  const { id } = await errand.files.create(await contentOf(file), properties, invocation.stoppable);
  return { fileId: id };
}

/** The inputs of a Run with these parameters. Uploads files, and asks for secrets. */
export async function readInputs(
  invocation: Invocation,
  errand: Errand,
  parameters: readonly RunbookParameter[],
  flags: InputFlags,
): Promise<Record<string, unknown>> {
  const typeOf = new Map(parameters.map(({ name, type }) => [name, type]));
  for (const parameter of parameters)
    if (Object.hasOwn(flags.input ?? {}, parameter.name) && holdsSecret(parameter)) throw refusal(parameter);
  if (flags.inputs === '-' && flags.secret !== undefined)
    throw usageError(
      'Standard input holds the inputs: give the secrets on a terminal, or the inputs in a file.',
    );
  const fromFile = flags.inputs === undefined ? {} : await readFileValue(invocation.system, flags.inputs);
  if (typeof fromFile !== 'object' || fromFile === null || Array.isArray(fromFile))
    throw usageError(`${flags.inputs} must hold an object of inputs.`);
  const given: [string, unknown][] = [];
  for (const [name, text] of Object.entries(flags.input ?? {})) {
    const type = typeOf.get(name);
    const isUpload = type === 'file' && text.startsWith('@');
    given.push([name, isUpload ? await upload(invocation, errand, text.slice(1)) : inputValue(text, type)]);
  }
  const known = { ...(fromFile as Record<string, unknown>), ...Object.fromEntries(given) };
  const missing = parameters.filter(
    ({ name, type, required }) => type === 'secret' && required === true && !(name in known),
  );
  const asked = isInteractive(invocation.system) ? missing.map(({ name }) => name) : [];
  const secrets = await readSecrets(invocation.system, [...new Set([...(flags.secret ?? []), ...asked])]);
  return { ...known, ...secrets };
}
