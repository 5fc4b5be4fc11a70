import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** `errand-desktop` of one person, with a home of its own. */
export interface Machine {
  begin(...args: string[]): ChildProcess;
  /** The output of a command. Rejects when it fails. */
  run(...args: string[]): Promise<string>;
}

/** @param command what starts `errand-desktop`, with its first arguments */
export function machineOf(
  [program, ...first]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Machine {
  const begin = (...args: string[]): ChildProcess =>
    spawn(program, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    begin,
    run: async (...args) => {
      const child = begin(...args);
      const [output, [code]] = await Promise.all([text(child.stdout as never), once(child, 'close')]);
      if (code !== 0) throw new Error(`errand-desktop ${args.join(' ')} ended with ${String(code)}.`);
      return output;
    },
  };
}

/** Pairs a machine as a person does: it shows a code, which they confirm in the dashboard, with the session of `cookie`. */
export async function pair(machine: Machine, baseUrl: string, cookie: string): Promise<void> {
  const pairing = machine.begin('pair', '--base-url', baseUrl, '--name', 'Demonstration', '--json');
  const lines = createInterface(pairing.stdout as never);
  const [line] = (await once(lines, 'line')) as [string];
  const { userCode } = JSON.parse(line) as { userCode: string };
  const ended = once(pairing, 'close');
  await fetch(`${baseUrl}/api/auth/device?user_code=${userCode}`, { headers: { cookie } });
  const approved = await fetch(`${baseUrl}/api/auth/device/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
    body: JSON.stringify({ userCode }),
  });
  const [code] = (await ended) as [number];
  if (!approved.ok || code !== 0) throw new Error('The machine could not be paired.');
}
