import { StartError, type UnexpectedEnd } from '@errand/local-stack';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// A closed terminal, or a full disk behind redirected output, must not stop the stack.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Describes, for people, a service that is not restarted. */
export function describeEnd({ name, how, logFile, lastLines }: UnexpectedEnd): StartError {
  return new StartError(
    [`${name} ended (${how}); its log is ${logFile}.`, ...lastLines.map((line) => `  ${line}`)].join('\n'),
  );
}

/**
 * Runs a terminal command. Ctrl-C (also SIGTERM and SIGHUP) and `fail` abort `signal`; the command then stops what it
 * started, and this process exits. Expected errors are printed as one sentence.
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
