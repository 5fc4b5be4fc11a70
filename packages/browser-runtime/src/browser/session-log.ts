import type { Host } from '../host.ts';

/** A Run's notes about its pages' actions that no step asked for. */
const MAX_NOTES = 100;

/** Reports what happens in the browser of a Run as log events, for the step that it belongs to. */
export class SessionLog {
  host: Pick<Host, 'emit' | 'store' | 'stored'> | null = null;
  stepId: string | null = null;
  #notes = 0;

  write(message: string, data?: Record<string, unknown>): void {
    this.host?.emit({ type: 'log', stepId: this.stepId, message, ...(data && { data }) });
  }

  /** Reports something that no step asked for. */
  note(message: string, data?: Record<string, unknown>): void {
    this.#notes += 1;
    if (this.#notes <= MAX_NOTES) this.write(message, data);
    else if (this.#notes === MAX_NOTES + 1)
      this.write(
        `The page did more that no step asked for; only the first ${MAX_NOTES} notes of that are kept.`,
      );
  }
}
