import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { packInto } from '../pack.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'errand-pack-'));
  const build = `node ${path.resolve(import.meta.dirname, '../build-package.ts')}`;
  const manifest = {
    name: 'packed',
    version: '1.0.0',
    type: 'module',
    files: ['dist'],
    scripts: { prepack: `${build} prepack`, postpack: `${build} postpack` },
    publishConfig: { main: './dist/index.js' },
    build: { entries: { index: './index.ts' }, formats: ['esm'], platform: 'neutral', types: false },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'index.ts'), 'export const answer: number = 42;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a package whose packing fails has its own manifest back, as one whose packing succeeds', () => {
  const manifest = () => readFileSync(path.join(folder, 'package.json'), 'utf8');
  const before = manifest();
  const destination = path.join(folder, 'packed');
  expect(() => packInto(destination, folder)).toThrow();
  expect([manifest(), existsSync(path.join(folder, '.package.json.saved'))]).toEqual([before, false]);
  mkdirSync(destination);
  expect(existsSync(packInto(destination, folder))).toBe(true);
  expect([manifest(), existsSync(path.join(folder, '.package.json.saved'))]).toEqual([before, false]);
});
