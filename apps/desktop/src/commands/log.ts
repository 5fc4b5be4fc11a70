import type { Command } from 'commander';
import { findBreak, readAudit } from '../audit/audit-log.ts';
import { Failure } from '../exit.ts';
import type { CommandContext } from './command-context.ts';

/** Adds `log` and `log verify`. */
export function addLogCommands(program: Command, { places, print, say }: CommandContext): void {
  const audit = program
    .command('log')
    .description('what Runs did on this machine, oldest first')
    .option('--json', 'one JSON object a line')
    .action(async (options: { json?: boolean }) => {
      for (const line of await readAudit(places)) {
        const { at, run, event, step = '', text } = line;
        // A text can come from a page.
        print(
          options.json === true
            ? JSON.stringify(line)
            : [at, run, event, step, text].join('  ').replaceAll(/\p{Cc}/gu, ' '),
        );
      }
    });
  audit
    .command('verify')
    .description('whether a line of the log was changed, added, removed or moved')
    .action(async () => {
      const broken = await findBreak(places);
      if (broken !== null)
        throw new Failure(`The log is broken at line ${broken.line} of ${places.audit}: ${broken.why}.`);
      say('The log is whole.');
    });
}
