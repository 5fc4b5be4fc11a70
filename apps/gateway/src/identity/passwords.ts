import { unavailable } from '@errand/contracts';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

/** Node does its slow hashing on four threads, which connecting to the database needs as well. */
const AT_ONCE = 2;
const MOST_WAITING = 200;

/** Hashes and compares passwords, a few at a time; 503 when too many wait. */
export const createPasswords = () => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= MOST_WAITING) throw unavailable();
    if (running < AT_ONCE) running += 1;
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
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn(() => verifyPassword(attempt)),
  };
};
