import { createHmac } from 'node:crypto';
import type { RunEventsJob, RunReport } from '@errand/contracts/queue';

/** Proves that `text`, a RunReport as JSON, comes from the holder of `lease`. */
export function reportProof(lease: string, text: string): string {
  return createHmac('sha256', lease).update(text).digest('base64url');
}

/** The part of a queue job that holds a report and its proof. */
export function signReport(lease: string, report: RunReport): Pick<RunEventsJob, 'report' | 'proof'> {
  const text = JSON.stringify(report);
  return { report: text, proof: reportProof(lease, text) };
}
