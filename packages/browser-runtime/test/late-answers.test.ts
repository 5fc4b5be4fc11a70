import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

function meet(error: 'late' | 'broken' | 'other') {
  return promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'late-answer.ts'), error]);
}

test('an answer about a page that is gone, which Playwright throws past everybody, does not end the process', async () => {
  expect((await meet('late')).stdout).toBe('heard\n');
});

test('an error that Playwright throws past everybody does not end the process', async () => {
  expect((await meet('broken')).stdout).toBe('broken\n');
});

test('every other error that nobody catches ends it', async () => {
  await expect(meet('other')).rejects.toMatchObject({
    code: 7,
    stdout: '',
    stderr: expect.stringContaining('Error: another'),
  });
});
