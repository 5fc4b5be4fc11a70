import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { withTimeout } from '@errand/wait-for';
import type { ConnectOverCDPTransport } from 'playwright-core';
import type { ProtocolMessage } from '../connection/bound-connection.ts';
import { type Asked, judge } from './confinement.ts';

/** A connection to a browser, a message at a time. */
export interface Wire {
  onmessage?: (message: ProtocolMessage) => unknown;
  onclose?: (reason?: string) => void;
  send(message: ProtocolMessage): void;
  close(): void;
}

export interface ConfinedTransport extends Omit<ConnectOverCDPTransport, 'close'> {
  /** Resolves once the connection has ended. Playwright awaits it. */
  close(): Promise<void>;
}

interface TargetInfo {
  targetId: string;
  type: string;
  openerId?: string;
}

/** Playwright counts its commands from one, and the bounded connection from 2^30. */
const FIRST_OWN_ID = 2 ** 29;
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * A person's browser as one that has only the tabs of a Run: those that it opens, and what they open. No other tab is attached
 * to, and commands that would reach beyond the Run's tabs are refused. Closing it closes the Run's tabs and leaves the browser.
 * @param downloadsDir gets a copy of what the Run's tabs download, which also stays where the person's downloads go
 */
export function confineTransport(wire: Wire, downloadsDir: string): ConfinedTransport {
  const tabs = new Set<string>();
  const pages = new Set<string>();
  const roots = new Set<string>();
  const downloads = new Set<string>();
  const commands = new Map<number, (answer: ProtocolMessage) => void>();
  let lastId = FIRST_OWN_ID;
  let closing: Promise<void> | null = null;

  const command = (method: string, params: object, sessionId?: string): Promise<ProtocolMessage> => {
    const id = (lastId += 1);
    const answered = Promise.withResolvers<ProtocolMessage>();
    commands.set(id, answered.resolve);
    wire.send({ id, method, params: { ...params }, ...(sessionId !== undefined && { sessionId }) });
    return answered.promise;
  };
  const pass = (message: ProtocolMessage) => transport.onmessage?.(message);
  const closeTab = (targetId: string) => command('Target.closeTarget', { targetId });

  /** Resolves once Playwright has been told of the tab. */
  const follow = async (targetId: string): Promise<void> => {
    tabs.add(targetId);
    if (closing === null) await command('Target.attachToTarget', { targetId, flatten: true });
    else await closeTab(targetId);
  };

  const openTab = async (asked: Asked): Promise<void> => {
    // In a window of its own, so that the person keeps the tab in front of them.
    const answer = await command('Target.createTarget', { url: 'about:blank', newWindow: true });
    const targetId = answer['result']?.['targetId'];
    if (typeof targetId === 'string') await follow(targetId);
    pass({ ...answer, id: asked.id });
  };

  const known = {
    isTab: (id: string) => tabs.has(id),
    isSession: (id: string) => pages.has(id) || roots.has(id),
    isDownload: (guid: string) => downloads.has(guid),
    isPage: (id: string | undefined) => id !== undefined && pages.has(id),
  };
  const send = (message: ProtocolMessage): void => {
    const asked = message as Asked;
    const { id, sessionId } = asked;
    const session = sessionId !== undefined && { sessionId };
    const judged = judge(asked, known);
    if (judged === 'open') void openTab(asked);
    else if (judged === 'nothing') setImmediate(pass, { id, result: {}, ...session });
    else if (judged === 'refuse')
      setImmediate(pass, {
        id,
        error: { code: -32_000, message: `${asked.method} reaches beyond the tabs of the Run.` },
        ...session,
      });
    else wire.send({ ...message, params: judged });
  };

  /** Keeps a session that began, and passes its event on. */
  const attached = (message: ProtocolMessage, sessionId: string, { type, targetId }: TargetInfo): void => {
    if (type === 'browser') roots.add(sessionId);
    else if (tabs.has(targetId) || known.isPage(message.sessionId)) pages.add(sessionId);
    else return;
    pass(message);
  };
  const copyDownload = async (message: ProtocolMessage): Promise<void> => {
    const { guid, state, filePath } = message.params as { guid: string; state: string; filePath?: string };
    if (state !== 'inProgress') downloads.delete(guid);
    if (state === 'completed' && filePath !== undefined)
      await copyFile(filePath, path.join(downloadsDir, guid)).catch(() => undefined);
    pass(message);
  };

  /** Events of the browser itself, of which a Run sees those about its own tabs. */
  const hearBrowser = (message: ProtocolMessage): void => {
    const params = message.params ?? {};
    const { openerId, targetId = '' } = (params['targetInfo'] ?? {}) as Partial<TargetInfo>;
    const isOwnDownload = downloads.has(String(params['guid']));
    if (message.method === 'Target.targetCreated') {
      if (openerId !== undefined && tabs.has(openerId)) void follow(targetId);
    } else if (message.method === 'Target.targetDestroyed') tabs.delete(String(params['targetId']));
    else if (message.method === 'Browser.downloadWillBegin' && isOwnDownload) pass(message);
    else if (message.method === 'Browser.downloadProgress' && isOwnDownload) void copyDownload(message);
  };

  const hear = (message: ProtocolMessage): void => {
    const { id, method, sessionId: from, params = {} } = message;
    if (id !== undefined) {
      const resolve = commands.get(id);
      commands.delete(id);
      if (resolve === undefined) pass(message);
      else resolve(message);
      return;
    }
    const child = String(params['sessionId']);
    if (method === 'Target.attachedToTarget') attached(message, child, params['targetInfo'] as TargetInfo);
    else if (method === 'Target.detachedFromTarget') {
      if (pages.delete(child) || roots.delete(child)) pass(message);
    } else if (from === undefined) hearBrowser(message);
    else if (known.isSession(from)) {
      if (method === 'Page.downloadWillBegin') downloads.add(String(params['guid']));
      pass(message);
    }
  };
  const hearEnd = (reason?: string): void => {
    for (const resolve of commands.values()) resolve({ error: { code: -32_000, message: 'closed' } });
    commands.clear();
    transport.onclose?.(reason);
  };

  const close = async (): Promise<void> => {
    await withTimeout(Promise.all([...tabs].map(closeTab)), CLOSE_TIMEOUT_MS, []);
    wire.close();
  };
  const transport: ConfinedTransport = {
    send,
    close: () => (closing ??= close()),
  };
  Object.assign(wire, { onmessage: hear, onclose: hearEnd } satisfies Partial<Wire>);
  void command('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  return transport;
}
