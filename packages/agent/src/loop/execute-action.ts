import { type Effect, describeIssues, errorRule } from '@errand/contracts';
import { strongerEffect, surfaceOf } from '@errand/contracts/primitives';
import { StepError, truncate } from '@errand/browser-runtime';
import type { Primitive } from '@errand/step-engine';
import { resolveDesktopAction } from '../desktop/resolve-desktop-action.ts';
import type { TrustedApplications } from '../desktop/trusted-applications.ts';
import { look } from '../page/observer.ts';
import type { PlaceObserver } from './observer.ts';
import type { AgentContext } from './task.ts';
import { resolveAction, type ResolvedAction, ActionRefusedError } from '../policy/resolve-action.ts';
import type { TrustedSites } from '../policy/trusted-sites.ts';

/** The result of an action, as the model sees it. */
export interface ActionResult {
  text: string;
  status: 'done' | 'failed' | 'refused';
  /** In plain words, for people. */
  description: string;
}

/** Elements of a loaded page need a short wait only; loading a page gets the full step timeout. */
const ACTION_TIMEOUT_MS = 15_000;
const MAX_OUTPUT_LENGTH = 8_000;

function timeoutOf({ name }: Primitive, input: Readonly<Record<string, unknown>>, most: number): number {
  const awaited = input['for'];
  const ms = typeof awaited === 'object' && awaited !== null && 'ms' in awaited ? Number(awaited.ms) : 0;
  const isSlow =
    /^http\.|navigate|download|wait|tab|back|forward|reload|pdf|desktop\.(?:open|type|fill)/.test(name);
  return isSlow ? Math.max(most, ms + 1_000) : Math.min(most, ACTION_TIMEOUT_MS);
}

const riskReason: Readonly<Record<NonNullable<ResolvedAction['risk']>, string>> = {
  payment: 'this may pay for something',
  deletion: 'this may delete something',
  sending: 'this may send something to others',
  credentials: 'this uses credentials or changes an account',
  consent: 'this may give consent',
  disguise: 'the name of this is written in disguised letters',
  code: 'this runs code in the page',
  'untrusted site': 'the task does not name this site',
  'untrusted application': 'the task does not name this application',
  'unknown control': 'what this does is not known',
};

function effectOf({ effect, effectOf: effectOfInput }: Primitive, input: unknown): Effect {
  return effectOfInput?.(input) ?? effect;
}

/** Performs an action that the model called for, if the task and policy allow it. */
export async function executeAction(
  work: AgentContext,
  observer: PlaceObserver,
  { sites, applications }: { sites: TrustedSites; applications: TrustedApplications },
  primitive: Primitive,
  given: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const { session, task } = work;
  let description = primitive.summary;
  try {
    const onDesktop = surfaceOf(primitive.name) === 'desktop';
    const action = await look(work, (call) =>
      onDesktop
        ? resolveDesktopAction(work, applications, observer.lastSnapshot, primitive, given, call)
        : resolveAction(work, sites, observer.lastSnapshot, primitive, given),
    );
    const { input, risk, destinations, revalidate: confirm } = action;
    description = action.description;
    const parsed = primitive.input.safeParse(input);
    if (!parsed.success) {
      const [issue] = describeIssues(parsed.error.issues);
      throw new ActionRefusedError(`${issue?.path ?? 'input'}: ${issue?.message ?? 'invalid'}`);
    }
    const effect = effectOf(primitive, parsed.data);
    if (strongerEffect(task.maxEffect, effect) !== task.maxEffect && !primitive.name.startsWith('human.'))
      throw new ActionRefusedError('The task may only read. Nothing was done.');
    const hasSeenNothing = observer.lastSnapshot.url === '';
    if (onDesktop) observer.turnTo('desktop');
    else if (surfaceOf(primitive.name) === 'browser') observer.turnTo('page');
    const before = session.ledger.records.length;
    const output = await work.run.act({
      primitive: action.primitive,
      input,
      instruction: risk === null ? description : `${description} (${riskReason[risk]})`,
      timeoutMs: timeoutOf(primitive, input, session.limits.stepTimeoutMs),
      shown: { message: description, input },
      ...(risk !== null && { risk: 'high', danger: risk, confirm }),
      ...(task.scope !== null && { applicationScope: task.scope }),
    });
    if (hasSeenNothing || risk === 'untrusted site')
      for (const destination of destinations) sites.add(destination);
    action.onDone?.();
    return {
      status: 'done',
      description,
      text: formatToolResult(work, observer, output) + warningsSince(work, observer, before),
    };
  } catch (error) {
    if (error instanceof ActionRefusedError)
      return { status: 'refused', description, text: session.mask.text(error.message) };
    if (!(error instanceof StepError) || !errorRule(error.code).retryable || work.signal.aborted) throw error;
    return {
      status: 'failed',
      description,
      text: `It failed (${error.code}):\n${observer.delimitUntrusted(session.mask.text(error.message))}`,
    };
  }
}

/** The warnings of the action, for the model: signs that the page refused it. */
function warningsSince({ session }: AgentContext, observer: PlaceObserver, before: number): string {
  const warnings = session.ledger.records
    .slice(before)
    .flatMap(({ warnings }) => warnings.map(({ reason, quote }) => `${reason}: ${quote}`));
  if (warnings.length === 0) return '';
  return `\nBut the page seems to have refused it:\n${observer.delimitUntrusted(session.mask.text(warnings.join('\n')))}`;
}

function formatToolResult({ session }: AgentContext, observer: PlaceObserver, output: unknown): string {
  if (output === null || output === undefined) return 'Done.';
  const masked = session.mask.value(output);
  const shown = typeof masked === 'string' ? masked : JSON.stringify(masked);
  return `Done. It gave:\n${observer.delimitUntrusted(truncate(shown, MAX_OUTPUT_LENGTH))}`;
}
