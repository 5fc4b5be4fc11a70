/** Milliseconds of a clock that only goes forward and is the same in every process of this machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
