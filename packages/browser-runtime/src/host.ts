import type { ArtifactKind, Decision, Effect, ElementBox, ErrorCode, RunEventType } from '@errand/contracts';

export interface EmittedEvent {
  type: RunEventType;
  stepId: string | null;
  message: string;
  data?: Record<string, unknown>;
  /** The output of a completed step with an effect, or with `log` the list of a loop, for a later execution. */
  result?: StepResult;
}

/** The output of a step, masked. Not `reusable`: it cannot be used in place of the real one, and is null. */
export interface StepResult {
  output: unknown;
  reusable: boolean;
}

export type FileReference = { readonly artifactId: string } | { readonly fileId: string };

export interface StoredFile {
  filename: string;
  contentType: string;
  bytes: Uint8Array;
}

/** A file that a Run makes. */
export interface NewFile extends StoredFile {
  kind: ArtifactKind;
  stepId: string | null;
  /** Taken of a step only to show it: no output names it, so the next one need not wait until it is durable. */
  isStepPicture?: true;
}

export interface ApprovalRequest {
  stepId: string;
  message: string;
  /** The approval is bound to these: the step's resolved input, the page's origin, and a digest of its control and form. */
  input: unknown;
  origin: string | null;
  pageDigest: string | null;
  /** Position of the control in the window; null if there is none, or it is unknown. */
  element: ElementBox | null;
  /** Address of the page, for the person who decides. */
  url: string | null;
  /** JSON Schema of the value that the decision must bring; absent when only an approval is asked for. */
  answerSchema?: Record<string, unknown>;
}

/** Declares an effect that is about to happen. */
export interface EffectIntent {
  stepId: string;
  effect: Exclude<Effect, 'read'>;
  action: string;
  /** The channel of the effect. */
  surface: 'browser' | 'http' | 'desktop';
}

/** Lets people pause a Run or take its browser between two actions, and while an action waits. */
export interface ActionGate {
  /** Resolves when an action may begin; the returned function says that it has ended. Rejects when the Run is stopped. */
  enter(): Promise<() => void>;
  /** Resolves when actions may begin. Rejects when the Run is stopped. */
  open(): Promise<void>;
  /**
   * Resolves when actions may begin, or once `until` has resolved and no person has the browser; until then the action in
   * progress does not count as one. Rejects when the Run is stopped.
   */
  stepAside(until?: Promise<void>): Promise<void>;
  /** Aborted while actions may not begin; another signal once they may again. */
  readonly closing: AbortSignal;
  /** How many times a person has taken the browser: earlier observations of the page are out of date. */
  readonly takeovers: number;
}

/** The engine's interface to the program that runs it: an executor, a desktop or a test. */
export interface Host {
  /** Reports an event, in order and without waiting. */
  emit(event: EmittedEvent): void;
  /** Resolves once the intent is durable; rejects when this execution may not act any more. */
  declareIntent(intent: EffectIntent): Promise<void>;
  /** Stores a file and returns its artifact id at once; the upload continues in the background. */
  store(file: NewFile): string;
  /**
   * Resolves once the upload of a file has ended, also when it was lost.
   * @throws {StepError} `download_failed` for a download, else `action_failed`, when a storage quota did not admit the file
   */
  stored(artifactId: string): Promise<void>;
  /** A file that an earlier step of this Run stored, or one that was uploaded for it. */
  load(file: FileReference): Promise<StoredFile>;
  /**
   * Waits for a person's decision; the host also reports the `approval.*` events. It may stop the execution meanwhile, by
   * its `signal`, and have another one go on once there is an answer.
   */
  requestDecision(request: ApprovalRequest): Promise<Decision>;
  /**
   * Pauses the Run and tells people what its agent needs; resolves once the gate is closed. Absent: no one can be asked.
   */
  askPerson?: (reason: string) => Promise<void>;
  /** Logs why a step failed with `internal_error`; the error is masked. Absent: there is no log. */
  logDefect?: (error: Error, stepId: string) => void;
  /** Absent: no one can pause the Run. */
  gate?: ActionGate;
  /** Aborted when the Run was cancelled, timed out or lost. */
  readonly signal: AbortSignal;
}

/** A step failed. `message` is display-safe. */
export class StepError extends Error {
  readonly code: ErrorCode;
  /** True if nothing was done to the page or the world, so that a retry is safe. */
  readonly noEffect: boolean;

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { noEffect?: boolean } = {}) {
    super(message, options);
    this.name = 'StepError';
    this.code = code;
    this.noEffect = options.noEffect ?? false;
  }
}
