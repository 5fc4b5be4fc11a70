import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './client.ts';

const TIMEOUT_MS = 180_000;

/** Repeats a request while the answer is 503, after the time in `Retry-After`; gives up by returning the last 503. */
export async function retryWhileUnavailable(send: () => Promise<Answer>): Promise<Answer> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || performance.now() > deadline) return answer;
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
  }
}
