import type { ServerContext } from '@modelcontextprotocol/server';

/** The least by which a report exceeds the one before it, in seconds. */
const MIN_STEP = 0.001;

/** Reports to the client for how many seconds a request has been at work; each value is greater than the last, as MCP demands. */
export class Progress {
  readonly #request: ServerContext['mcpReq'];
  readonly #startedAt = performance.now();
  #last = -MIN_STEP;

  constructor({ mcpReq }: Pick<ServerContext, 'mcpReq'>) {
    this.#request = mcpReq;
  }

  /** Does nothing when the client asked for no reports, and does not fail when it has gone. */
  async report(message: string): Promise<void> {
    const progressToken = this.#request._meta?.['progressToken'];
    if (progressToken === undefined) return;
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    this.#last = Math.max(seconds, this.#last + MIN_STEP);
    const params = { progressToken, progress: this.#last, message };
    await this.#request.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }
}
