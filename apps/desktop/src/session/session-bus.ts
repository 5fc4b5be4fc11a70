import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next';

/** An object on the bus: the name of its service, its path, and the interface that is meant. */
export interface BusObject {
  readonly service: string;
  readonly path: string;
  readonly on: string;
}

/** The D-Bus of the person's session. */
export interface SessionBus {
  readonly bus: MessageBus;
  /** Calls a method; rejects when it fails, is not answered in time, or the bus is lost or closed first. */
  readonly ask: <Answer extends unknown[]>(
    of: BusObject,
    member: string,
    signature?: string,
    body?: unknown[],
  ) => Promise<Answer>;
  /** Resolves with what the next signal of an object says after `begin`; null when none comes in time. */
  readonly next: (of: BusObject, member: string, begin: () => Promise<unknown>) => Promise<unknown[] | null>;
  readonly close: () => void;
}

/** A service may have to be started first. */
const CALL_TIMEOUT_MS = 15_000;
/** How long a person may take to answer what a service asks them. */
const SIGNAL_TIMEOUT_MS = 30_000;
/** The bus itself. */
export const DAEMON: BusObject = {
  service: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  on: 'org.freedesktop.DBus',
};

/** Null: this session has no bus. */
export function openSessionBus(env: Readonly<Record<string, string | undefined>>): SessionBus | null {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (address === '') return null;
  const bus = sessionBus({ busAddress: address });
  const events: EventEmitter = bus;
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  // A lost bus answers no call.
  events.on('error', (error: Error) => closed.reject(error));
  const ask: SessionBus['ask'] = async ({ service, path, on }, member, signature = '', body = []) => {
    const message = new Message({ destination: service, path, interface: on, member, signature, body });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`${service} did not answer.`)), CALL_TIMEOUT_MS);
    try {
      const answer = await Promise.race([bus.call(message), late.promise, closed.promise]);
      return (answer?.body ?? []) as never;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    bus,
    ask,
    next: async ({ path, on }, member, begin) => {
      const rule = `type='signal',path='${path}',interface='${on}',member='${member}'`;
      const heard = Promise.withResolvers<unknown[] | null>();
      const listen = (message: Message) => {
        if (message.path === path && message.interface === on && message.member === member)
          heard.resolve(message.body);
      };
      const timer = setTimeout(() => heard.resolve(null), SIGNAL_TIMEOUT_MS);
      events.on('message', listen);
      try {
        await ask(DAEMON, 'AddMatch', 's', [rule]);
        await begin();
        return await Promise.race([heard.promise, closed.promise]);
      } finally {
        clearTimeout(timer);
        events.off('message', listen);
        await ask(DAEMON, 'RemoveMatch', 's', [rule]).catch(() => undefined);
      }
    },
    close: () => {
      closed.reject(new Error('The connection to the session bus was closed.'));
      bus.disconnect();
    },
  };
}
