import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const config = {
  rootDir: root,
  roots: [path.join(import.meta.dirname, 'two-files')],
  testMatch: ['**/{one,other}.ts'],
  transform: {},
  testRunner: '<rootDir>/scripts/jest-runner.ts',
  testEnvironment: '<rootDir>/scripts/jest-native-environment.ts',
};

let report: string;
beforeAll(async () => {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--runInBand', '--config', JSON.stringify(config)];
  ({ stderr: report } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (failed: { stderr: string }) => failed,
  ));
});

test('test files that run in one process find no variables, clocks or state of test code that another left', () => {
  expect(report).toContain('Tests:       2 failed, 2 passed, 4 total');
});

test('a failure is shown at its line of the test file', () => {
  expect(report).toMatch(/at \S+ \(scripts\/test\/two-files\/one\.ts:13:9\)/);
});

test('output of a test file is shown at its line of the file', () => {
  expect(report).toContain('at scripts/test/two-files/other.ts:4:9');
  expect(report).not.toContain('?test=');
});
