import { cpuSeconds } from './cpu-times.ts';

const SAMPLE_MS = 2_000;

export interface CpuMeter {
  /** CPU seconds of the process and its descendants since the start. */
  read(): number;
  stop(): void;
}

/**
 * Counts the CPU time of a process and all its descendants. The time of those whose parent ends without waiting for them,
 * such as the renderers of a browser, is gone from /proc then, so it is noted every two seconds.
 */
export function startCpuMeter(pid: number): CpuMeter {
  const strangers = new Set<number>();
  const sample = () => cpuSeconds({ all: pid }, strangers).all;
  let last = sample();
  let used = 0;
  const note = () => {
    const now = sample();
    used += Math.max(0, now - last);
    last = now;
  };
  const timer = setInterval(note, SAMPLE_MS).unref();
  return {
    read: () => {
      note();
      return used;
    },
    stop: () => clearInterval(timer),
  };
}
