import { waitFor } from '@errand/test-kit';
import { type Machine, createMachine } from '../../contract/desktop.ts';
import type { Person } from '../people.ts';
import type { Shot } from './camera.ts';

/** Starting a machine's browser may take as long on a busy computer. */
const CONNECT_MS = 120_000;

async function pair(machine: Machine, name: string, baseUrl: string, { errand }: Person): Promise<void> {
  const pairing = machine.begin('pair', '--base-url', baseUrl, '--name', name, '--json');
  await waitFor('the code', () => pairing.stdout().includes('\n'));
  const { userCode } = JSON.parse(pairing.stdout()) as { userCode: string };
  await errand.request('GET', `/api/auth/device?user_code=${userCode}`);
  await errand.request('POST', '/api/auth/device/approve', { body: { userCode } });
  const { code, stderr } = await pairing.ended;
  if (code !== 0) throw new Error(`pairing ended with ${code}: ${stderr}`);
}

/** A person's machines: one online that has carried a Run out, with its window, and one that was only paired. */
export async function startMachines(
  undo: AsyncDisposableStack,
  baseUrl: string,
  person: Person,
  shop: string,
): Promise<Record<'devices-paired' | 'run-on-device', Shot> & Record<`window-${string}`, Shot>> {
  const machine = undo.use(await createMachine());
  await pair(machine, 'Studio laptop', baseUrl, person);
  await pair(undo.use(await createMachine()), 'Office computer', baseUrl, person);
  const running = machine.begin('start', '--headless');
  await waitFor('the machine', async () => (await machine.status())['connected'] === true, {
    timeoutMs: CONNECT_MS,
  });
  undo.defer(async () => {
    await machine.run('stop');
    await running.ended;
  });
  const run = await person.errand.runs.createAndWait({
    task: `Open ${shop}, search for "teapot", click the first result and report the price.`,
    executionTarget: 'local',
  });
  const at = async () => (await machine.run('window', '--print')).stdout.trim();
  const view = (name: string): Shot => ({
    at,
    prepare: (page) => page.getByRole('button', { name }).click(),
  });
  return {
    'devices-paired': { at: '/devices' },
    'run-on-device': { at: `/runs/${run.id}` },
    'window-now': { at },
    'window-history': view('History'),
    'window-permissions': view('Permissions'),
  };
}
