import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './client.ts';

/** Repeats a request that is answered with 503, as clients are told to. */
export const patiently = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await delay(Number(answer.headers.get('retry-after')) * 1_000);
  }
};
