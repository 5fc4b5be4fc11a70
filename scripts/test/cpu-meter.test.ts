import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { startCpuMeter } from '../cpu-meter.ts';
import { cpuSeconds } from '../cpu-times.ts';

const BUSY_SECONDS = 0.5;

(process.platform === 'linux' ? test : test.skip)(
  'the time of a process whose parent ended without waiting for it stays counted',
  async () => {
    const group = spawn('sh', ['-c', 'while :; do :; done & wait'], { detached: true, stdio: 'ignore' });
    const busy = () => cpuSeconds({ group: group.pid ?? 0 }).group;
    const meter = startCpuMeter(process.pid);
    try {
      await waitFor('the process to be busy', () => busy() > BUSY_SECONDS);
      meter.read();
    } finally {
      process.kill(-(group.pid ?? 0), 'SIGKILL');
      await once(group, 'exit');
      meter.stop();
    }
    expect(meter.read()).toBeGreaterThan(BUSY_SECONDS * 0.9);
  },
);
