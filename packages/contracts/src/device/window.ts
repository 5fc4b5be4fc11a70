import { z } from 'zod';
import type { RunStatus } from '../public/runs.ts';
import type { ReportedEvent } from '../queue/run-events.ts';

/** A Run as the window of a device shows it: its task, and each step as it happens. */
export interface Conversation {
  readonly id: string;
  readonly task: string;
  readonly startedAt: string;
  status: RunStatus;
  /** The action that a person is asked to approve, or null. */
  question: string | null;
  /** The result, once it is known. */
  summary: string | null;
  events: (Omit<ReportedEvent, 'result'> & { seq: number })[];
  pictures: { readonly id: string; readonly stepId: string | null }[];
}

/** The state that the window of a device shows. */
export interface WindowState {
  readonly device: { readonly name: string; readonly baseUrl: string; readonly workspaceId: string };
  readonly connected: boolean;
  readonly paused: boolean;
  /** Null: not known. */
  readonly locked: boolean | null;
  /** Why Runs cannot use the desktop of this machine; null: they can. */
  readonly noDesktop: string | null;
  /** What Runs may do with the desktop; null: nothing. `applications` null: all that are not kept apart. */
  readonly consent: { readonly applications: readonly string[] | null; readonly unattended: boolean } | null;
  /** Of this process, newest first. */
  readonly conversations: readonly Conversation[];
}

/** A Run in the log of this machine. */
export interface PastRun {
  readonly id: string;
  readonly at: string;
  /** Its actions in order; of many only the newest. */
  readonly acts: readonly string[];
}

/** Requests of the person at the window. */
export const WindowCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.enum(['pause', 'resume', 'open', 'disallow']) }),
  z.strictObject({ command: z.literal('stop-run'), runId: z.string() }),
  z.strictObject({
    command: z.literal('allow'),
    applications: z.array(z.string().trim().min(1).max(200)).min(1).max(100).nullable(),
    unattended: z.boolean(),
  }),
]);
export type WindowCommand = z.infer<typeof WindowCommand>;
