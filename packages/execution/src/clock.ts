/** Milliseconds of the monotonic clock, which all processes of this machine share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
