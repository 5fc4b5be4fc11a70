#!/usr/bin/env node
import './node-20.ts';
import { homedir } from 'node:os';
import { run } from './run.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  homeDirectory: homedir(),
  program: import.meta.filename,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
});
