import { StartError, type UnexpectedEnd } from '@errand/local-stack';

/** Writes a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

// A closed terminal, or a full disk behind redirected output, must not stop the stack.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

function textOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? error.stack : String(error);
}

/** Describes, for people, a service that is not restarted. */
export function describeEnd({ name, how, logFile, lastLines }: UnexpectedEnd): StartError {
  return new StartError(
    [`${name} ended (${how}); its log is ${logFile}.`, ...lastLines.map((line) => `  ${line}`)].join('\n'),
  );
}

const PARENT_INTERVAL_MS = 500;

/** npm passes SIGTERM to the shell that it started, which ends without passing it on. */
function onEndOfNpm(listener: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    listener();
  }, PARENT_INTERVAL_MS).unref();
}

/**
 * Runs a terminal command. Ctrl-C (also SIGTERM and SIGHUP), the end of the npm that started it, and `fail` abort `signal`;
 * the command then stops what it started, and this process exits. Expected errors are printed as one sentence.
 */
export async function runCommand(
  command: (signal: AbortSignal, fail: (reason: Error) => void) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let code = 0;
  const stop = (exitCode: number) => {
    if (!signal.aborted) print('\nStopping…');
    code = exitCode;
    controller.abort();
  };
  for (const [name, exitCode] of Object.entries(EXIT_CODES)) process.on(name, () => stop(exitCode));
  onEndOfNpm(() => stop(EXIT_CODES.SIGTERM));
  const complain = (error: unknown) => {
    code = 1;
    process.stderr.write(`\n${textOf(error)}\n`);
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
