import type { PrimitiveName, Target } from '@errand/contracts/primitives';
import type { Page } from 'playwright-core';
import type { Session } from '../engine/session.ts';
import { attempt } from '../engine/attempt.ts';
import { performStep, reportFailure } from '../engine/step.ts';
import type { Call } from '../primitives/call.ts';
import { StepError } from '../host.ts';
import type { Phrase } from './clause.ts';
import type { Choice, Purpose } from './choose.ts';
import { aimAt, ground, type Grounded, lookFor, nameCandidate, theOne } from './ground.ts';
import { placeOf } from './place.ts';
import type { Traffic } from './settle.ts';
import type { Candidate, Fact, PageView } from './view.ts';

const MOST_LOOKING_MS = 10_000;
/** What finding out why may take beyond that. */
const DIAGNOSIS_MS = 5_000;
const MOST_SETTLING_MS = 3_000;

/** The hands and eyes of one task: each `step` is a step of the Run. */
export interface Actor {
  readonly page: Page;
  /** Steps done so far. */
  readonly done: number;
  step(primitive: PrimitiveName, input: unknown, instruction: string): Promise<unknown>;
  find(phrase: Phrase, purpose: Purpose): Promise<Grounded>;
  /** The candidate that `choice` decides for, waited for; `sought` says in messages what it was. */
  pick(sought: string, choice: (view: PageView) => Choice<Candidate>): Promise<Grounded>;
  look<Found>(pick: (view: PageView) => Found): Promise<Found>;
  /** How to name the place of something that is to be read. */
  place(found: Candidate | Fact): Promise<Target>;
  /** Reports what the task concluded from the step before. */
  note(message: string, data: Record<string, unknown>): void;
}

export const actorOf = (session: Session, traffic: Traffic): Actor => {
  const { surface, host, limits } = session;
  let done = 0;
  let begun = 0;
  /** Looking belongs to the step that it prepares. */
  const looking = async <Found>(look: (call: Call, timeoutMs: number) => Promise<Found>): Promise<Found> => {
    const id = `s${begun + 1}`;
    const timeoutMs = Math.min(MOST_LOOKING_MS, limits.stepTimeoutMs);
    let found: { value: Found } | undefined;
    try {
      await attempt(session, { id, timeoutMs: timeoutMs + DIAGNOSIS_MS }, async (call) => {
        found = { value: await look(call, timeoutMs) };
      });
    } catch (error) {
      if (error instanceof StepError) reportFailure(session, id, error, { landed: 'nothing' });
      throw error;
    }
    if (found === undefined) throw new StepError('internal_error', 'The page was not looked at.');
    return found.value;
  };
  return {
    get page() {
      return surface.page;
    },
    get done() {
      return done;
    },
    step: async (primitive, input, instruction) => {
      begun += 1;
      const id = `s${begun}`;
      host.emit({ type: 'agent.action', stepId: id, message: instruction, data: { primitive, input } });
      const output = await performStep(session, { id, primitive, input, instruction });
      done += 1;
      await traffic.quiet(MOST_SETTLING_MS);
      return output;
    },
    find: (phrase, purpose) =>
      looking(({ page, signal }, timeoutMs) => ground(page, phrase, purpose, { timeoutMs, signal })),
    pick: (sought, choice) =>
      looking(async ({ page, signal }, timeoutMs) => {
        const { view, candidate } = await lookFor(
          page,
          (view) => ({ view, candidate: theOne(choice(view), sought, nameCandidate) }),
          { timeoutMs, signal },
        );
        return { candidate, target: await aimAt(page, view, candidate, null) };
      }),
    place: (found) => looking(({ page }) => placeOf(page, found)),
    note: (message, data) => host.emit({ type: 'agent.thought', stepId: `s${begun}`, message, data }),
    look: (pick) => looking(({ page, signal }, timeoutMs) => lookFor(page, pick, { timeoutMs, signal })),
  };
};
