#!/usr/bin/env node
import Errand, { ErrandError } from '@errand/sdk';
import { serveErrandOnStdio } from './stdio.ts';

// Standard output carries the protocol alone.
try {
  await serveErrandOnStdio(new Errand());
} catch (error) {
  if (!(error instanceof ErrandError)) throw error;
  process.stderr.write(`errand-mcp: ${error.message}\n`);
  process.exitCode = 1;
}
