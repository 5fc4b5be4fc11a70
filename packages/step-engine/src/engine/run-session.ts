import { type Effect, MAX_FILE_BYTES, type Risk } from '@errand/contracts';
import type { PrimitiveName } from '@errand/contracts/primitives';
import type { Condition } from '@errand/runbook-language';
import type { BrowserSession, Host } from '@errand/browser-runtime';
import type { Computer } from '@errand/computer';
import type { GrantedApproval } from '@errand/contracts/internal';
import type { JudgeCondition } from './completion.ts';
import { filterHost, masking, numbering, stepEndsOnly } from './host-filters.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMask, type Mask } from './mask.ts';
import { PAGE_SCRIPT } from './observation/page-script.ts';
import { trafficOf } from './observation/traffic.ts';

/** What one Run may spend. */
export interface Limits {
  /** Milliseconds that a step may take which says nothing else. */
  stepTimeoutMs: number;
  /** Bytes of JSON that the output of one step may have. */
  outputBytes: number;
  /** Bytes of a download. */
  fileBytes: number;
  /** Whether a picture is kept after each browser step. */
  screenshots: boolean;
  /** Whether Playwright's trace of the Run is kept. */
  trace: TraceMode;
  /** Bytes of that. */
  traceBytes: number;
}

export type TraceMode = 'on' | 'off' | 'on-failure';

export const defaultLimits: Limits = {
  stepTimeoutMs: 60_000,
  outputBytes: 1_048_576,
  fileBytes: MAX_FILE_BYTES,
  screenshots: true,
  trace: 'off',
  traceBytes: MAX_FILE_BYTES,
};

/** The desktop of a person's machine, for one Run. */
export interface DesktopAccess {
  /** Why it cannot be driven; null when it can. */
  readonly whyNot: string | null;
  /** The folder for files that applications are given; made when it is needed. */
  readonly files: string;
  /** Connects when it is first called. Throws `ComputerError`. */
  open(): Promise<Computer>;
  /** Resolves once the person at the machine has let go of mouse and keyboard; at once when it was not opened. */
  rest(signal: AbortSignal): Promise<void>;
  /** Aborted with a `StepError` when the person stops the Run at the machine. */
  readonly stopped: AbortSignal;
}

/** What every step of one Run shares. */
export interface RunSession {
  readonly surface: BrowserSession;
  /** Absent on a server. */
  readonly desktop?: DesktopAccess | undefined;
  /** Masks all reports through it. */
  readonly host: Host;
  readonly limits: Limits;
  readonly mask: Mask;
  readonly hasSecrets: boolean;
  /** Host patterns for every step that has none of its own; null: the network's own rules only. */
  readonly applicationScope: readonly string[] | null;
  /** The results of the actions so far. */
  readonly ledger: Ledger;
  /** In a Runbook some signs of a refusal end the step; in a task they are judged when it is done (`concludeTask`). */
  readonly kind: 'runbook' | 'task';
  /** True: only `read` steps act. */
  readonly dryRun?: boolean;
  /** Absent: conditions in free text cannot be judged. */
  readonly judge?: JudgeCondition | undefined;
  /** Approvals given to an earlier execution, until a step uses them. */
  granted?: GrantedApproval | null;
}

export interface RunSessionOptions {
  /** The kind of work; a task by default. */
  kind?: RunSession['kind'];
  surface: BrowserSession;
  desktop?: DesktopAccess | undefined;
  host: Host;
  limits?: Partial<Limits> | undefined;
  /** Texts that must not leave the Run in any form. */
  secrets?: readonly string[];
  /** True: more secrets may become known in the course of the Run. */
  expectsSecrets?: boolean;
  applicationScope?: readonly string[] | null | undefined;
  dryRun?: boolean;
  granted?: GrantedApproval | null;
  judge?: JudgeCondition | undefined;
}

/** One call of a primitive, its templates resolved. */
export interface StepCall {
  id: string;
  primitive: PrimitiveName;
  input: unknown;
  instruction?: string | undefined;
  effect?: Effect | undefined;
  risk?: Risk | undefined;
  /** Milliseconds for one attempt. */
  timeoutMs?: number | undefined;
  retries?: number | undefined;
  applicationScope?: readonly string[] | undefined;
  /** Called once a person has approved the step, before it acts; an error that it throws fails the step. */
  confirm?: (() => Promise<void>) | undefined;
  /** JSON Schema of the output. */
  outputSchema?: Record<string, unknown> | undefined;
  /** As written, or parsed and resolved. */
  completionCondition?: string | Condition | undefined;
}

/** Begins a Run on a surface: from now on its secrets are masked in everything that is reported. */
export function createRunSession({
  kind = 'task',
  surface,
  desktop,
  host,
  limits,
  secrets = [],
  expectsSecrets = false,
  applicationScope = null,
  dryRun = false,
  granted = null,
  judge,
}: RunSessionOptions): RunSession {
  const mask = createMask(secrets);
  const bounds = { ...defaultLimits, ...limits };
  const filters = [...(dryRun ? [stepEndsOnly] : []), numbering, masking(mask, bounds.fileBytes)];
  const masked = filterHost(host, ...filters);
  const session = {
    kind,
    ledger: createLedger(),
    dryRun,
    granted,
    judge,
    surface,
    desktop,
    host: masked,
    mask,
    applicationScope,
    get hasSecrets() {
      return expectsSecrets || mask.hasSecrets;
    },
    limits: bounds,
  };
  void surface.onOpen((context) => {
    // Requests are tracked from here on, before the first step needs them.
    trafficOf(context);
    context.addInitScript({ content: PAGE_SCRIPT }).catch(() => undefined);
  });
  surface.secretCheck = () => (session.hasSecrets ? mask.finds : null);
  surface.mask = mask;
  surface.reportTo(masked, session.limits.fileBytes);
  return session;
}
