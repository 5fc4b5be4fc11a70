import { writeFile } from 'node:fs/promises';
import { fromJSON } from '@errand/runbooks';
import type { Runbook } from '@errand/sdk';
import type { Command } from 'commander';
import type { Invocation, Program } from '../command.ts';
import { EXIT } from '../exit.ts';
import { definitionOf, lineDifference, readDefinition } from '../runbook-file.ts';
import { findByTitle, idOf } from '../runbook-names.ts';
import { confirm } from '../secrets.ts';
import { type Paint, paintFor } from '../text.ts';

function coloured(difference: string, paint: Paint): string {
  return difference
    .split('\n')
    .map((line) => {
      if (line.startsWith('+')) return paint('green', line);
      return line.startsWith('-') ? paint('red', line) : line;
    })
    .join('\n');
}

function printed(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

async function push(
  invocation: Invocation,
  [file = '']: string[],
  flags: { yes?: boolean; publish?: boolean },
) {
  const { system } = invocation;
  const errand = await invocation.client();
  const definition = await readDefinition(system, file);
  const current = await findByTitle(errand, definition.title, invocation.stoppable);
  const before = current === undefined ? '' : printed(definitionOf(current));
  const difference = lineDifference(before, printed(definitionOf(definition)));
  if (difference !== '') invocation.tell(coloured(difference, paintFor(system, system.stderr)));
  const isSame = current !== undefined && difference === '';
  if (isSame) invocation.tell('No changes.');
  else if (!flags.yes && !(await confirm(system, current === undefined ? 'Create it?' : 'Update it?')))
    return EXIT.error;
  const { schemaVersion: _version, ...replacement } = definition;
  const writing = () => {
    if (current === undefined)
      return errand.runbooks.create({ ...definition, schemaVersion: 3 }, invocation.stoppable);
    if (isSame) return errand.runbooks.get(current.id, invocation.stoppable);
    return errand.runbooks.update(
      current.id,
      { ...replacement, expectedVersion: current.version },
      invocation.stoppable,
    );
  };
  const written = writing();
  const show = ({ id, version, status }: Runbook): string => `${id}  version ${version}  ${status}`;
  if (!flags.publish) {
    await invocation.answer(written, show);
    return EXIT.done;
  }
  const { id, version } = await written;
  await invocation.answer(
    errand.runbooks.publish(id, { expectedVersion: version }, invocation.stoppable),
    show,
  );
  return EXIT.done;
}

async function pull(
  invocation: Invocation,
  idOrTitle: string,
  flags: { output?: string; ts?: boolean },
): Promise<void> {
  const errand = await invocation.client();
  const id = await idOf(errand, idOrTitle, invocation.stoppable);
  const { data: runbook, response } = await errand.runbooks.get(id, invocation.stoppable).withResponse();
  const text = flags.ts
    ? fromJSON(definitionOf(runbook))
    : `${printed({ schemaVersion: 3, ...definitionOf(runbook) })}\n`;
  if (flags.output !== undefined) await writeFile(flags.output, text);
  if (invocation.isJson && !flags.ts) invocation.printJson(await response.text());
  else if (flags.output === undefined) invocation.print(text);
}

/** Adds the commands that compare a file with the Runbook of its title. */
export function addFileCommands(program: Program, runbooks: Command): void {
  program
    .add(runbooks, 'push <file>', 'create or update the Runbook of that title', push)
    .option('-y, --yes', 'do not ask')
    .option('--publish', 'publish it, too');
  program
    .add(
      runbooks,
      'pull <id|title>',
      'print the definition of a Runbook',
      (invocation, [name = ''], options) => pull(invocation, name, options),
    )
    .option('--ts', 'as TypeScript')
    .option('-o, --output <file>', 'write it to a file');
  program.add(
    runbooks,
    'diff <file>',
    'show how a file differs from the Runbook of its title',
    async (invocation, [file = '']) => {
      const errand = await invocation.client();
      const definition = await readDefinition(invocation.system, file);
      const current = await findByTitle(errand, definition.title, invocation.stoppable);
      const before = current === undefined ? '' : printed(definitionOf(current));
      const difference = lineDifference(before, printed(definitionOf(definition)));
      if (difference !== '') invocation.print(coloured(difference, invocation.paint));
    },
  );
}
