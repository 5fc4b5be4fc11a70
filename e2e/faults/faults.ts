import { browserFaults } from './browsers.ts';
import { controlFaults } from './control.ts';
import { databaseFaults } from './database.ts';
import { deviceFaults } from './devices.ts';
import { diskFaults } from './disks.ts';
import { executorFaults } from './executors.ts';
import type { Fault } from './fault.ts';
import { commitPointFaults } from './commit-points.ts';
import { linkFaults } from './links.ts';
import { memoryFaults } from './memory.ts';
import { queueFaults } from './queue.ts';
import { runFaults } from './runs.ts';
import { serviceFaults } from './services.ts';

export const faults: readonly Fault[] = [
  ...serviceFaults,
  ...commitPointFaults,
  ...executorFaults,
  ...controlFaults,
  ...browserFaults,
  ...linkFaults,
  ...deviceFaults,
  ...databaseFaults,
  ...queueFaults,
  ...diskFaults,
  ...memoryFaults,
  ...runFaults,
];
