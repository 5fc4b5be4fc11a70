import { raceSignal } from '@errand/wait-for';
import type { Call } from '../primitives/call.ts';

/** Waits for the page as long as Playwright would; then fails as Playwright does, so that the step can say why. */
export async function answered<Answer>({ wait }: Call, asked: Promise<Answer>): Promise<Answer> {
  const { signal } = wait;
  try {
    return await raceSignal(asked, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Error('The page did not answer.', { cause: error });
  }
}
