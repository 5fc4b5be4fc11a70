import type { Effect, ErrorCode } from '@errand/contracts';
import { strongerEffect } from '@errand/contracts/primitives';
import { describeIssues } from '@errand/contracts';
import { StepError } from '@errand/browser-runtime';
import { truncate } from '@errand/browser-runtime';
import type { Primitive } from '@errand/step-engine';
import type { PageObserver } from '../page/observer.ts';
import { withinTimeout } from '../page/observer.ts';
import type { AgentContext } from './task.ts';
import { resolveAction, type ResolvedAction, ActionRefusedError } from '../policy/resolve-action.ts';
import type { TrustedSites } from '../policy/trusted-sites.ts';

/** What came of an action, as the model is told. */
export interface ActionResult {
  text: string;
  status: 'done' | 'failed' | 'refused';
  /** In words, for people. */
  description: string;
}

/** After these the Run cannot go on. */
const RUN_ENDING_CODES: ReadonlySet<ErrorCode> = new Set([
  'browser_crashed',
  'approval_rejected',
  'approval_expired',
  'executor_lost',
  'run_timeout',
  'site_not_allowed',
  'internal_error',
]);

/** What is on the page need not be waited for long; loading a page takes what steps may take. */
const ACTION_TIMEOUT_MS = 15_000;
const MAX_OUTPUT_LENGTH = 8_000;

function timeoutOf({ name }: Primitive, input: Readonly<Record<string, unknown>>, most: number): number {
  const awaited = input['for'];
  const ms = typeof awaited === 'object' && awaited !== null && 'ms' in awaited ? Number(awaited.ms) : 0;
  const isSlow = /^http\.|navigate|download|wait|tab|back|forward|reload|pdf/.test(name);
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
  'unfamiliar site': 'the task does not name this site',
};

function effectOf({ effect, effectOf: own }: Primitive, input: unknown): Effect {
  return own?.(input) ?? effect;
}

/** Performs what the model calls for, as far as it may. */
export async function executeAction(
  work: AgentContext,
  eyes: PageObserver,
  trust: TrustedSites,
  primitive: Primitive,
  given: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const { session, task: goal } = work;
  let description = primitive.summary;
  try {
    const intention = await withinTimeout(work, () =>
      resolveAction(work, trust, eyes.lastSnapshot, primitive, given),
    );
    const { input, risk: danger, destinations: places, revalidate: confirm } = intention;
    description = intention.description;
    const parsed = primitive.input.safeParse(input);
    if (!parsed.success) {
      const [issue] = describeIssues(parsed.error.issues);
      throw new ActionRefusedError(`${issue?.path ?? 'input'}: ${issue?.message ?? 'invalid'}`);
    }
    const effect = effectOf(primitive, parsed.data);
    if (strongerEffect(goal.maxEffect, effect) !== goal.maxEffect && !primitive.name.startsWith('human.'))
      throw new ActionRefusedError('The task may only read. Nothing was done.');
    session.host.emit({
      type: 'agent.action',
      stepId: work.stepId,
      message: description,
      data: { primitive: primitive.name, input, ...(danger !== null && { risk: 'high', danger }) },
    });
    const before = session.ledger.records.length;
    const output = await work.perform({
      primitive: intention.primitive,
      input,
      instruction: danger === null ? description : `${description} (${riskReason[danger]})`,
      timeoutMs: timeoutOf(primitive, input, session.limits.stepTimeoutMs),
      ...(danger !== null && { risk: 'high', confirm }),
      ...(goal.scope !== null && { applicationScope: goal.scope }),
    });
    if (eyes.lastSnapshot.url === '' || danger === 'unfamiliar site')
      for (const place of places) trust.add(place);
    return {
      status: 'done',
      description,
      text: formatToolResult(work, eyes, output) + signsSince(work, eyes, before),
    };
  } catch (error) {
    if (error instanceof ActionRefusedError)
      return { status: 'refused', description, text: session.mask.text(error.message) };
    if (!(error instanceof StepError) || RUN_ENDING_CODES.has(error.code) || work.signal.aborted) throw error;
    return {
      status: 'failed',
      description,
      text: `It failed (${error.code}):\n${eyes.delimitUntrusted(session.mask.text(error.message))}`,
    };
  }
}

/** What speaks against the action having been accepted, for the model. */
function signsSince({ session }: AgentContext, eyes: PageObserver, before: number): string {
  const signs = session.ledger.records
    .slice(before)
    .flatMap(({ warnings }) => warnings.map(({ reason, quote }) => `${reason}: ${quote}`));
  if (signs.length === 0) return '';
  return `\nBut the page seems to have refused it:\n${eyes.delimitUntrusted(session.mask.text(signs.join('\n')))}`;
}

function formatToolResult({ session }: AgentContext, eyes: PageObserver, output: unknown): string {
  if (output === null || output === undefined) return 'Done.';
  const masked = session.mask.value(output);
  const shown = typeof masked === 'string' ? masked : JSON.stringify(masked);
  return `Done. It gave:\n${eyes.delimitUntrusted(truncate(shown, MAX_OUTPUT_LENGTH))}`;
}
