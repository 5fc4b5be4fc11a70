import {
  type default as Errand,
  type RequestOptions,
  type RunbookParameter,
  PermissionDeniedError,
} from '@errand/sdk';
import type { Command } from 'commander';
import type { Invocation, Program } from '../command.ts';
import type { ExitCode } from '../exit.ts';
import { type InputFlags, readInputs } from '../inputs.ts';
import { idOf } from '../runbook-names.ts';
import { collectSecretName } from '../secrets.ts';
import { collectPair } from '../text.ts';
import type { WaitFlags } from '../waiting.ts';
import { addWaitOptions, afterCreation } from './runs.ts';

interface StartFlags extends WaitFlags, InputFlags {
  revision?: string;
  local?: boolean;
  metadata?: Record<string, string>;
  idempotencyKey?: string;
}

async function parametersOf(
  errand: Errand,
  id: string,
  flags: StartFlags,
  isDryRun: boolean,
  options: RequestOptions,
): Promise<RunbookParameter[]> {
  try {
    if (flags.revision !== undefined)
      return (await errand.runbooks.revisions.get(id, flags.revision, options)).parameters;
    if (isDryRun) return (await errand.runbooks.get(id, options)).parameters;
    return (await errand.runbooks.revisions.list(id, { limit: 1 }, options)).data[0]?.parameters ?? [];
  } catch (error) {
    // A key that may run but not read: values go as texts, and the API checks them.
    if (error instanceof PermissionDeniedError) return [];
    throw error;
  }
}

async function start(
  invocation: Invocation,
  [idOrTitle = '']: string[],
  flags: StartFlags,
  isDryRun: boolean,
): Promise<ExitCode> {
  const errand = await invocation.client();
  const { stoppable } = invocation;
  const id = await idOf(errand, idOrTitle, stoppable);
  const parameters = await parametersOf(errand, id, flags, isDryRun, stoppable);
  const body = {
    inputs: await readInputs(invocation, errand, parameters, flags),
    ...(flags.revision !== undefined && { revisionId: flags.revision }),
    ...(flags.local && { executionTarget: 'local' as const }),
    ...(flags.metadata && { metadata: flags.metadata }),
  };
  const options = { ...stoppable, idempotencyKey: flags.idempotencyKey };
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
      .option('--inputs <file>', 'inputs from a JSON or YAML file; "-" is standard input')
      .option('--secret <name>', 'a secret input, asked for or a line of standard input', collectSecretName)
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
