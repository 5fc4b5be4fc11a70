import { unavailable } from '@errand/contracts';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** Hashing runs on libuv's four threads, which DNS look-ups for database connections need too. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;

/** Hashes and verifies passwords, a few at a time. Throws 503 when too many are waiting. */
export function createPasswords() {
  const waiting: (() => void)[] = [];
  let running = 0;
  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= MAX_WAITING) throw unavailable();
    if (running < MAX_CONCURRENT) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return {
    hash: (password: string) => limited(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => limited(() => verifyPassword(attempt)),
  };
}
