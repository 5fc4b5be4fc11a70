import { MAX_FILE_BYTES } from '@errand/contracts';
import type { Browser, BrowserContext } from 'playwright-core';
import { MessageReader, MIN_LIMIT, type CutMessage } from './message-reader.ts';
import { Targets } from './targets.ts';

/** An answer holds what we asked for, and the page decides how much that is. */
const MAX_ANSWER_BYTES = 16 * 1_048_576;
/** The largest file in Base64. */
export const MAX_PICTURE_BYTES = Math.ceil((MAX_FILE_BYTES * 4) / 3) + 65_536;
/** What a page tells unasked, most of it within a few kilobytes. */
const MAX_EVENT_BYTES = 16 * 1_048_576;
/** Playwright keeps the last 200 of these for every page, and nothing depends on them. */
const MAX_LOG_BYTES = MIN_LIMIT;
/** All of those of one Run; a trace keeps them on disk. */
const MAX_LOGS_BYTES = 8 * 1_048_576;
/** Dropping takes time, too. A Run ends whose pages logged more than this in messages that were dropped, or answered with more at once. */
const MAX_DROPPED_BYTES = 128 * 1_048_576;

const LOGS: ReadonlySet<string> = new Set([
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Log.entryAdded',
]);
const PICTURES: ReadonlySet<string> = new Set(['Page.captureScreenshot', 'Page.printToPDF']);

/** With one of these every action of the pointer begins to be seen in its page, and no look at an element does. */
const POINTS = /^(?:Input\.|DOM\.scrollIntoViewIfNeeded$)/;

const ANSWER_HEAD = /^\{"id":(\d+)/;
const EVENT_HEAD = /^\{"method":"([A-Za-z.]+)"/;
const SESSION_TAIL = /,"sessionId":"([0-9A-F]+)"\}$/;
/** A tab that closes again while it opens is never announced. */
const MAX_OPENING_MS = 3_000;
const OPENING_PROBE_MS = 100;

/** Playwright counts its commands from one. */
const FIRST_OWN_ID = 2 ** 30;

export interface ProtocolMessage {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
  sessionId?: string;
}

/** Playwright's end of the browser's pipe, as far as it is used here. */
export interface Transport {
  onmessage?: (message: ProtocolMessage) => unknown;
  send(message: ProtocolMessage): void;
  _dispatch(chunk: Buffer): void;
}

interface Means {
  onRead?: (bytes: number) => void;
  /** Ends the browser, because Playwright's record of it is no longer true. */
  kill: () => void;
}

export interface BoundTransport {
  /** Keeps back what acts by mouse or keyboard on the pages of a browser context until `until` is settled. */
  readonly holdInput: (contextId: string, until: Promise<unknown>) => void;
  /** How many tabs a browser context has, those that Playwright does not know yet included. */
  readonly countTabs: (contextId: string) => number;
}

/** Reads for a transport in its place, and passes on no message that is larger than it may be. */
export function boundTransport(transport: Transport, { kill, onRead }: Means): BoundTransport {
  const targets = new Targets();
  const send = transport.send.bind(transport);
  const pictures = new Set<number>();
  const holds = new Map<string, Promise<unknown>>();
  let lastOwnId = FIRST_OWN_ID;

  const pass = async (message: ProtocolMessage): Promise<void> => {
    try {
      await transport.onmessage?.(message);
    } catch {
      kill();
    }
  };

  const crash = (contextId: string): void => {
    if (!targets.markCrashed(contextId)) return;
    for (const sessionId of targets.documentsOf(contextId))
      send({ id: (lastOwnId += 1), method: 'Page.crash', params: {}, sessionId });
  };

  const receive = (text: string): void => {
    const message = JSON.parse(text) as ProtocolMessage;
    if (message.id !== undefined) {
      if (message.id > FIRST_OWN_ID) return;
      pictures.delete(message.id);
    } else if (message.method !== undefined && LOGS.has(message.method)) {
      if (targets.countLog(message.sessionId, text.length) > MAX_LOGS_BYTES) return;
    } else targets.follow(message);
    void pass(message);
  };

  const drop = ({ head, tail, bytes }: CutMessage): void => {
    const sessionId = SESSION_TAIL.exec(tail)?.[1];
    const contextId = targets.contextOf(sessionId);
    const answered = ANSWER_HEAD.exec(head)?.[1];
    if (answered !== undefined) {
      const message = `The answer of the page is larger than it may be: ${bytes} bytes.`;
      const id = Number(answered);
      pictures.delete(id);
      void pass({ id, error: { code: -32_000, message }, ...(sessionId !== undefined && { sessionId }) });
      if (contextId !== null && bytes > MAX_DROPPED_BYTES) crash(contextId);
    } else if (LOGS.has(EVENT_HEAD.exec(head)?.[1] ?? '')) {
      if (contextId !== null && targets.countDropped(contextId, bytes) > MAX_DROPPED_BYTES) crash(contextId);
    } else if (contextId === null) kill();
    else crash(contextId);
  };

  const reader = new MessageReader({
    limitOf: (head) => {
      const id = ANSWER_HEAD.exec(head)?.[1];
      if (id !== undefined) return pictures.has(Number(id)) ? MAX_PICTURE_BYTES : MAX_ANSWER_BYTES;
      return LOGS.has(EVENT_HEAD.exec(head)?.[1] ?? '') ? MAX_LOG_BYTES : MAX_EVENT_BYTES;
    },
    // As Playwright does it, so that what waits for a message is in its place before the next comes.
    onMessage: (text) => setImmediate(guarded, receive, text),
    onCut: (message) => setImmediate(guarded, drop, message),
  });

  function guarded<Given>(work: (given: Given) => void, given: Given): void {
    try {
      work(given);
    } catch {
      kill();
    }
  }

  transport.send = (message) => {
    if (message.id !== undefined && PICTURES.has(message.method ?? '')) pictures.add(message.id);
    const hold = POINTS.test(message.method ?? '') && holds.get(targets.contextOf(message.sessionId) ?? '');
    if (hold) void hold.then(() => send(message)).catch(() => undefined);
    else send(message);
  };
  transport._dispatch = (chunk) => {
    onRead?.(chunk.length);
    guarded((bytes) => reader.read(bytes), chunk);
  };
  return {
    countTabs: (contextId) => targets.countTabs(contextId),
    holdInput: (contextId, until) => {
      const hold = until
        .catch(() => undefined)
        .then(() => void (holds.get(contextId) === hold && holds.delete(contextId)));
      holds.set(contextId, hold);
    },
  };
}

/** What Playwright keeps of a browser in its own process; none of it is public. */
interface Internals {
  _connection?: {
    toImpl?: (object: Browser | BrowserContext) => {
      _browserContextId?: string;
      _connection?: { _transport?: Transport };
      options?: { browserProcess?: { kill(): Promise<void> } };
    };
  };
}

function implementationOf(object: Browser | BrowserContext) {
  try {
    return (object as unknown as Internals)._connection?.toImpl?.(object);
  } catch {
    // Playwright has forgotten a context that was closed or lost.
    return undefined;
  }
}

const bytesRead = new WeakMap<Browser, number>();
const connections = new WeakMap<Browser, BoundTransport>();

/** Null when the context is gone, or its connection is not bounded. */
function connectionOf(context: BrowserContext): { connection: BoundTransport; contextId: string } | null {
  const browser = context.browser();
  const connection = browser === null ? undefined : connections.get(browser);
  const contextId = implementationOf(context)?._browserContextId;
  return connection === undefined || contextId === undefined ? null : { connection, contextId };
}

/**
 * Keeps back what acts by mouse or keyboard on the pages of a context until `until` is settled; the next call takes its place.
 * False where that cannot be done.
 */
export function holdInput(context: BrowserContext, until: Promise<unknown>): boolean {
  const known = connectionOf(context);
  known?.connection.holdInput(known.contextId, until);
  return known !== null;
}

/** Whether more is known of a context than what Playwright says: what acts beside Playwright needs that. */
export function isConnectionHeld(context: BrowserContext): boolean {
  const browser = context.browser();
  return browser !== null && connections.has(browser);
}

/**
 * Notes how many tabs a context has. The answer waits until Playwright has announced those that are opening since then, 3 s at
 * most.
 */
export function followOpenings(context: BrowserContext): () => Promise<void> {
  const known = connectionOf(context);
  if (known === null) return () => Promise.resolve();
  const isOpening = (): number => known.connection.countTabs(known.contextId) - context.pages().length;
  const before = isOpening();
  return async () => {
    const end = performance.now() + MAX_OPENING_MS;
    while (isOpening() > before && performance.now() < end)
      await context.waitForEvent('page', { timeout: OPENING_PROBE_MS }).catch(() => undefined);
  };
}

/** Bytes that the browser has sent up to now. One that sends is not hung, however late its answers come. */
export function bytesReadFrom(browser: Browser): number {
  return bytesRead.get(browser) ?? 0;
}

/** Makes known what bounds the connection to a browser. */
export function holdConnection(browser: Browser, bound: BoundTransport): void {
  connections.set(browser, bound);
}

/**
 * Bounds what a browser that was just launched can make this process read, see ADR 25.
 * @throws when Playwright is built in another way than this knows
 */
export function boundConnection(browser: Browser): void {
  const internals = implementationOf(browser);
  const transport = internals?._connection?._transport;
  const process = internals?.options?.browserProcess;
  if (typeof transport?._dispatch !== 'function' || typeof process?.kill !== 'function')
    throw new Error('The connection of this version of playwright-core cannot be bounded.');
  holdConnection(
    browser,
    boundTransport(transport, {
      onRead: (bytes) => bytesRead.set(browser, bytesReadFrom(browser) + bytes),
      kill: () => void process.kill().catch(() => undefined),
    }),
  );
}
