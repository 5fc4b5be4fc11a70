import { DeviceMessage, GatewayMessage } from '@errand/contracts/device';
import type { BreaksAt } from './link.ts';

/** Breaks a device's link at the first message of each kind, or of these: `hello`, `claim`, `answer to claim` … */
export function createMessageBreaker(kinds?: readonly string[]): {
  breaksAt: BreaksAt;
  broken: ReadonlySet<string>;
} {
  const broken = new Set<string>();
  /** The call of each id. An id names one call as long as the process of the device lasts. */
  const calls = new Map<number, string>();
  const kindOf: (...sent: Parameters<BreaksAt>) => string = (text, from) => {
    const json: unknown = JSON.parse(text);
    if (from === 'near') {
      const message = DeviceMessage.parse(json);
      if (message.type !== 'call') return message.type;
      calls.set(message.id, message.call);
      return message.call;
    }
    const message = GatewayMessage.parse(json);
    return message.type === 'answer' || message.type === 'problem'
      ? `${message.type} to ${calls.get(message.id)}`
      : message.type;
  };
  return {
    broken,
    breaksAt: (text, from) => {
      const kind = kindOf(text, from);
      if (broken.has(kind) || kinds?.includes(kind) === false) return false;
      broken.add(kind);
      return true;
    },
  };
}
