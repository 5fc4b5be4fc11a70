import { type RunbookParameter, PermissionDeniedError } from '@errand/sdk';
import type Errand from '@errand/sdk';
import type { Command } from 'commander';
import type { Invocation, Program } from '../command.ts';
import { type ExitCode, usageError } from '../exit.ts';
import { upload } from '../file-inputs.ts';
import { readFileValue } from '../runbook-file.ts';
import { idOf } from '../runbook-names.ts';
import { readSecrets } from '../secrets.ts';
import { isInteractive } from '../system.ts';
import { collect, collectPair } from '../text.ts';
import type { WaitFlags } from '../waiting.ts';
import { addWaitOptions, afterCreation } from './runs.ts';

interface InputFlags extends WaitFlags {
  input?: Record<string, string>;
  inputs?: string;
  secret?: string[];
  revision?: string;
  local?: boolean;
  metadata?: Record<string, string>;
  idempotencyKey?: string;
}

/** A text of the command line as the value that a parameter of this type takes. */
function inputValue(text: string, type: string | undefined): unknown {
  if (type === undefined || !['number', 'integer', 'boolean', 'list', 'object', 'file'].includes(type))
    return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function parametersOf(
  errand: Errand,
  id: string,
  flags: InputFlags,
  isDryRun: boolean,
): Promise<RunbookParameter[]> {
  try {
    if (flags.revision !== undefined)
      return (await errand.runbooks.revisions.get(id, flags.revision)).parameters;
    if (isDryRun) return (await errand.runbooks.get(id)).parameters;
    return (await errand.runbooks.revisions.list(id, { limit: 1 })).data[0]?.parameters ?? [];
  } catch (error) {
    // A key that may run but not read: values go as texts, and the API checks them.
    if (error instanceof PermissionDeniedError) return [];
    throw error;
  }
}

async function inputsOf(
  invocation: Invocation,
  errand: Errand,
  parameters: readonly RunbookParameter[],
  flags: InputFlags,
): Promise<Record<string, unknown>> {
  const typeOf = new Map(parameters.map(({ name, type }) => [name, type]));
  for (const name of Object.keys(flags.input ?? {}))
    if (typeOf.get(name) === 'secret')
      throw usageError(`"${name}" is a secret, which never stands in an argument: use --secret ${name}.`);
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
    given.push([
      name,
      isUpload ? await upload(invocation.system, errand, text.slice(1)) : inputValue(text, type),
    ]);
  }
  const known = {
    ...(fromFile as Record<string, unknown>),
    ...Object.fromEntries(given),
  };
  const missing = parameters.filter(
    ({ name, type, required }) => type === 'secret' && required === true && !(name in known),
  );
  const asked = isInteractive(invocation.system) ? missing.map(({ name }) => name) : [];
  const secrets = await readSecrets(invocation.system, [...new Set([...(flags.secret ?? []), ...asked])]);
  return { ...known, ...secrets };
}

async function start(
  invocation: Invocation,
  [idOrTitle = '']: string[],
  flags: InputFlags,
  isDryRun: boolean,
): Promise<ExitCode> {
  const errand = await invocation.client();
  const id = await idOf(errand, idOrTitle);
  const inputs = await inputsOf(invocation, errand, await parametersOf(errand, id, flags, isDryRun), flags);
  const body = {
    inputs,
    ...(flags.revision !== undefined && { revisionId: flags.revision }),
    ...(flags.local && { executionTarget: 'local' as const }),
    ...(flags.metadata && { metadata: flags.metadata }),
  };
  const options = { signal: invocation.system.signal, idempotencyKey: flags.idempotencyKey };
  const creation = isDryRun
    ? errand.runbooks.dryRun(id, body, options)
    : errand.runbooks.run(id, body, options);
  const { data, response } = await creation.withResponse();
  return afterCreation(invocation, { id: data.id, text: await response.text() }, flags);
}

function addInputOptions(command: Command): Command {
  return addWaitOptions(
    command
      .option('-i, --input <name=value>', 'an input, @path for a file; repeatable', collectPair)
      .option('--inputs <file>', 'inputs from a JSON or YAML file')
      .option('--secret <name>', 'a secret input, asked for or a line of standard input', collect)
      .option('--local', "run on the key owner's desktop")
      .option('--metadata <k=v>', 'data of your own; repeatable', collectPair)
      .option('--idempotency-key <key>', 'the same key creates one Run only'),
  );
}

/** Adds `run` and `dry-run` to the commands of Runbooks. */
export function addStartCommands(program: Program, runbooks: Command): void {
  addInputOptions(
    program
      .add(runbooks, 'run <id|title>', 'run a published Runbook', (invocation, args, flags) =>
        start(invocation, args, flags, false),
      )
      .option('--revision <id>', 'this revision, in the place of the latest'),
  );
  addInputOptions(
    program.add(
      runbooks,
      'dry-run <id|title>',
      'run the current version; only its read steps act',
      (invocation, args, flags) => start(invocation, args, flags, true),
    ),
  );
}
