/** A start failed. `message` is one sentence: the problem and what to do about it. */
export class StartError extends Error {
  override name = 'StartError';
}
