import { z } from 'zod';
import { HeldLocalRun } from '../internal/device-routes.ts';
import { executorRoutes } from '../internal/executor-routes.ts';
import { DeviceCapabilities } from '../public/devices.ts';
import { RunStatus } from '../public/runs.ts';
import { Id, textOf } from '../public/text.ts';

/** The WebSocket between a paired device and a gateway: JSON text messages, and binary frames for the bytes of files. */
export const LINK_PATH = '/v1/devices/link';
export const LINK_PROTOCOL = 'errand.device.v1';

/** Maximum bytes of a frame. Files travel in frames of FILE_FRAME_BYTES, so that heartbeats do not wait behind them. */
export const MAX_LINK_FRAME_BYTES = 4 * 1_048_576;
export const FILE_FRAME_BYTES = 256 * 1_024;

/** A slow network gets fewer pictures and never old ones, and no heartbeat waits behind more of them. */
export const MAX_UNTAKEN_PICTURES = 2;

/** Close codes with a meaning of their own. */
export const LINK_CLOSED = {
  /** A message was not understood. */
  protocol: 4400,
  /** The device is unknown or revoked, or the signature is wrong. It must be paired again. */
  refused: 4401,
  /** A newer link of the same device took its place. */
  replaced: 4409,
} as const;

/** The text that a device signs to prove its identity, bound to one socket and the gateway's origin. */
export function challengeText(nonce: string, origin: string): string {
  return `errand-device-link/1\n${nonce}\n${origin}`;
}

/** The calls of a device: those of executors, with a claim of its own. */
export const LINK_CALLS = {
  heartbeat: executorRoutes.heartbeat,
  declareIntent: executorRoutes.declareIntent,
  release: executorRoutes.release,
  suspend: executorRoutes.suspend,
  askPerson: executorRoutes.askPerson,
  loseBrowser: executorRoutes.loseBrowser,
  requestApproval: executorRoutes.requestApproval,
  awaitApproval: executorRoutes.awaitApproval,
  storeArtifact: executorRoutes.storeArtifact,
  readArtifact: executorRoutes.readArtifact,
  report: executorRoutes.report,
} as const;
export type LinkCallName = keyof typeof LINK_CALLS | 'claim';

const CallName = z.enum(['claim', ...(Object.keys(LINK_CALLS) as (keyof typeof LINK_CALLS)[])]);
/** Numbers a call or channel within its socket. A binary frame begins with it, in four bytes. */
const CallId = z.int().min(1).max(0xffff_ffff);

/** Messages of a device. */
export const DeviceMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    deviceId: Id,
    /** Ed25519 over `challengeText`, in base64. */
    signature: z.base64().max(128),
    appVersion: textOf(1, 50),
    capabilities: DeviceCapabilities,
  }),
  /** Whether it takes Runs, and which it holds. Sent after the welcome and whenever it changes. */
  z.strictObject({ type: z.literal('state'), ready: z.boolean(), held: z.array(HeldLocalRun).max(16) }),
  z.strictObject({
    type: z.literal('call'),
    id: CallId,
    call: CallName,
    params: z.record(z.string(), z.string()).default({}),
    query: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    body: z.unknown().optional(),
    lease: z.string().max(256).optional(),
    /** Bytes of the body, when it is a file: its frames came before. */
    bytes: z.int().min(0).optional(),
  }),
  z.strictObject({ type: z.literal('abort'), id: CallId }),
  /** Opens a channel to a place where someone watches a held Run live, as a heartbeat named it. */
  z.strictObject({
    type: z.literal('live.open'),
    id: CallId,
    place: textOf(1, 64),
    runId: Id,
    attempt: z.int().positive(),
    lease: z.string().max(256),
  }),
  /** A report, or a picture, of the channel: its frames came before. */
  z.strictObject({
    type: z.literal('live.message'),
    id: CallId,
    bytes: z.int().min(0),
    isBinary: z.boolean(),
  }),
  z.strictObject({ type: z.literal('live.close'), id: CallId }),
]);
export type DeviceMessage = z.infer<typeof DeviceMessage>;

/** Messages of a gateway. */
export const GatewayMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('challenge'), nonce: z.string(), origin: z.string() }),
  z.strictObject({
    type: z.literal('welcome'),
    name: z.string(),
    workspace: z.strictObject({ id: Id, name: z.string() }),
  }),
  /** A Run that the device may claim. It is offered again until one does. */
  z.strictObject({ type: z.literal('offer'), runId: Id, attempt: z.int().positive() }),
  /** A held Run has another status; null: the device no longer holds it. */
  z.strictObject({ type: z.literal('changed'), runId: Id, status: RunStatus.nullable() }),
  z.strictObject({
    type: z.literal('answer'),
    id: CallId,
    answer: z.unknown().optional(),
    /** Bytes of a file, whose frames came before. */
    file: z.strictObject({ filename: z.string(), contentType: z.string(), bytes: z.int().min(0) }).optional(),
  }),
  z.strictObject({ type: z.literal('problem'), id: CallId, status: z.int(), detail: z.string() }),
  z.strictObject({ type: z.literal('live.opened'), id: CallId }),
  /** Input of the watcher who controls the Run, after its frames. */
  z.strictObject({ type: z.literal('live.message'), id: CallId, bytes: z.int().min(0) }),
  /** A message of the device went on. Of pictures, no more than `MAX_UNTAKEN_PICTURES` may be on their way. */
  z.strictObject({ type: z.literal('live.taken'), id: CallId }),
  /** With the code of the WebSocket that the gateway had opened for the channel. */
  z.strictObject({ type: z.literal('live.closed'), id: CallId, code: z.int() }),
]);
export type GatewayMessage = z.infer<typeof GatewayMessage>;

const ID_BYTES = 4;

/** The binary frames of a file that belongs to a call. */
export function* fileFrames(id: number, bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += FILE_FRAME_BYTES) {
    const part = bytes.subarray(from, from + FILE_FRAME_BYTES);
    const frame = new Uint8Array(ID_BYTES + part.length);
    new DataView(frame.buffer).setUint32(0, id);
    frame.set(part, ID_BYTES);
    yield frame;
  }
}

/** The call and the bytes of a binary frame; null: it is too short. */
export function readFileFrame(frame: Uint8Array): { id: number; bytes: Uint8Array } | null {
  if (frame.length < ID_BYTES) return null;
  return {
    id: new DataView(frame.buffer, frame.byteOffset).getUint32(0),
    bytes: frame.subarray(ID_BYTES),
  };
}
