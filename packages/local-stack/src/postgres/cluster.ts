import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start-error.ts';
import { type Account, spawnAs } from './account.ts';

const run = promisify(execFile);

export interface Cluster {
  /** PostgreSQL's data directory. */
  folder: string;
  /** The password of the superuser `postgres`. */
  password: string;
}

/** Opens the cluster in `folder`, creating it on the first call: UTF-8, code point order, password authentication. */
export async function openCluster(
  folder: string,
  initdb: string,
  account: Account | undefined,
  onProgress: (line: string) => void,
): Promise<Cluster> {
  const passwordFile = path.join(folder, 'password');
  const cluster = path.join(folder, 'cluster');
  if (await exists(cluster)) return { folder: cluster, password: await readPassword(passwordFile) };
  onProgress('Preparing a database for the first time');
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) await chown(passwordFile, account.uid, account.gid);
  // Created under another name, so that an interrupted start leaves nothing that looks like a database.
  const partial = `${cluster}.partial`;
  await rm(partial, { recursive: true, force: true });
  await run(
    initdb,
    [
      `--pgdata=${partial}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { ...spawnAs(account), env: { LC_ALL: 'C', TZ: 'UTC' } },
  ).catch((cause: unknown) => {
    throw new StartError(`PostgreSQL could not prepare its folder ${folder}: ${firstComplaint(cause)}`, {
      cause,
    });
  });
  await rename(partial, cluster);
  return { folder: cluster, password };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new StartError(
      `Cannot read ${file}; start as the user who first started it (root, perhaps), or delete its folder to begin afresh.`,
      { cause },
    );
  }
}

function firstComplaint(error: unknown): string {
  const output = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  return output.split('\n').find((line) => /error|fatal|denied/i.test(line)) ?? String(error);
}
