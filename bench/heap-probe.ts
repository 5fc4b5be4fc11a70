/**
 * Loaded into a service with `--expose-gc --import`. On SIGUSR2 it collects all garbage and writes what is left of the
 * heap and outside of it, in MB, to `BENCH_HEAPS/<process id>-<answers so far>`.
 */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.env['BENCH_HEAPS'];
let answers = 0;

if (folder !== undefined)
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    const file = path.join(folder, `${process.pid}-${answers}`);
    answers += 1;
    writeFileSync(`${file}.part`, JSON.stringify([heapUsed, external].map((bytes) => bytes / 1_048_576)));
    renameSync(`${file}.part`, file);
  });
