/** The result of a benchmark: printed, and sent to `main.ts` if that started it. */
import { median } from './median.ts';

export interface Measurement {
  /** The measured values. */
  name: string;
  unit: string;
  median: number;
  low: number;
  high: number;
  /** The reference values of the same run, and the ratio of the medians. */
  floor?: string;
  ratio?: number;
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** @param floor the reference values, measured in the same rounds */
export function report(
  name: string,
  unit: string,
  values: readonly number[],
  floor?: { name: string; values: readonly number[] },
): Measurement {
  const found: Measurement = {
    name,
    unit,
    median: median(values),
    low: Math.min(...values),
    high: Math.max(...values),
    ...(floor && { floor: floor.name, ratio: median(values) / median(floor.values) }),
  };
  const ratio = floor === undefined ? '' : `   × ${(found.ratio ?? 0).toFixed(2)} of ${floor.name}`;
  console.log(
    `${name}: ${digits(found.median)} ${unit} (${digits(found.low)} to ${digits(found.high)})${ratio}`,
  );
  process.send?.(found);
  return found;
}

/** Says in one line where the time goes. */
export function note(text: string): void {
  console.log(`  ${text}`);
  process.send?.({ note: text });
}
