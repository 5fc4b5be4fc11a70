import type { Host } from '@errand/browser-runtime';

/** The host of a Run of a benchmark: it takes events and files, keeps nothing, and approves everything. */
export const silentHost: Host = {
  emit: () => undefined,
  declareIntent: () => Promise.resolve(),
  store: () => 'artifact',
  stored: () => Promise.resolve(),
  load: () => Promise.reject(new Error('there are no files')),
  requestDecision: () => Promise.resolve({ decision: 'approve' }),
  signal: new AbortController().signal,
};
