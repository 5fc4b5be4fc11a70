import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHECK_INTERVAL_MS = 5_000;
const TIMEOUT_MS = 2_000;

/** Whether the person's session is locked, as logind says. A machine without a session of a person has no lock. */
export interface ScreenLock {
  readonly isLocked: boolean;
  close(): void;
}

export function watchLock(
  env: Readonly<Record<string, string | undefined>>,
  onChange: () => void,
): ScreenLock {
  const session = env['XDG_SESSION_ID'];
  let isLocked = false;
  const check = async () => {
    const show = ['show-session', session ?? '', '--property=LockedHint', '--value'];
    const { stdout } = await run('loginctl', show, { timeout: TIMEOUT_MS });
    const next = stdout.trim() === 'yes';
    if (next === isLocked) return;
    isLocked = next;
    onChange();
  };
  const timer =
    session === undefined || process.platform !== 'linux'
      ? undefined
      : setInterval(() => void check().catch(() => undefined), CHECK_INTERVAL_MS).unref();
  return {
    get isLocked() {
      return isLocked;
    },
    close: () => clearInterval(timer),
  };
}
