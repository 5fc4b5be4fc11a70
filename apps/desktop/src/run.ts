import { Command, CommanderError } from 'commander';
import type { CommandContext } from './commands/command-context.ts';
import { addLogCommands } from './commands/log.ts';
import { addPairingCommands } from './commands/pairing.ts';
import { addPermissionCommands } from './commands/permissions.ts';
import { addRunningCommands } from './commands/running.ts';
import { EXIT, Failure } from './exit.ts';
import { placesOf } from './pairing/store.ts';
import type { System } from './system.ts';
import { VERSION } from './version.ts';

/**
 * Runs one command; returns the exit code. Data goes to standard output, all else to standard error. What only one command
 * needs is loaded by that command: most of the time of a short one is spent loading.
 */
export async function run(args: readonly string[], system: System): Promise<number> {
  const { env, stdout, stderr, signal } = system;
  let code: number = EXIT.done;
  const context: CommandContext = {
    ...system,
    places: placesOf(env, system.homeDirectory),
    print: (line) => void stdout.write(`${line}\n`),
    say: (line) => void stderr.write(`${line}\n`),
    exitWith: (other) => (code = other),
  };
  const program = new Command('errand-desktop')
    .description("Carries out your local Runs in this machine's browser.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addPairingCommands(program, context);
  addRunningCommands(program, context);
  addPermissionCommands(program, context);
  addLogCommands(program, context);

  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (!(error instanceof Failure)) throw error;
    context.say(error.message);
    return error.code;
  }
}
