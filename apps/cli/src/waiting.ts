import {
  type AnyRun,
  APIUserAbortError,
  type APIPromise,
  type RunEvent,
  type WaitOptions,
} from '@errand/sdk';
import type { Invocation } from './command.ts';
import { EXIT, type ExitCode, exitCodeOfStatus } from './exit.ts';
import { type Paint, clean, paintFor, statusText } from './text.ts';

/** Options of the commands that await a Run. */
export interface WaitFlags {
  wait?: boolean;
  follow?: boolean;
  /** Milliseconds. */
  timeout?: number;
  exitOnApproval?: boolean;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  'run.started': '▶',
  'step.started': '·',
  'step.completed': '✔',
  'step.failed': '✖',
  'step.retried': '↻',
  'step.warned': '!',
  'step.skipped': '↷',
  'agent.thought': '…',
  'agent.action': '→',
  'approval.requested': '?',
};

/** An event as one line of a timeline; `from` is the time of the first one. */
export function timelineLine(event: RunEvent, from: number, paint: Paint): string {
  const seconds = ((Date.parse(event.at) - from) / 1_000).toFixed(2).padStart(7);
  const step = event.step_id === null ? '' : `${paint('bold', clean(event.step_id))} `;
  return `${paint('dim', `${seconds} s`)}  ${SYMBOLS[event.type] ?? '■'} ${step}${clean(event.message)}\n`;
}

/** Prints a finished Run for people. */
export function runText(run: AnyRun, paint: Paint): string {
  const lines = [`${paint('bold', run.id)}  ${statusText(paint, run.status)}`];
  if (run.result !== null) lines.push(clean(run.result.summary));
  if (run.error_code !== null) lines.push(`${run.error_code}: ${clean(run.error_message ?? '')}`);
  const outputs = Object.entries(run.result?.outputs ?? {}).filter(([, value]) => value !== null);
  for (const [name, value] of outputs)
    lines.push(`  ${name} = ${clean(typeof value === 'string' ? value : JSON.stringify(value))}`);
  return `${lines.join('\n')}\n`;
}

/** After Ctrl-C the Run continues, and its id is printed. Rethrows any other error. */
export function interrupted(invocation: Invocation, runId: string, error: unknown): ExitCode {
  if (!(error instanceof APIUserAbortError)) throw error;
  invocation.tell(`Run ${runId} goes on. Watch it again: errand runs watch ${runId}`);
  return EXIT.interrupted;
}

/** Awaits a Run, shows it, and returns the exit code of its status. Ctrl-C does not affect the Run. */
export async function awaitRun(
  invocation: Invocation,
  runId: string,
  flags: WaitFlags,
  wait: (options: WaitOptions) => APIPromise<AnyRun>,
): Promise<ExitCode> {
  const { system } = invocation;
  const paint = paintFor(system, system.stderr);
  let from: number | null = null;
  const isFollowed = flags.follow === true || system.stderr.isTTY === true;
  try {
    const { data, response } = await wait({
      signal: system.signal,
      ...(flags.timeout !== undefined && { timeout: flags.timeout }),
      ...(flags.exitOnApproval && { returnOn: ['waiting_for_approval'] }),
      ...(isFollowed && {
        onEvent: (event: RunEvent) => {
          from ??= Date.parse(event.at);
          system.stderr.write(timelineLine(event, from, paint));
        },
      }),
      onStatus: (status) => {
        if (status === 'waiting_for_approval')
          invocation.tell(`Run ${runId} waits for approval: errand runs get ${runId}`);
      },
    }).withResponse();
    // The API's answer has no id, which is asked for by name.
    if (invocation.isJson)
      invocation.printJson(invocation.hasFields ? JSON.stringify(data) : await response.text());
    else invocation.print(runText(data, invocation.paint));
    return exitCodeOfStatus(data.status);
  } catch (error) {
    return interrupted(invocation, runId, error);
  }
}
