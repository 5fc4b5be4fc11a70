import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type Errand from '@errand/sdk';
import type { Artifact, CreateRun, ListRunsQuery, Run, RunDetails } from '@errand/sdk';
import type { Command } from 'commander';
import type { Invocation, Program } from '../command.ts';
import { readText } from '../connection.ts';
import { EXIT, type ExitCode, ExitError, exitCodeOfStatus, usageError } from '../exit.ts';
import { collectSecretName, readSecrets } from '../secrets.ts';
import { clean, collectPair, parseDuration, statusText, tableOf } from '../text.ts';
import { type WaitFlags, awaitRun, interrupted, timelineLine } from '../waiting.ts';

const MAX_DOWNLOADS = 3;

interface CreateFlags extends WaitFlags {
  local?: boolean;
  metadata?: Record<string, string>;
  idempotencyKey?: string;
  secret?: string[];
}

/** Adds the options of a command that can await its Run. */
export function addWaitOptions(command: Command): Command {
  return command
    .option('--wait', 'wait until the Run ends')
    .option('--follow', 'wait, and show each event')
    .option('--timeout <duration>', 'longest wait: 90, 90s or 5m', parseDuration)
    .option('--exit-on-approval', 'end with 6 when the Run waits for approval');
}

/** Says which Run was created, and awaits it if asked to. */
export async function afterCreation(
  invocation: Invocation,
  created: { id: string; text: string },
  flags: WaitFlags,
): Promise<ExitCode> {
  if (!flags.wait && !flags.follow) {
    if (invocation.isJson) invocation.printJson(created.text);
    else invocation.print(created.id);
    return EXIT.done;
  }
  invocation.tell(`Run ${created.id}`);
  const errand = await invocation.client();
  return awaitRun(invocation, created.id, flags, (options) => errand.runs.wait(created.id, options));
}

async function create(invocation: Invocation, [task = '']: string[], flags: CreateFlags): Promise<ExitCode> {
  if (task === '-' && flags.secret !== undefined)
    throw usageError(
      'Standard input holds the task: give the secrets on a terminal, or the task as argument.',
    );
  const { system } = invocation;
  const errand = await invocation.client();
  const body: CreateRun = {
    task: task === '-' ? (await readText(system, '-')).trim() : task,
    ...(flags.local && { executionTarget: 'local' as const }),
    ...(flags.metadata && { metadata: flags.metadata }),
    ...(flags.secret && { secrets: await readSecrets(system, flags.secret) }),
  };
  const { data, response } = await errand.runs
    .create(body, { signal: system.signal, idempotencyKey: flags.idempotencyKey })
    .withResponse();
  return afterCreation(invocation, { id: data.id, text: await response.text() }, flags);
}

function runTable(invocation: Invocation, runs: readonly Run[]): string {
  const rows = runs.map(({ id, status, created_at: at, task }) => [
    id,
    statusText(invocation.paint, status),
    at.slice(0, 19).replace('T', ' '),
    clean(task),
  ]);
  return tableOf(['ID', 'STATUS', 'CREATED', 'TASK'], rows, invocation.system.stdout);
}

async function list(
  invocation: Invocation,
  flags: { status?: string; limit?: string; all?: boolean },
): Promise<void> {
  const errand = await invocation.client();
  const query = { status: flags.status, limit: limitOf(flags) } as ListRunsQuery;
  const pages = errand.runs.list(query, { signal: invocation.system.signal });
  if (!flags.all) {
    await invocation.answer(pages, ({ data }) => runTable(invocation, data));
    return;
  }
  const runs: Run[] = [];
  for await (const run of pages) runs.push(run);
  if (invocation.isJson) invocation.printJson(JSON.stringify({ data: runs, has_more: false }));
  else invocation.print(runTable(invocation, runs));
}

/** `--limit`, by default the largest page with `--all`. */
export function limitOf({ limit, all }: { limit?: string; all?: boolean }): number | undefined {
  if (limit === undefined) return all ? 100 : undefined;
  if (!/^([1-9]\d?|100)$/.test(limit))
    throw usageError(`--limit takes a number from 1 to 100, not "${limit}".`);
  return Number(limit);
}

function detailsText({ paint }: Invocation, run: RunDetails): string {
  const lines = [
    `${paint('bold', run.id)}  ${statusText(paint, run.status)}  ${run.executionTarget}`,
    clean(run.task),
    `created ${run.created_at}, ${run.step_count} steps done`,
  ];
  if (run.queue_reason !== null) lines.push(`queued: waits for ${run.queue_reason}`);
  if (run.pending_approval !== null)
    lines.push(
      `waits for approval of step ${run.pending_approval.step_id}: ${clean(run.pending_approval.instruction)}`,
      `  ${run.pending_approval.approve_url}`,
    );
  if (run.error_code !== null) lines.push(`${run.error_code}: ${clean(run.error_message ?? '')}`);
  for (const { step_id: step, quote } of run.warnings) lines.push(`warning ${step ?? ''}: ${clean(quote)}`);
  for (const [name, value] of Object.entries(run.outputs))
    lines.push(`  ${name} = ${clean(typeof value === 'string' ? value : JSON.stringify(value))}`);
  return lines.join('\n');
}

async function watch(invocation: Invocation, runId: string, flags: WaitFlags): Promise<ExitCode> {
  const { signal } = invocation.system;
  const errand = await invocation.client();
  if (!invocation.isJson)
    return awaitRun(invocation, runId, { ...flags, follow: true }, (options) =>
      errand.runs.wait(runId, options),
    );
  try {
    const run = await errand.runs.wait(runId, {
      signal,
      ...(flags.timeout !== undefined && { timeout: flags.timeout }),
      ...(flags.exitOnApproval && { returnOn: ['waiting_for_approval'] }),
      onEvent: (event) => invocation.printJson(JSON.stringify(event)),
    });
    return exitCodeOfStatus(run.status);
  } catch (error) {
    return interrupted(invocation, runId, error);
  }
}

async function events(invocation: Invocation, runId: string): Promise<void> {
  const errand = await invocation.client();
  let from: number | null = null;
  for await (const event of errand.runs.events(runId, {}, { signal: invocation.system.signal })) {
    from ??= Date.parse(event.at);
    if (invocation.isJson) invocation.printJson(JSON.stringify(event));
    else invocation.print(timelineLine(event, from, invocation.paint));
  }
}

/** A file name that stays in its folder, whatever name the page gave the file. */
function safeName(id: string, filename: string): string {
  const name = path.basename(filename.replaceAll('\\', '/')).replaceAll(/[^\w.()-]+/g, '_');
  return `${id.slice(-12)}-${name.replace(/^\.+/, '') || 'file'}`;
}

/** The bytes of a file, asked for again when they were cut on the way. */
async function bytesOf(
  errand: Errand,
  runId: string,
  id: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let left = MAX_DOWNLOADS - 1; ; left -= 1) {
    const response = await errand.runs.artifacts.download(runId, id, { signal });
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      if (signal.aborted) throw error;
      if (left === 0) throw new ExitError(EXIT.error, `File ${id} was cut on the way: try again.`);
    }
  }
}

async function artifacts(invocation: Invocation, runId: string, folder?: string): Promise<void> {
  const { signal, stdout } = invocation.system;
  const errand = await invocation.client();
  if (folder === undefined) {
    await invocation.answer(errand.runs.artifacts.list(runId, {}, { signal }), ({ data }) =>
      tableOf(
        ['ID', 'KIND', 'STEP', 'BYTES', 'NAME'],
        data.map((each) => [
          each.id,
          each.kind,
          clean(each.step_id ?? ''),
          String(each.bytes),
          clean(each.filename),
        ]),
        stdout,
      ),
    );
    return;
  }
  await mkdir(folder, { recursive: true });
  const data: Artifact[] = [];
  for await (const artifact of errand.runs.artifacts.list(runId, {}, { signal })) {
    const file = path.join(folder, safeName(artifact.id, artifact.filename));
    await writeFile(file, await bytesOf(errand, runId, artifact.id, signal), { signal });
    data.push(artifact);
    if (invocation.isJson) invocation.tell(file);
    else invocation.print(file);
  }
  if (invocation.isJson) invocation.printJson(JSON.stringify({ data }));
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Adds `runs` to `root`: create, follow, decide and cancel them, and fetch their files. */
export function addRunCommands(program: Program, root: Command): void {
  const runs = root.command('runs').description('durable tasks of the workspace');
  addWaitOptions(
    program
      .add(runs, 'create <task>', 'create a Run from a sentence; "-" reads it from standard input', create)
      .option('--local', "run on the key owner's desktop")
      .option('--metadata <k=v>', 'data of your own; repeatable', collectPair)
      .option(
        '--secret <name>',
        'a value for {{ secrets.name }}, asked for or a line of standard input',
        collectSecretName,
      )
      .option('--idempotency-key <key>', 'the same key creates one Run only'),
  );
  program
    .add(runs, 'list', 'list Runs, newest first', (invocation, _args, flags) => list(invocation, flags))
    .option('--status <status>', 'only Runs with this status')
    .option('--limit <n>', 'items of a page, 1 to 100')
    .option('--all', 'all pages');
  program.add(runs, 'get <id>', 'show a Run', async (invocation, [id = '']) => {
    const { runs: resource } = await invocation.client();
    const options = { signal: invocation.system.signal };
    // All fields are those of GET /v1/runs/{id}; named fields may be any of the details.
    if (invocation.isJson && !invocation.hasFields)
      await invocation.answer(resource.get(id, options), () => '');
    else await invocation.answer(resource.details(id, options), (run) => detailsText(invocation, run));
  });
  program.add(runs, 'cancel <id>', 'cancel a Run', async (invocation, [id = '']) => {
    const errand = await invocation.client();
    await invocation.answer(
      errand.runs.cancel(id, { signal: invocation.system.signal }),
      ({ status }) => status,
    );
  });
  program
    .add(runs, 'watch <id>', 'show the events of a Run until it ends', (invocation, [id = ''], flags) =>
      watch(invocation, id, flags),
    )
    .option('--timeout <duration>', 'longest wait: 90, 90s or 5m', parseDuration)
    .option('--exit-on-approval', 'end with 6 when the Run waits for approval');
  program.add(runs, 'events <id>', 'list the events of a Run so far', (invocation, [id = '']) =>
    events(invocation, id),
  );
  program
    .add(
      runs,
      'approve <id>',
      'approve the step that a Run waits for',
      async (invocation, [id = ''], flags) => {
        const { comment, value } = flags as { comment?: string; value?: string };
        const errand = await invocation.client();
        const body = { comment, ...(value !== undefined && { value: valueOf(value) }) };
        await invocation.answer(errand.runs.approve(id, body, invocation.stoppable), ({ status }) => status);
      },
    )
    .option('--comment <text>', 'why')
    .option('--value <json>', 'the value that the step asks for');
  program
    .add(
      runs,
      'reject <id>',
      'reject the step that a Run waits for',
      async (invocation, [id = ''], flags) => {
        const { comment } = flags as { comment?: string };
        const errand = await invocation.client();
        await invocation.answer(
          errand.runs.reject(id, { comment }, invocation.stoppable),
          ({ status }) => status,
        );
      },
    )
    .option('--comment <text>', 'why');
  program
    .add(runs, 'artifacts <id>', 'list or download the files of a Run', (invocation, [id = ''], flags) => {
      const { download } = flags as { download?: string };
      if (download === '') throw new ExitError(EXIT.usage, '--download takes a folder.');
      return artifacts(invocation, id, download);
    })
    .option('--download <dir>', 'save all files into this folder');
}
