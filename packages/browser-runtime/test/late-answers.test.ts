import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

function meet(error: 'late' | 'broken' | 'other') {
  return promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'late-answer.ts'), error]);
}

test('an uncaught Playwright error about a closed page does not end the process', async () => {
  expect((await meet('late')).stdout).toBe('heard\n');
});

test('an uncaught error from inside Playwright does not end the process', async () => {
  expect((await meet('broken')).stdout).toBe('broken\n');
});

test('any other uncaught error ends the process', async () => {
  await expect(meet('other')).rejects.toMatchObject({
    code: 7,
    stdout: '',
    stderr: expect.stringContaining('Error: another'),
  });
});
