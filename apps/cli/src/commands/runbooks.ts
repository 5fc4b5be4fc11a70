import { writeFile } from 'node:fs/promises';
import type Errand from '@errand/sdk';
import {
  type ListRunbooksQuery,
  PermissionDeniedError,
  type Runbook,
  type RunbookParameter,
} from '@errand/sdk';
import { fromJSON } from '@errand/runbooks';
import type { Command } from 'commander';
import type { Invocation, Program } from '../command.ts';
import { EXIT, type ExitCode, ExitError, usageError } from '../exit.ts';
import { definitionOf, lineDifference, readDefinition, readFileValue } from '../runbook-file.ts';
import { confirm, readSecrets } from '../secrets.ts';
import { isInteractive } from '../system.ts';
import { type Paint, clean, collect, collectPair, paintFor, statusText, tableOf } from '../text.ts';
import type { WaitFlags } from '../waiting.ts';
import { addWaitOptions, afterCreation, limitOf } from './runs.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface InputFlags extends WaitFlags {
  input?: Record<string, string>;
  inputs?: string;
  secret?: string[];
  revision?: string;
  local?: boolean;
  metadata?: Record<string, string>;
  idempotencyKey?: string;
}

async function findByTitle(errand: Errand, title: string): Promise<Runbook | undefined> {
  return (await errand.runbooks.list({ title, limit: 1 })).data[0];
}

/** The id of a Runbook that is named by id or exact title. */
async function idOf(errand: Errand, idOrTitle: string): Promise<string> {
  if (UUID.test(idOrTitle)) return idOrTitle;
  const found = await findByTitle(errand, idOrTitle);
  if (found === undefined) throw new ExitError(EXIT.error, `No Runbook has the title "${clean(idOrTitle)}".`);
  return found.id;
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
  const given = Object.entries(flags.input ?? {}).map(([name, text]) => [
    name,
    inputValue(text, typeOf.get(name)),
  ]);
  const known = {
    ...(fromFile as Record<string, unknown>),
    ...(Object.fromEntries(given) as Record<string, unknown>),
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
  const inputs = await inputsOf(invocation, await parametersOf(errand, id, flags, isDryRun), flags);
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
      .option('-i, --input <name=value>', 'an input; repeatable', collectPair)
      .option('--inputs <file>', 'inputs from a JSON or YAML file')
      .option('--secret <name>', 'a secret input, asked for or a line of standard input', collect)
      .option('--local', "run on the key owner's desktop")
      .option('--metadata <k=v>', 'data of your own; repeatable', collectPair)
      .option('--idempotency-key <key>', 'the same key creates one Run only'),
  );
}

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
  const current = await findByTitle(errand, definition.title);
  const before = current === undefined ? '' : printed(definitionOf(current));
  const difference = lineDifference(before, printed(definitionOf(definition)));
  if (difference !== '') invocation.tell(coloured(difference, paintFor(system, system.stderr)));
  const isSame = current !== undefined && difference === '';
  if (isSame) invocation.tell('No changes.');
  else if (!flags.yes && !(await confirm(system, current === undefined ? 'Create it?' : 'Update it?')))
    return EXIT.error;
  const { schemaVersion: _version, ...replacement } = definition;
  const writing = () => {
    if (current === undefined) return errand.runbooks.create({ ...definition, schemaVersion: 3 });
    if (isSame) return errand.runbooks.get(current.id);
    return errand.runbooks.update(current.id, { ...replacement, expectedVersion: current.version });
  };
  const written = writing();
  const show = ({ id, version, status }: Runbook): string => `${id}  version ${version}  ${status}`;
  if (!flags.publish) {
    await invocation.answer(written, show);
    return EXIT.done;
  }
  const { id, version } = await written;
  await invocation.answer(errand.runbooks.publish(id, { expectedVersion: version }), show);
  return EXIT.done;
}

async function pull(
  invocation: Invocation,
  idOrTitle: string,
  flags: { output?: string; ts?: boolean },
): Promise<void> {
  const errand = await invocation.client();
  const runbook = await errand.runbooks.get(await idOf(errand, idOrTitle));
  const text = flags.ts
    ? fromJSON(definitionOf(runbook))
    : `${printed({ schemaVersion: 3, ...definitionOf(runbook) })}\n`;
  if (flags.output === undefined) invocation.print(text);
  else await writeFile(flags.output, text);
}

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
    const id = await idOf(errand, name);
    await invocation.answer(errand.runbooks.get(id), (runbook) => runbookText(runbook, invocation.paint));
  });
  program
    .add(runbooks, 'create', 'create a Runbook from a file', async (invocation, _args, options) => {
      const { file, publish } = options as { file: string; publish?: boolean };
      const errand = await invocation.client();
      const definition = await readDefinition(invocation.system, file);
      const body = {
        ...definition,
        schemaVersion: 3 as const,
        ...(publish && { status: 'published' as const }),
      };
      await invocation.answer(errand.runbooks.create(body), ({ id }) => id);
    })
    .requiredOption('-f, --file <file>', 'TypeScript, JSON or YAML; "-" is standard input')
    .option('--publish', 'publish it');
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
      const current = await findByTitle(errand, definition.title);
      const before = current === undefined ? '' : printed(definitionOf(current));
      const difference = lineDifference(before, printed(definitionOf(definition)));
      if (difference !== '') invocation.print(coloured(difference, invocation.paint));
    },
  );
  program
    .add(
      runbooks,
      'publish <id|title>',
      'publish the current version',
      async (invocation, [name = ''], options) => {
        const { expectedVersion } = options as { expectedVersion?: string };
        const errand = await invocation.client();
        const id = await idOf(errand, name);
        const version =
          expectedVersion === undefined ? (await errand.runbooks.get(id)).version : Number(expectedVersion);
        await invocation.answer(
          errand.runbooks.publish(id, { expectedVersion: version }),
          ({ revisionId }) => revisionId,
        );
      },
    )
    .option('--expected-version <n>', 'refuse when this is not the current version');
  program.add(runbooks, 'validate <file>', 'show all problems of a file', async (invocation, [file = '']) => {
    const errand = await invocation.client();
    const body = await readDefinition(invocation.system, file);
    const { data, response } = await errand.runbooks.validate(body).withResponse();
    if (invocation.isJson) invocation.printJson(await response.text());
    else for (const { path, message } of data.problems) invocation.print(`${clean(path)}: ${clean(message)}`);
    if (data.valid && !invocation.isJson) invocation.tell('Valid.');
    return data.valid ? EXIT.done : EXIT.error;
  });
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
  program.add(
    runbooks,
    'revisions <id|title>',
    'list published revisions',
    async (invocation, [name = '']) => {
      const errand = await invocation.client();
      const id = await idOf(errand, name);
      await invocation.answer(errand.runbooks.revisions.list(id), ({ data }) =>
        tableOf(
          ['REVISION', 'VERSION', 'PUBLISHED', 'TITLE'],
          data.map((each) => [each.revisionId, String(each.version), each.publishedAt, clean(each.title)]),
          invocation.system.stdout,
        ),
      );
    },
  );
}
