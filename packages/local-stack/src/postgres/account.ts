import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { StartError } from '../start-error.ts';

/** The Unix account that PostgreSQL runs as; undefined means the account of this process. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const UNPRIVILEGED = ['postgres', 'nobody']; // words-ok

/**
 * PostgreSQL refuses to run as root, so under root it runs as an existing unprivileged account: the owner of `dataDir`
 * if that is one.
 */
export async function serverAccount(dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const accounts = passwd.split('\n').map((line) => line.split(':'));
  const owner = await stat(dataDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) {
    const [name = String(owner.uid)] = accounts.find((fields) => fields[2] === String(owner.uid)) ?? [];
    return { name, uid: owner.uid, gid: owner.gid };
  }
  for (const name of UNPRIVILEGED) {
    const fields = accounts.find((entry) => entry[0] === name);
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new StartError(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody" to run it as; ' + // words-ok
      'start as an ordinary user, or add such an account.',
  );
}

/** Spawn options that run a process as `account`, in a folder that every account can enter. */
export function spawnAs(account: Account | undefined) {
  return {
    cwd: '/',
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

/** True when `account` can run the program at `file`. */
export async function canRun(account: Account, file: string): Promise<boolean> {
  return succeeds(account, file, ['--version']);
}

/** True when `account` can reach the folder and write in it. */
export async function canWrite(account: Account, folder: string): Promise<boolean> {
  return succeeds(account, '/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder]);
}

async function succeeds(account: Account, command: string, args: string[]): Promise<boolean> {
  try {
    const child = spawn(command, args, { ...spawnAs(account), stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch {
    return false;
  }
}
