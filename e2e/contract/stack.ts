import type { RunningStack } from '@errand/local-stack';

/** The stack that the tests of contract and dashboard share. */
export interface SharedStack {
  baseUrl: string;
  /** The demonstration shop, which the dashboard offers for first Runs. */
  shopUrl: string;
  environments: RunningStack['environments'];
  logFiles: string[];
}

const VARIABLE = 'ERRAND_CONTRACT_STACK';

/** Jest's workers inherit the environment of the process that ran the global setup. */
export function publishStack(stack: SharedStack): void {
  process.env[VARIABLE] = JSON.stringify(stack);
}

let published: SharedStack | undefined;

export function sharedStack(): SharedStack {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('No stack: run these tests by "npm test -- contract".');
  return (published ??= JSON.parse(text) as SharedStack);
}
