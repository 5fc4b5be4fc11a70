import { APIError, ErrandError } from '@errand/sdk';
import { CommanderError } from 'commander';
import { Program } from './command.ts';
import { addAccountCommands } from './commands/account.ts';
import { addBlueprintCommands } from './commands/blueprints.ts';
import { addEvidenceCommands } from './commands/evidence.ts';
import { addRunbookCommands } from './commands/runbooks.ts';
import { addRunCommands } from './commands/runs.ts';
import { addToolCommands } from './commands/tools.ts';
import { EXIT, type ExitCode, ExitError, exitCodeOf } from './exit.ts';
import { separateJsonFlag } from './json-output.ts';
import type { System } from './system.ts';

export type { System };
import { clean } from './text.ts';
import { VERSION } from './version.ts';

function createProgram(system: System): Program {
  const program = new Program(system);
  const { root } = program;
  root
    .description('Command line of Errand: durable browser and computer work')
    .version(VERSION, '--version')
    .option('--profile <name>', 'profile of the configuration file')
    .option('--base-url <url>', 'address of the API')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => system.stdout.write(text),
      writeErr: (text) => system.stderr.write(text),
    });
  addRunCommands(program, root);
  addRunbookCommands(program, root);
  addBlueprintCommands(program, root);
  addEvidenceCommands(program, root);
  addAccountCommands(program, root);
  addToolCommands(program, root);
  inheritSettings(root);
  return program;
}

/** Commands added before these were set have none of them. */
function inheritSettings(command: Program['root']): void {
  for (const each of command.commands) {
    each.copyInheritedSettings(command);
    inheritSettings(each);
  }
}

function describe(error: unknown): string {
  if (error instanceof APIError && error.requestId !== null)
    return `${clean(error.message)} (request ${clean(error.requestId)})`;
  if (error instanceof ErrandError || error instanceof ExitError) return clean(error.message);
  return error instanceof Error ? clean(error.message) : 'Something went wrong.';
}

/** Runs the command line; returns the exit code. */
export async function run(args: readonly string[], system: System): Promise<ExitCode> {
  const program = createProgram(system);
  try {
    await program.root.parseAsync(separateJsonFlag(args), { from: 'user' });
    return program.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    // After Ctrl-C, every failure is a consequence of it.
    const code = system.signal.aborted ? EXIT.interrupted : exitCodeOf(error);
    if (code !== EXIT.interrupted) system.stderr.write(`errand: ${describe(error)}\n`);
    return code;
  }
}
