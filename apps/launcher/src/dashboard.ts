import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DASHBOARD = path.join(ROOT, 'apps/dashboard');
const BUILT = path.join(DASHBOARD, 'dist/index.html');
/** The sources of the bundle. */
const SOURCES = ['apps/dashboard', 'packages/sdk', 'package-lock.json'];
const NOT_SOURCES = new Set(['dist', 'node_modules', 'test', '.turbo']);

async function lastChange(file: string): Promise<number> {
  const found = await stat(file);
  if (!found.isDirectory()) return found.mtimeMs;
  const names = (await readdir(file)).filter((name) => !NOT_SOURCES.has(name));
  return Math.max(0, ...(await Promise.all(names.map((name) => lastChange(path.join(file, name))))));
}

async function isBuilt(): Promise<boolean> {
  const built = await stat(BUILT).catch(() => null);
  if (built === null) return false;
  const changes = await Promise.all(SOURCES.map((source) => lastChange(path.join(ROOT, source))));
  return changes.every((changedMs) => changedMs <= built.mtimeMs);
}

/** Builds the dashboard when its bundle is missing or older than its sources. Without it the API still works. */
export async function buildDashboard(onProgress: (line: string) => void): Promise<void> {
  if (await isBuilt()) return;
  onProgress('Building the dashboard');
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: DASHBOARD,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    onProgress(`The dashboard could not be built, so there is none: ${stderr.trim().split('\n', 1)[0]}`);
  }
}
