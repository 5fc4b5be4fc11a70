import type { ListRunbooksQuery, Runbook } from '@errand/sdk';
import type { Command } from 'commander';
import type { Program } from '../command.ts';
import { EXIT, usageError } from '../exit.ts';
import { readCreation, readDefinition } from '../runbook-file.ts';
import { idOf } from '../runbook-names.ts';
import { type Paint, clean, statusText, tableOf } from '../text.ts';
import { addFileCommands } from './runbook-files.ts';
import { addStartCommands } from './runbook-runs.ts';
import { limitOf } from './runs.ts';

function runbookText(runbook: Runbook, paint: Paint): string {
  return [
    `${paint('bold', clean(runbook.title))}  ${statusText(paint, runbook.status)}  version ${runbook.version}`,
    runbook.id,
    ...runbook.parameters.map(
      ({ name, type, required, description }) =>
        `  input ${name}: ${type}${required ? ', required' : ''}${description === undefined ? '' : ` (${clean(description)})`}`,
    ),
    ...runbook.steps.map(
      (step) =>
        `  ${step.id}  ${step.kind === 'primitive' ? step.primitive : 'agent'}  ${clean(step.instruction ?? '')}`,
    ),
  ].join('\n');
}

function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError(`--expected-version takes a version, not "${text}".`);
  return Number(text);
}

/** Adds `runbooks` to `root`, from writing a file to publishing and starting what it holds. */
export function addRunbookCommands(program: Program, root: Command): void {
  const runbooks = root.command('runbooks').description('reusable definitions');
  program
    .add(runbooks, 'list', 'list Runbooks, last updated first', async (invocation, _args, options) => {
      const flags = options as { status?: string; title?: string; limit?: string; all?: boolean };
      const errand = await invocation.client();
      const query = { status: flags.status, title: flags.title, limit: limitOf(flags) } as ListRunbooksQuery;
      const pages = errand.runbooks.list(query, { signal: invocation.system.signal });
      const show = (data: readonly Runbook[]): string =>
        tableOf(
          ['ID', 'STATUS', 'VERSION', 'TITLE'],
          data.map(({ id, status, version, title }) => [
            id,
            statusText(invocation.paint, status),
            String(version),
            clean(title),
          ]),
          invocation.system.stdout,
        );
      if (!flags.all) return invocation.answer(pages, ({ data }) => show(data));
      const all: Runbook[] = [];
      for await (const runbook of pages) all.push(runbook);
      if (invocation.isJson) invocation.printJson(JSON.stringify({ data: all, next_cursor: null }));
      else invocation.print(show(all));
      return undefined;
    })
    .option('--status <status>', 'draft or published')
    .option('--title <title>', 'exact title')
    .option('--limit <n>', 'items of a page, 1 to 100')
    .option('--all', 'all pages');
  program.add(runbooks, 'get <id|title>', 'show a Runbook', async (invocation, [name = '']) => {
    const errand = await invocation.client();
    const id = await idOf(errand, name, invocation.stoppable);
    await invocation.answer(errand.runbooks.get(id, invocation.stoppable), (runbook) =>
      runbookText(runbook, invocation.paint),
    );
  });
  program
    .add(runbooks, 'create', 'create a Runbook from a file', async (invocation, _args, options) => {
      const { file, publish } = options as { file: string; publish?: boolean };
      const errand = await invocation.client();
      const creation = await readCreation(invocation.system, file);
      const body = { ...creation, ...(publish && { status: 'published' as const }) };
      await invocation.answer(errand.runbooks.create(body, invocation.stoppable), ({ id }) => id);
    })
    .requiredOption('-f, --file <file>', 'TypeScript, JSON or YAML; "-" is standard input')
    .option('--publish', 'publish it');
  addFileCommands(program, runbooks);
  program
    .add(
      runbooks,
      'publish <id|title>',
      'publish the current version',
      async (invocation, [name = ''], options) => {
        const { expectedVersion } = options as { expectedVersion?: number };
        const errand = await invocation.client();
        const id = await idOf(errand, name, invocation.stoppable);
        const version = expectedVersion ?? (await errand.runbooks.get(id, invocation.stoppable)).version;
        await invocation.answer(
          errand.runbooks.publish(id, { expectedVersion: version }, invocation.stoppable),
          ({ revisionId }) => revisionId,
        );
      },
    )
    .option('--expected-version <n>', 'refuse when this is not the current version', parseVersion);
  program.add(runbooks, 'validate <file>', 'show all problems of a file', async (invocation, [file = '']) => {
    const errand = await invocation.client();
    const body = await readDefinition(invocation.system, file);
    const { data, response } = await errand.runbooks.validate(body, invocation.stoppable).withResponse();
    if (invocation.isJson) invocation.printJson(await response.text());
    else for (const { path, message } of data.problems) invocation.print(`${clean(path)}: ${clean(message)}`);
    if (data.valid && !invocation.isJson) invocation.tell('Valid.');
    return data.valid ? EXIT.done : EXIT.error;
  });
  addStartCommands(program, runbooks);
  program.add(
    runbooks,
    'revisions <id|title>',
    'list published revisions',
    async (invocation, [name = '']) => {
      const errand = await invocation.client();
      const id = await idOf(errand, name, invocation.stoppable);
      await invocation.answer(errand.runbooks.revisions.list(id, {}, invocation.stoppable), ({ data }) =>
        tableOf(
          ['REVISION', 'VERSION', 'PUBLISHED', 'TITLE'],
          data.map((each) => [each.revisionId, String(each.version), each.publishedAt, clean(each.title)]),
          invocation.system.stdout,
        ),
      );
    },
  );
}
