import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHECK_INTERVAL_MS = 5_000;
const TIMEOUT_MS = 2_000;

/** Whether the person's session is locked, as systemd-logind says. */
export interface ScreenLock {
  /** Null while it is not known: on other systems than Linux, and where no person is signed in. */
  readonly isLocked: boolean | null;
  close(): void;
}

/** Asks logind every few seconds; `onChange` is called when the session was locked or unlocked. */
export function watchLock(
  env: Readonly<Record<string, string | undefined>>,
  onChange: () => void,
): ScreenLock {
  const session = env['XDG_SESSION_ID'];
  let isLocked: boolean | null = null;
  const check = async () => {
    const show = ['show-session', session ?? '', '--property=LockedHint', '--value'];
    const next = await run('loginctl', show, { timeout: TIMEOUT_MS }).then(
      ({ stdout }) => (/^(?:yes|no)$/.test(stdout.trim()) ? stdout.trim() === 'yes' : null),
      () => null,
    );
    if (next === isLocked) return;
    isLocked = next;
    onChange();
  };
  const isAsked = session !== undefined && process.platform === 'linux';
  if (isAsked) void check();
  const timer = isAsked ? setInterval(() => void check(), CHECK_INTERVAL_MS).unref() : undefined;
  return {
    get isLocked() {
      return isLocked;
    },
    close: () => clearInterval(timer),
  };
}
