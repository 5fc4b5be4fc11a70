import type { ProtocolMessage } from './bound-connection.ts';

interface Target {
  /** Playwright's word for what belongs to one Run. */
  contextId: string;
  targetId: string;
  hasDocument: boolean;
  isTab: boolean;
}

interface Account {
  logBytes: number;
  droppedBytes: number;
  crashed: boolean;
}

interface TargetInfo {
  targetId: string;
  type: string;
  browserContextId?: string;
}

/** Knows whose messages a session of the browser brings, and what each browser context has sent. */
export class Targets {
  readonly #sessions = new Map<string, Target>();
  readonly #accounts = new Map<string, Account>();

  /** Sessions come and go by events. */
  follow({ method, params, sessionId: parent }: ProtocolMessage): void {
    if (params === undefined) return;
    const { sessionId } = params;
    if (typeof sessionId !== 'string') return;
    if (method === 'Target.attachedToTarget') {
      const { targetId, type, browserContextId } = params['targetInfo'] as TargetInfo;
      const contextId = browserContextId ?? this.contextOf(parent);
      if (contextId !== null)
        this.#sessions.set(sessionId, {
          contextId,
          targetId,
          hasDocument: type === 'page' || type === 'iframe',
          isTab: type === 'page',
        });
    } else if (method === 'Target.detachedFromTarget') this.#detach(sessionId);
  }

  #detach(sessionId: string): void {
    const contextId = this.contextOf(sessionId);
    this.#sessions.delete(sessionId);
    if (contextId === null) return;
    for (const target of this.#sessions.values()) if (target.contextId === contextId) return;
    this.#accounts.delete(contextId);
  }

  contextOf(sessionId: string | undefined): string | null {
    return this.#sessions.get(sessionId ?? '')?.contextId ?? null;
  }

  /** The sessions of a context whose renderer can be made to crash. */
  documentsOf(contextId: string): string[] {
    return [...this.#sessions]
      .filter(([, target]) => target.contextId === contextId && target.hasDocument)
      .map(([sessionId]) => sessionId);
  }

  /** How many tabs a context has, those that are just opening included. */
  countTabs(contextId: string): number {
    const tabs = [...this.#sessions.values()].filter(
      (target) => target.isTab && target.contextId === contextId,
    );
    return new Set(tabs.map(({ targetId }) => targetId)).size;
  }

  /** Answers how many bytes of log the session's context has sent up to now. */
  countLog(sessionId: string | undefined, bytes: number): number {
    const contextId = this.contextOf(sessionId);
    return contextId === null ? 0 : (this.#accountOf(contextId).logBytes += bytes);
  }

  /** Answers how many bytes that the context has sent were dropped up to now. */
  countDropped(contextId: string, bytes: number): number {
    return (this.#accountOf(contextId).droppedBytes += bytes);
  }

  /** False when it was so marked before. */
  markCrashed(contextId: string): boolean {
    const account = this.#accountOf(contextId);
    if (account.crashed) return false;
    account.crashed = true;
    return true;
  }

  #accountOf(contextId: string): Account {
    let account = this.#accounts.get(contextId);
    if (account === undefined) {
      account = { logBytes: 0, droppedBytes: 0, crashed: false };
      this.#accounts.set(contextId, account);
    }
    return account;
  }
}
