import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Verification } from '@errand/evidence/verify';
import type { Command } from 'commander';
import type { Invocation, Program } from '../command.ts';
import { readText } from '../connection.ts';
import { EXIT, type ExitCode, ExitError, usageError } from '../exit.ts';
import { clean } from '../text.ts';

/** Saves the archive whole or not at all. */
async function download(invocation: Invocation, runId: string, file: string): Promise<void> {
  const { signal } = invocation.system;
  const errand = await invocation.client();
  const { body } = await errand.runs.evidence(runId, { signal });
  if (body === null) throw new ExitError(EXIT.error, 'The answer held no archive.');
  const part = `${file}.part`;
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      createWriteStream(part),
      {
        signal,
      },
    );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    if (signal.aborted) throw new ExitError(EXIT.interrupted, 'Interrupted.');
    throw new ExitError(EXIT.error, `${clean(file)} could not be saved: ${(error as Error).message}`);
  }
  invocation.print(file);
}

/** The ids in a key set as `/.well-known/errand-evidence-keys` answers it. They are derived again: `kid` may lie. */
async function idsIn(invocation: Invocation, file: string): Promise<ReadonlySet<string>> {
  const { thumbprintOf } = await import('@errand/evidence/keys');
  try {
    const { keys } = JSON.parse(await readText(invocation.system, file)) as { keys: { x: string }[] };
    if (keys.length > 0 && keys.every(({ x }) => typeof x === 'string'))
      return new Set(keys.map(({ x }) => thumbprintOf(x)));
  } catch (error) {
    if (error instanceof ExitError) throw error;
  }
  throw usageError(`${file} is no key set, as <address>/.well-known/errand-evidence-keys answers it.`);
}

function trustText({ kid, trusted }: Verification): string {
  if (trusted === true) return `Signed by key ${kid}, which is among the given keys.`;
  if (trusted === false) return `Signed by key ${kid}, which is NOT among the given keys.`;
  return `Signed by key ${kid}. This proves that nothing was changed since then, not who holds that key: pass --keys with the keys of the server.`;
}

async function verify(invocation: Invocation, file: string, keys?: string): Promise<ExitCode> {
  const { verifyEvidence } = await import('@errand/evidence/verify');
  const trustedKids = keys === undefined ? null : await idsIn(invocation, keys);
  const verification = await verifyEvidence(file, trustedKids).catch(() => {
    throw new ExitError(EXIT.error, `Cannot read ${clean(file)}.`);
  });
  const { problems, manifest, trusted } = verification;
  if (invocation.isJson) invocation.printJson(JSON.stringify(verification));
  for (const problem of problems) invocation.tell(clean(problem));
  if (problems.length > 0 || manifest === null) {
    invocation.tell('The evidence is not intact.');
    return EXIT.error;
  }
  if (!invocation.isJson)
    invocation.print(
      `Intact: Run ${clean(manifest.run_id)}, ${manifest.events.count} events, ${manifest.files.length} files, exported ${clean(manifest.exported_at)}.`,
    );
  invocation.tell(trustText(verification));
  return trusted === false ? EXIT.error : EXIT.done;
}

/** Adds `evidence` to `root`: download the archive of a Run, or check one on this machine. */
export function addEvidenceCommands(program: Program, root: Command): void {
  const evidence = root.command('evidence').description('signed records of Runs that have ended');
  program
    .add(evidence, 'get <run-id>', 'download the evidence of a Run', (invocation, [id = ''], flags) => {
      const { output = `evidence-${id}.zip` } = flags as { output?: string };
      return download(invocation, id, output);
    })
    .option('-o, --output <file>', 'where to save it');
  program
    .add(evidence, 'verify <file>', 'check an archive, without a network', (invocation, [file = ''], flags) =>
      verify(invocation, file, (flags as { keys?: string }).keys),
    )
    .option('--keys <file>', 'key set of the server that should have signed it; "-" is standard input');
}
