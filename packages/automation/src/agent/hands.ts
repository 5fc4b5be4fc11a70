import type { Effect, ErrorCode } from '@errand/contracts';
import { strongerEffect } from '@errand/contracts/primitives';
import { describeIssues } from '@errand/contracts';
import { StepError } from '../host.ts';
import { shorten } from '../engine/shorten.ts';
import type { Primitive } from '../primitives/primitive.ts';
import type { Eyes } from './eyes.ts';
import { looking } from './eyes.ts';
import type { Work } from './goal.ts';
import { intend, type Intention, Refused } from './intent.ts';
import type { Trust } from './trust.ts';

/** What came of an action, as the model is told. */
export interface Result {
  text: string;
  what: 'done' | 'failed' | 'refused';
  /** In words, for people. */
  description: string;
}

/** After these the Run cannot go on. */
const FATAL: ReadonlySet<ErrorCode> = new Set([
  'browser_crashed',
  'approval_rejected',
  'approval_expired',
  'executor_lost',
  'run_timeout',
  'site_not_allowed',
  'internal_error',
]);

/** What is on the page need not be waited for long; loading a page takes what steps may take. */
const ACTION_MS = 15_000;
const MOST_OUTPUT = 8_000;

const timeoutOf = ({ name }: Primitive, input: Readonly<Record<string, unknown>>, most: number): number => {
  const awaited = input['for'];
  const ms = typeof awaited === 'object' && awaited !== null && 'ms' in awaited ? Number(awaited.ms) : 0;
  const isSlow = /^http\.|navigate|download|wait|tab|back|forward|reload|pdf/.test(name);
  return isSlow ? Math.max(most, ms + 1_000) : Math.min(most, ACTION_MS);
};

const why: Readonly<Record<NonNullable<Intention['danger']>, string>> = {
  payment: 'this may pay for something',
  deletion: 'this may delete something',
  sending: 'this may send something to others',
  credentials: 'this uses credentials or changes an account',
  consent: 'this may give consent',
  disguise: 'the name of this is written in disguised letters',
  code: 'this runs code in the page',
  'unfamiliar site': 'the task does not name this site',
};

const effectOf = ({ effect, effectOf: own }: Primitive, input: unknown): Effect => own?.(input) ?? effect;

/** Performs what the model calls for, as far as it may. */
export const act = async (
  work: Work,
  eyes: Eyes,
  trust: Trust,
  primitive: Primitive,
  given: Readonly<Record<string, unknown>>,
): Promise<Result> => {
  const { session, goal } = work;
  let description = primitive.summary;
  try {
    const intention = await looking(work, () => intend(work, trust, eyes.seen, primitive, given));
    const { input, danger, places, confirm } = intention;
    description = intention.description;
    const parsed = primitive.input.safeParse(input);
    if (!parsed.success) {
      const [issue] = describeIssues(parsed.error.issues);
      throw new Refused(`${issue?.path ?? 'input'}: ${issue?.message ?? 'invalid'}`);
    }
    const effect = effectOf(primitive, parsed.data);
    if (strongerEffect(goal.mostEffect, effect) !== goal.mostEffect && !primitive.name.startsWith('human.'))
      throw new Refused('The task may only read. Nothing was done.');
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
      instruction: danger === null ? description : `${description} (${why[danger]})`,
      timeoutMs: timeoutOf(primitive, input, session.limits.stepTimeoutMs),
      ...(danger !== null && { risk: 'high', confirm }),
      ...(goal.scope !== null && { applicationScope: goal.scope }),
    });
    if (eyes.seen.url === '' || danger === 'unfamiliar site') for (const place of places) trust.add(place);
    return { what: 'done', description, text: told(work, eyes, output) + signsSince(work, eyes, before) };
  } catch (error) {
    if (error instanceof Refused)
      return { what: 'refused', description, text: session.mask.text(error.message) };
    if (!(error instanceof StepError) || FATAL.has(error.code) || work.signal.aborted) throw error;
    return {
      what: 'failed',
      description,
      text: `It failed (${error.code}):\n${eyes.fence(session.mask.text(error.message))}`,
    };
  }
};

/** What speaks against the action having been accepted, for the model. */
function signsSince({ session }: Work, eyes: Eyes, before: number): string {
  const signs = session.ledger.records
    .slice(before)
    .flatMap(({ warnings }) => warnings.map(({ reason, quote }) => `${reason}: ${quote}`));
  if (signs.length === 0) return '';
  return `\nBut the page seems to have refused it:\n${eyes.fence(session.mask.text(signs.join('\n')))}`;
}

const told = ({ session }: Work, eyes: Eyes, output: unknown): string => {
  if (output === null || output === undefined) return 'Done.';
  const masked = session.mask.value(output);
  const shown = typeof masked === 'string' ? masked : JSON.stringify(masked);
  return `Done. It gave:\n${eyes.fence(shorten(shown, MOST_OUTPUT))}`;
};
