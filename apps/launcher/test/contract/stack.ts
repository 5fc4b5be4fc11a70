import type { RunningStack } from '@errand/local-stack';

/** What the tests of the contract know of the stack that all of them share. */
export interface SharedStack {
  baseUrl: string;
  environments: RunningStack['environments'];
  logFiles: string[];
}

const VARIABLE = 'ERRAND_CONTRACT_STACK';

/** Jest's workers inherit the environment of the process that ran the set-up. */
export const publishStack = (stack: SharedStack): void => {
  process.env[VARIABLE] = JSON.stringify(stack);
};

export const sharedStack = (): SharedStack => {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('No stack: run these tests by "npm test -- contract".');
  return JSON.parse(text) as SharedStack;
};
