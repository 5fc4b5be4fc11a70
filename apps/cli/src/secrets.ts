import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { EXIT, ExitError, usageError } from './exit.ts';
import { readText } from './connection.ts';
import { type System, isInteractive } from './system.ts';

const SECRET_NAME = /^[A-Za-z][\w-]{0,63}$/;

/** The names of a repeated `--secret`. What is no name may be the secret itself, and is not repeated. */
export function collectSecretName(name: string, previous: readonly string[] = []): string[] {
  if (!SECRET_NAME.test(name))
    throw usageError(
      '--secret takes the name of a secret alone: its value is asked for, or read from standard input.',
    );
  return [...previous, name];
}

/** Asks for one line on the terminal without showing it. */
async function askHidden(system: System, question: string): Promise<string> {
  system.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: system.stdin, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new ExitError(EXIT.interrupted, 'Stopped.')));
      lines.once('SIGINT', () => lines.close());
    });
  } finally {
    lines.removeAllListeners('close');
    lines.close();
    system.stderr.write('\n');
  }
}

/** Reads secrets: each by a hidden prompt on a terminal, else one line of standard input for each. */
export async function readSecrets(system: System, names: readonly string[]): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  if (names.length === 0) return secrets;
  if (isInteractive(system)) {
    for (const name of names) secrets[name] = await askHidden(system, `${name}: `);
    return secrets;
  }
  const lines = (await readText(system, '-')).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const [index, name] of names.entries()) {
    const line = lines[index];
    if (line === undefined)
      throw new ExitError(
        EXIT.usage,
        `Standard input has no line for the secret "${name}": send one line for each, in the order ${names.join(', ')}.`,
      );
    secrets[name] = line;
  }
  return secrets;
}

/** Asks whether to continue; without a terminal the answer is yes, because no person can answer there. */
export async function confirm(system: System, question: string): Promise<boolean> {
  if (!isInteractive(system)) return true;
  const lines = createInterface({ input: system.stdin, terminal: false });
  try {
    system.stderr.write(`${question} [y/N] `);
    const answer = await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
      system.signal.addEventListener('abort', () => lines.close(), { once: true });
    });
    if (system.signal.aborted) throw new ExitError(EXIT.interrupted, 'Interrupted.');
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
