import type { Download } from 'playwright-core';
import { StepError } from '../host.ts';
import {
  cancelDownload,
  downloadName,
  followDownload,
  type IncomingDownload,
  keepDownload,
} from './downloads.ts';
import type { SessionLog } from './session-log.ts';

const MAX_CONCURRENT = 10;
const MAX_UNASKED = 50;

/** Gives downloads to the step that waits for one, and keeps a limited number of those that no step asked for. */
export class SessionDownloads {
  /** A longer download is cut off. */
  fileBytes = 0;
  readonly #log: SessionLog;
  readonly #background = new Set<Promise<unknown>>();
  /** Files that were not asked for are read one after the other. */
  #reading: Promise<void> = Promise.resolve();
  #unasked = 0;
  #waiter: ((incoming: IncomingDownload) => void) | null = null;

  constructor(log: SessionLog) {
    this.#log = log;
  }

  /** Resolves with the next download, which then counts as asked for. */
  next(signal: AbortSignal): Promise<IncomingDownload> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiter = null;
        reject(signal.reason as Error);
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiter = (incoming) => {
        this.#waiter = null;
        signal.removeEventListener('abort', stop);
        resolve(incoming);
      };
    });
  }

  receive(download: Download): void {
    if (this.#waiter !== null) return this.#waiter(followDownload(download, this.fileBytes));
    if (this.#background.size >= MAX_CONCURRENT)
      return this.#refuse(download, `${MAX_CONCURRENT} others are in progress.`);
    this.#unasked += 1;
    if (this.#unasked > MAX_UNASKED)
      return this.#refuse(download, `a Run keeps at most ${MAX_UNASKED} that no step asked for.`);
    const saving = this.#keep(followDownload(download, this.fileBytes), this.#log.stepId);
    this.#background.add(saving);
    void saving.finally(() => this.#background.delete(saving));
  }

  /** Waits for those in progress. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#background);
  }

  #refuse(download: Download, why: string): void {
    this.#log.note(`Refused the download "${downloadName(download)}": ${why}`);
    void cancelDownload(download);
  }

  async #keep(incoming: IncomingDownload, stepId: string | null): Promise<void> {
    const { host } = this.#log;
    if (host === null) return;
    await incoming.path.catch(() => undefined);
    this.#reading = this.#reading.then(async () => {
      try {
        const kept = await keepDownload(incoming, host, stepId);
        this.#log.note(`Kept the download "${kept.filename}".`, kept);
      } catch (error) {
        this.#log.note(error instanceof StepError ? error.message : 'A download failed.');
      }
    });
    await this.#reading;
  }
}
