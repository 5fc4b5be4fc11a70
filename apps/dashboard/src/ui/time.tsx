import { useEffect, useState } from 'react';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
/** Made once: it takes longer than all the rest of a row. */
const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const MAX_RELATIVE_MS = 7 * 86_400_000;

function ago(at: number, now: number): string {
  const distance = at - now;
  if (Math.abs(distance) > MAX_RELATIVE_MS) return new Date(at).toLocaleDateString();
  if (Math.abs(distance) < 1_000) return 'now';
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 1_000];
  return relative.format(Math.trunc(distance / size), unit);
}

/** The present, renewed every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

const RENEWAL_MS = 10_000;

/** A moment relative to now, with the exact local time as its tooltip. */
export function Time({ at }: { at: string | null }) {
  const now = useNow(RENEWAL_MS);
  if (at === null) return <span className="text-muted">–</span>;
  return (
    <time dateTime={at} title={exactly.format(new Date(at))} className="numbers whitespace-nowrap">
      {ago(Date.parse(at), Math.max(now, Date.now()))}
    </time>
  );
}

/** A duration in its largest fitting units: `840 ms`, `12.3 s`, `2 min 5 s`. */
export function durationOf(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** A size for people in B, KB of 1,024 bytes, or MB of 1,024 KB. */
export function bytesOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(0)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
