import { z } from 'zod';
import { RunStatus } from '../public/runs.ts';
import { Id } from '../public/text.ts';
import { internalRoute } from './route.ts';
import { ClaimRun, ClaimedRun, type LeaseHolder } from './runs.ts';

/** The executor id of a paired device. Only gateways speak for one. */
export function deviceExecutorId(deviceId: string): string {
  return `device:${deviceId}`;
}

/** Whether a lease's executor is a paired device, which gets longer leases than executors of the service. */
export function isDeviceExecutor({ executorId }: Pick<LeaseHolder, 'executorId'>): boolean {
  return executorId.startsWith('device:');
}

/** The member whose local Runs a device carries out, in one workspace. */
export const DeviceOwner = z.strictObject({ workspaceId: Id, userId: z.string() });
export type DeviceOwner = z.infer<typeof DeviceOwner>;

/** A Run that a device holds, in the status that it last heard of. */
export const HeldLocalRun = z.strictObject({ runId: Id, attempt: z.int().positive(), status: RunStatus });
export type HeldLocalRun = z.infer<typeof HeldLocalRun>;

/** The filter of a device's poll. */
export const AwaitLocalWork = z.strictObject({
  ...DeviceOwner.shape,
  executorId: z.string(),
  /** Whether it would take a Run now. */
  ready: z.boolean(),
  /** It has no desktop and another device of the owner does: Runs that need one are left to that device. */
  leavesDesktopRuns: z.boolean().optional(),
  /** `watchers`: where the device knows that someone watches the Run, as a heartbeat answered. */
  held: z.array(HeldLocalRun.extend({ watchers: z.array(z.string()) })).max(16),
});
export type AwaitLocalWork = z.infer<typeof AwaitLocalWork>;

export const LocalWork = z.strictObject({
  /** A Run that it may claim for this attempt; null: none. */
  offer: z.strictObject({ runId: Id, attempt: z.int().positive() }).nullable(),
  /** Held Runs whose status or watchers have changed; a null status: the device no longer holds the Run. */
  changed: z.array(z.strictObject({ runId: Id, status: RunStatus.nullable() })),
});
export type LocalWork = z.infer<typeof LocalWork>;

/** Routes of the runs service that gateways call on behalf of devices, in addition to the executors' routes. */
export const deviceRunRoutes = {
  /** Answers as soon as there is something to say, or after a few seconds without. */
  awaitWork: internalRoute({
    method: 'POST',
    path: '/internal/local-runs/await',
    body: AwaitLocalWork,
    answer: LocalWork,
    longPoll: true,
  }),
  /** 409 also when the Run is not a local one of the owner's. */
  claim: internalRoute({
    method: 'POST',
    path: '/internal/local-runs/{run_id}/claim',
    params: z.object({ run_id: Id }),
    body: ClaimRun.omit({ reserved: true }).extend(DeviceOwner.shape),
    answer: ClaimedRun,
  }),
  /** The device was revoked: it loses its Runs at once. */
  disconnect: internalRoute({
    method: 'POST',
    path: '/internal/local-runs/disconnect',
    body: z.strictObject({ executorId: z.string() }),
  }),
} as const;
