import { Problem, unavailable } from '@errand/contracts';
import {
  type DeviceMessage,
  type GatewayMessage,
  LINK_CALLS,
  type LinkCallName,
  fileFrames,
  readFileFrame,
} from '@errand/contracts/device';
import { type InternalRoute, executorRoutes } from '@errand/contracts/internal';
import type { InternalClient } from '@errand/service-kit';

type Call = Omit<Extract<DeviceMessage, { type: 'call' }>, 'type' | 'id'>;
type Answer = Extract<GatewayMessage, { type: 'answer' | 'problem' }>;

interface Waiting {
  route: InternalRoute;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  frames: Uint8Array[];
}

/** The runs service as a device reaches it: the calls of an executor, through the link. */
export interface RunsOverLink extends Pick<InternalClient, 'call'> {
  answered(message: Answer): void;
  received(frame: Uint8Array): void;
  /** The link was lost: unanswered calls fail with a 503, and callers retry those that may be repeated. */
  lost(): void;
}

const NAMES = new Map<InternalRoute, LinkCallName>([
  [executorRoutes.claim, 'claim'],
  ...Object.entries(LINK_CALLS).map(([name, route]) => [route, name as LinkCallName] as const),
]);

/** @param nextId numbers the calls and channels of a link */
export function createRunsOverLink(
  send: (message: DeviceMessage, frames?: Iterable<Uint8Array>) => boolean,
  nextId: () => number,
): RunsOverLink {
  const waiting = new Map<number, Waiting>();

  const request = (
    route: InternalRoute,
    call: Partial<Call> & { signal?: AbortSignal },
  ): Promise<unknown> => {
    const name = NAMES.get(route);
    if (name === undefined) return Promise.reject(new Error(`${route.name} is not a call of devices`));
    const { signal, body, params = {}, query = {}, lease } = call;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = nextId();
    const answer = Promise.withResolvers<unknown>();
    const file = body instanceof Uint8Array ? body : null;
    waiting.set(id, { route, resolve: answer.resolve, reject: answer.reject, frames: [] });
    const onAbort = () => {
      send({ type: 'abort', id });
      answer.reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    const message: DeviceMessage = {
      type: 'call',
      id,
      call: name,
      params,
      // A left-out parameter is not sent.
      query: JSON.parse(JSON.stringify(query)) as Call['query'],
      ...(lease !== undefined && { lease }),
      ...(file === null ? { body } : { bytes: file.length }),
    };
    if (!send(message, file === null ? [] : fileFrames(id, file))) answer.reject(unavailable());
    return answer.promise.finally(() => {
      waiting.delete(id);
      signal?.removeEventListener('abort', onAbort);
    });
  };

  return {
    call: (route, call) => request(route, call as Partial<Call>) as Promise<never>,
    answered: (message) => {
      const call = waiting.get(message.id);
      if (call === undefined) return;
      if (message.type === 'problem') call.reject(new Problem(message.status, message.detail));
      else if (message.file !== undefined)
        call.resolve({
          filename: message.file.filename,
          contentType: message.file.contentType,
          bytes: new Uint8Array(Buffer.concat(call.frames)),
        });
      else call.resolve(message.answer);
    },
    received: (frame) => {
      const part = readFileFrame(frame);
      if (part !== null) waiting.get(part.id)?.frames.push(part.bytes);
    },
    lost: () => {
      for (const { reject } of waiting.values()) reject(unavailable());
    },
  };
}
