import { StartError, type UnexpectedEnd } from '@errand/local-stack';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// A terminal that is gone, or a full disk behind it, is no reason to stop what runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** What a person reads of a service that is not started again. */
export function describeEnd({ name, how, logFile, lastLines }: UnexpectedEnd): StartError {
  return new StartError(
    [`${name} ended (${how}); its log is ${logFile}.`, ...lastLines.map((line) => `  ${line}`)].join('\n'),
  );
}

/**
 * Runs a command of the terminal. Ctrl-C (and SIGTERM, SIGHUP) aborts `signal`, and so does `fail`; the command then
 * stops what it started, and this process ends. What went wrong is said in one sentence where it is foreseen.
 */
export async function runCommand(
  command: (signal: AbortSignal, fail: (reason: Error) => void) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let code = 0;
  for (const [name, number] of Object.entries(EXIT_CODES))
    process.on(name, () => {
      if (!signal.aborted) print('\nStopping…');
      code = number;
      controller.abort();
    });
  const complain = (error: unknown) => {
    code = 1;
    const text =
      error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${text}\n`);
  };
  const fail = (reason: Error) => {
    if (signal.aborted) return;
    complain(reason);
    controller.abort();
  };
  try {
    await command(signal, fail);
  } catch (error) {
    if (!signal.aborted) complain(error);
  }
  process.exit(code);
}
