/** Something cannot start. `message` says in one sentence what is wrong and what to do about it. */
export class StartError extends Error {
  override name = 'StartError';
}
