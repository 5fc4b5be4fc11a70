import { type Channel, channel } from 'node:diagnostics_channel';
import type { ErrorCode, ExecutionTarget, TerminalStatus } from '@errand/contracts';

/** A Run was stored. */
export interface RunAccepted {
  executionTarget: ExecutionTarget;
}

/** A Run ended; should the transaction be undone after all, it was announced once too often. */
export interface RunEnded {
  status: TerminalStatus;
  errorCode: ErrorCode | null;
  /** Since it was claimed first; null when it never was. */
  seconds: number | null;
}

const announcement = <Message>(name: string): Channel<Message, Message> =>
  channel(name) as Channel<Message, Message>;

/** What lifecycle tells whoever counts; with nobody listening it is not even put together. */
export const announcements = {
  accepted: announcement<RunAccepted>('errand.run.accepted'),
  ended: announcement<RunEnded>('errand.run.ended'),
  leaseLost: announcement<null>('errand.lease.lost'),
};
