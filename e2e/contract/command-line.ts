import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from '@errand/cli';
import { sharedStack } from './stack.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line with a home folder of its own; no terminal. */
export interface CommandLine extends AsyncDisposable {
  readonly home: string;
  call(
    args: readonly string[],
    more?: { input?: string; env?: Record<string, string>; interruptAfter?: RegExp },
  ): Promise<Ended>;
  /** Writes a file into the home folder: a text as it is, anything else as JSON. Returns its path. */
  write(name: string, content: unknown): Promise<string>;
}

export async function createCommandLine(apiKey?: string): Promise<CommandLine> {
  const home = await mkdtemp(path.join(tmpdir(), 'errand-cli-'));
  const own = {
    ERRAND_BASE_URL: sharedStack().baseUrl,
    ...(apiKey !== undefined && { ERRAND_API_KEY: apiKey }),
  };
  return {
    home,
    call: async (args, { input = '', env = own, interruptAfter } = {}) => {
      let [out, err] = ['', ''];
      const interrupted = new AbortController();
      const code = await run(args, {
        env,
        stdin: Readable.from(input === '' ? [] : [input]),
        stdout: { write: (text: string) => (out += text) },
        stderr: {
          write: (text: string) => {
            err += text;
            if (interruptAfter?.test(err)) interrupted.abort();
          },
        },
        homeDirectory: home,
        signal: interrupted.signal,
      });
      return { code, out, err };
    },
    write: async (name, content) => {
      const file = path.join(home, name);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
