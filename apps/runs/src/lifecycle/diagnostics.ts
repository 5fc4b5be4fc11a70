import { type Channel, channel } from 'node:diagnostics_channel';
import type { ErrorCode, ExecutionTarget, TerminalStatus } from '@errand/contracts';

/** A Run was stored. */
export interface RunAccepted {
  executionTarget: ExecutionTarget;
}

/** A Run ended. Published before the commit, so a transaction that rolls back publishes one too many. */
export interface RunEnded {
  status: TerminalStatus;
  errorCode: ErrorCode | null;
  /** Since the first claim; null when it was never claimed. */
  seconds: number | null;
}

/** A file was not kept, because of the storage quota of this name. */
export interface FileRefused {
  quota: 'run' | 'workspace';
}

function diagnosticsChannel<Message>(name: string): Channel<Message, Message> {
  return channel(name) as Channel<Message, Message>;
}

/** Diagnostics channels for metrics. Messages are built only when a channel has subscribers. */
export const diagnostics = {
  accepted: diagnosticsChannel<RunAccepted>('errand.run.accepted'),
  ended: diagnosticsChannel<RunEnded>('errand.run.ended'),
  fileRefused: diagnosticsChannel<FileRefused>('errand.file.refused'),
  leaseLost: diagnosticsChannel<null>('errand.lease.lost'),
};
