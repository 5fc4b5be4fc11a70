#!/usr/bin/env node
import { homedir } from 'node:os';
import { VERSION } from './version.ts';

const args = process.argv.slice(2);

// A reader that closes the pipe early, such as `head`, is no error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

if (args.length === 1 && args[0] === '--version') process.stdout.write(`${VERSION}\n`);
else {
  // Node 20 has none.
  const { enableCompileCache } = (await import('node:module')) as { enableCompileCache?: () => unknown };
  enableCompileCache?.();
  const { run } = await import('./run.ts');
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.exitCode = await run(args, {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    homeDirectory: homedir(),
    signal: interrupted.signal,
  });
  // A terminal that was read from keeps the process alive.
  process.stdin.unref?.();
}
