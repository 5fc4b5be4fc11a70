import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, Variant, sessionBus } from '@jellybrick/dbus-next';
import { ComputerError } from '../errors.ts';

/** An object of an application: the name of its connection and its path. */
export type Reference = readonly [connection: string, path: string];

/** An application that does not answer within this time hangs. */
const CALL_TIMEOUT_MS = 3_000;
/** Calls to one application at once: with more, those to the others would wait. */
const CALLS_AT_ONCE = 24;
/** The bus and its registry are no applications; they may have to be started first. */
const START_TIMEOUT_MS = 15_000;
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const REGISTRY: Reference = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root'];

/** An application did not answer in time. */
export class NoAnswer extends ComputerError {
  override name = 'NoAnswer';

  constructor() {
    super('action_failed', 'The application did not answer.');
  }
}

/** The accessibility bus of applications. Every call has a deadline, because applications hang. */
export interface AccessibilityBus {
  call<Answer extends unknown[]>(
    of: Reference,
    part: string,
    member: string,
    signature?: string,
    body?: unknown[],
  ): Promise<Answer>;
  property<Value>(of: Reference, part: string, name: string): Promise<Value>;
  /** The applications that show something. */
  applications(): Promise<Reference[]>;
  /** The process behind a connection, as the bus knows it; null when it is gone. */
  processOf(connection: string): Promise<number | null>;
  close(): void;
}

async function within<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  // An answer that came while this process was busy counts.
  const timer = setTimeout(() => setImmediate(() => late.reject(new NoAnswer())), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits the active calls per connection; the deadline of a waiting call has not begun. */
function createTurns(): (connection: string) => Promise<() => void> {
  const lines = new Map<string, { active: number; waiting: (() => void)[] }>();
  return async (connection) => {
    const line = lines.get(connection) ?? { active: 0, waiting: [] };
    lines.set(connection, line);
    if (line.active >= CALLS_AT_ONCE)
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve);
      });
    else line.active += 1;
    return () => {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else {
        line.active -= 1;
        if (line.active === 0) lines.delete(connection);
      }
    };
  };
}

async function ask(
  bus: MessageBus,
  [destination, path]: Reference,
  on: string,
  member: string,
  signature = '',
  body: unknown[] = [],
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<unknown[]> {
  const message = new Message({ destination, path, interface: on, member, signature, body });
  const answer = await within(bus.call(message), timeoutMs);
  return answer?.body ?? [];
}

/** Of a bus that is lost; the calls that it leaves unanswered have their deadline. */
function ignoreErrors(bus: EventEmitter): void {
  bus.on('error', () => undefined);
}

/**
 * Connects to the accessibility bus of a session and has its applications tell what they show.
 * @param address of the session's bus, as in DBUS_SESSION_BUS_ADDRESS
 * @throws {ComputerError} if there is none
 */
export async function openAccessibility(address: string): Promise<AccessibilityBus> {
  const session = sessionBus({ busAddress: address });
  ignoreErrors(session);
  let bus: MessageBus;
  try {
    const place: Reference = ['org.a11y.Bus', '/org/a11y/bus'];
    const [found] = await ask(session, place, 'org.a11y.Bus', 'GetAddress', '', [], START_TIMEOUT_MS);
    const enabled = ['org.a11y.Status', 'IsEnabled', new Variant('b', true)];
    await ask(session, place, PROPERTIES, 'Set', 'ssv', enabled, START_TIMEOUT_MS);
    bus = sessionBus({ busAddress: String(found) });
    ignoreErrors(bus);
  } catch (error) {
    session.disconnect();
    throw new ComputerError('action_failed', 'The accessibility bus of this session does not answer.', {
      cause: error,
    });
  }
  const takeTurn = createTurns();
  const askInTurn = async (
    of: Reference,
    on: string,
    member: string,
    signature = '',
    body: unknown[] = [],
  ) => {
    const done = await takeTurn(of[0]);
    try {
      return await ask(bus, of, on, member, signature, body);
    } finally {
      done();
    }
  };
  const call: AccessibilityBus['call'] = async (of, part, member, signature, body) =>
    (await askInTurn(of, `org.a11y.atspi.${part}`, member, signature, body)) as never;
  return {
    call,
    property: async <Value>(of: Reference, part: string, name: string) => {
      const [value] = await askInTurn(of, PROPERTIES, 'Get', 'ss', [`org.a11y.atspi.${part}`, name]);
      return (value as Variant<Value>).value;
    },
    applications: async () => {
      const on = 'org.a11y.atspi.Accessible';
      const [found] = await ask(bus, REGISTRY, on, 'GetChildren', '', [], START_TIMEOUT_MS);
      return found as Reference[];
    },
    processOf: async (connection) => {
      const daemon: Reference = ['org.freedesktop.DBus', '/org/freedesktop/DBus'];
      const [pid] = await ask(bus, daemon, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', 's', [
        connection,
      ]).catch(() => [null]);
      return pid as number | null;
    },
    close: () => {
      bus.disconnect();
      session.disconnect();
    },
  };
}
