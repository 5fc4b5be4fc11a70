import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { freePorts, isPortFree } from '../src/ports.ts';

test('freePorts returns free ports, and none twice before its server can listen', async () => {
  const ports = [...(await freePorts(30)), ...(await freePorts(30)), ...(await freePorts(30))];
  expect(new Set(ports).size).toBe(90);
  for (const port of ports) expect(await isPortFree(port)).toBe(true);
});

test('freePorts returns different ports to two concurrent processes', async () => {
  const module = path.resolve(import.meta.dirname, '../src/ports.ts');
  const script = `const { freePorts } = await import(${JSON.stringify(module)}); console.log((await freePorts(80)).join())`;
  const look = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    return stdout.trim().split(',');
  };
  const found = (await Promise.all([look(), look()])).flat();
  expect(new Set(found).size).toBe(160);
});
