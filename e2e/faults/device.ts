import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { UnexpectedEnd } from '@errand/local-stack';
import { type Ended, type Machine, createMachine } from '../contract/desktop.ts';
import { type Link, createLink } from './link.ts';

/** A process of `errand-desktop start`. */
export interface DeviceProcess {
  readonly pid: number;
  /** Its end is the fault's doing and no finding. */
  readonly expectedEnd: () => Promise<Ended>;
}

/** A paired machine, behind a link of its own to the gateway. */
export interface PairedDevice extends AsyncDisposable {
  readonly link: Link;
  readonly machine: Machine;
  readonly deviceId: string;
  /** The process that runs; starts one when none does. */
  running: () => DeviceProcess;
  kill: () => Promise<void>;
  /** Forgets the pairing and makes another. */
  pairAgain: () => Promise<void>;
  /** A machine with a copy of this one's pairing and keys. */
  duplicate: () => Promise<Machine>;
}

/** Where the application keeps pairing and keys, in a home. */
const CONFIG = '.config/errand';

/** @param owner headers of the session of the member who pairs it */
export async function createPairedDevice(
  gatewayUrl: string,
  owner: Readonly<Record<string, string>>,
  onExit: (end: UnexpectedEnd) => void,
): Promise<PairedDevice> {
  const link = await createLink(gatewayUrl);
  const env = { NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'unreliable.ts')}` };
  const machine = await createMachine(env);
  const pair = () => machine.pair({ session: { identity: owner } }, new URL(link.through(gatewayUrl)).origin);
  let { deviceId } = await pair();
  let current: (DeviceProcess & { ended: Promise<Ended> }) | null = null;

  const running = (): DeviceProcess => {
    if (current !== null) return current;
    const { child, ended } = machine.begin('start', '--headless');
    let isExpected = false;
    const started = {
      pid: child.pid ?? 0,
      ended,
      expectedEnd: () => {
        isExpected = true;
        return ended;
      },
    };
    current = started;
    void ended.then(({ code, stderr }) => {
      if (current === started) current = null;
      const lastLines = stderr.trim().split('\n').slice(-5);
      if (!isExpected)
        onExit({ name: 'device', how: `exit code ${code}: ${lastLines.join(' ')}`, logFile: '', lastLines });
    });
    return started;
  };
  const stop = async (name: NodeJS.Signals): Promise<void> => {
    if (current === null) return;
    const { pid, expectedEnd } = current;
    process.kill(pid, name);
    await expectedEnd();
  };
  return {
    link,
    machine,
    get deviceId() {
      return deviceId;
    },
    running,
    kill: () => stop('SIGKILL'),
    pairAgain: async () => {
      await machine.run('unpair');
      ({ deviceId } = await pair());
    },
    duplicate: async () => {
      const copy = await createMachine(env);
      const isFile = (source: string) => !source.endsWith('.sock');
      await cp(path.join(machine.home, CONFIG), path.join(copy.home, CONFIG), {
        recursive: true,
        filter: isFile,
      });
      return copy;
    },
    [Symbol.asyncDispose]: async () => {
      link.heal();
      link.breakAt(null);
      await stop('SIGTERM');
      await machine[Symbol.asyncDispose]();
      link.close();
    },
  };
}
