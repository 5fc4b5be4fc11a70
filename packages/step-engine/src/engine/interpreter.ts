import { setImmediate } from 'node:timers/promises';
import {
  MAX_ITERATIONS,
  MAX_RUN_STEPS,
  errorRule,
  type RunbookDefinition,
  type RunbookStep,
} from '@errand/contracts';
import type { PinnedRunbooks } from '@errand/contracts/internal';
import { effectOfStep, resolveTemplates, type TemplateScope, wholeReference } from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';
import { stopReason } from './attempt.ts';
import { judgeNow } from './judge-now.ts';
import { orOutputInvalid } from './resolve-step.ts';
import type { RunSession } from './run-session.ts';
import { reportFailure, resultOf } from './step.ts';
import { withinOutputLimit } from './with-retries.ts';

/** A Runbook in execution: the outermost one, or one that a step of another runs. */
export interface Frame {
  readonly session: RunSession;
  readonly definition: Pick<RunbookDefinition, 'title' | 'steps' | 'parameters'>;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Prefix of its steps' ids: empty, or `outer/`. */
  readonly prefix: string;
  /** Limits the scope of every step, unless null. */
  readonly applicationScope: readonly string[] | null;
  /** The outputs of its steps so far. */
  readonly done: Record<string, { output: unknown }>;
}

/** One execution of a step. */
export interface Round {
  readonly frame: Frame;
  readonly step: RunbookStep;
  /** With the ids of the Runbooks and iterations around it: `outer[3]/inner`. */
  readonly id: string;
  readonly scope: TemplateScope;
}

/** The dependencies of an interpreter. */
export interface Work {
  /** Executes a step once. Throws `StepError` after it reported the failure. */
  perform(round: Round): Promise<unknown>;
  /** Outputs of steps that took effect in an earlier execution, by id. */
  completed: ReadonlyMap<string, unknown>;
  runbooks: PinnedRunbooks;
  run: TemplateScope['run'];
}

/** The Run executed as many steps as one Run may; it ends whatever `onFailure` says. */
class StepLimitReached extends StepError {
  override name = 'StepLimitReached';

  constructor() {
    super('iteration_limit_reached', `A Run can do at most ${MAX_RUN_STEPS} steps.`, { noEffect: true });
  }
}

/** These errors end the Run whatever `onFailure` says. */
function isFinal(error: unknown): boolean {
  return !(error instanceof StepError) || error instanceof StepLimitReached || errorRule(error.code).endsRun;
}

/** How long steps that never wait may block the other Runs of the process. */
const MAX_TURN_MS = 20;
const DEFAULT_ITERATIONS = 100;

/** The id under which the list of a loop is kept for a later execution. */
function listId(id: string): string {
  return `${id}[]`;
}

/**
 * Executes the steps of Runbooks in order, each as often as its loop requires and only if its condition holds. `work.perform`
 * executes a single step.
 */
export class Interpreter {
  readonly #work: Work;
  #steps = 0;
  #turnBegan = performance.now();
  #failure: { error: unknown; id: string } | null = null;
  /** Failed steps that `onFailure: continue` ignored. */
  passedOver = 0;
  /** The first failure of a dry run, which continues after it. */
  broken: { error: unknown; id: string } | null = null;

  constructor(work: Work) {
    this.#work = work;
  }

  /** The id of the step that failed with `error`; null when no step did. */
  failedId(error: unknown): string | null {
    return this.#failure?.error === error ? (this.#failure?.id ?? null) : null;
  }

  /**
   * Executes all steps of a frame and collects their outputs in it.
   * @throws {StepError} of the step that ends the Run
   */
  async performAll(frame: Frame): Promise<void> {
    for (const step of frame.definition.steps) {
      const scope = { inputs: frame.inputs, steps: frame.done, run: this.#work.run };
      const round: Round = { frame, step, id: frame.prefix + step.id, scope };
      frame.done[step.id] = { output: await this.#orPassOver(round, () => this.#perform(round)) };
    }
  }

  #perform(round: Round): Promise<unknown> {
    if (round.step.forEach !== undefined) return this.#each(round, round.step.forEach);
    return round.step.repeatWhile === undefined
      ? this.#once(round)
      : this.#repeat(round, round.step.repeatWhile);
  }

  /** The output of `work`, or null if it failed and the Run continues. */
  async #orPassOver({ frame: { session }, step, id }: Round, work: () => Promise<unknown>): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      const failedId = this.failedId(error) ?? id;
      this.#failure = { error, id: failedId };
      if (isFinal(error) || session.host.signal.aborted) throw error;
      if (step.onFailure === 'continue') {
        this.passedOver += 1;
        return null;
      }
      if (session.dryRun !== true) throw error;
      this.broken ??= { error, id: failedId };
      return null;
    }
  }

  /** Reports the failure of a loop or a condition, which are no steps themselves. */
  async #reporting<Result>(
    { frame: { session }, id }: Round,
    work: () => Result | Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StepError && !session.host.signal.aborted)
        reportFailure(session, id, error, { landed: 'nothing' });
      throw error;
    }
  }

  /** Yields to the event loop from time to time, and throws if the Run was stopped. */
  async #begin({ frame: { session } }: Round): Promise<void> {
    if (performance.now() - this.#turnBegan > MAX_TURN_MS) {
      await setImmediate();
      this.#turnBegan = performance.now();
    }
    const { signal } = session.host;
    if (signal.aborted) throw stopReason(signal);
  }

  /** Counts an executed step; skipped ones do not count. */
  #count(): void {
    this.#steps += 1;
    if (this.#steps > MAX_RUN_STEPS) throw new StepLimitReached();
  }

  async #once(round: Round): Promise<unknown> {
    const { frame, step, id } = round;
    await this.#reporting(round, () => this.#begin(round));
    const isDone = this.#work.completed.has(id);
    if (!isDone && step.when !== undefined && step.repeatWhile === undefined)
      if (!(await this.#holds(round, step.when))) return null;
    await this.#reporting(round, () => this.#count());
    if (isDone) {
      frame.session.host.emit({
        type: 'log',
        stepId: id,
        message: `Step "${id}" took effect before and is not repeated.`,
      });
      return this.#work.completed.get(id);
    }
    return this.#work.perform(round);
  }

  /** Judges `when`, and reports a skipped step. */
  async #holds(round: Round, when: string): Promise<boolean> {
    const { frame, step, id, scope } = round;
    const { held, findings } = await this.#reporting(round, () =>
      judgeNow(frame.session, {
        stepId: id,
        condition: when,
        scope,
        output: null,
        timeoutMs: step.timeoutMs,
        applicationScope: step.applicationScope,
      }),
    );
    if (!held)
      frame.session.host.emit({
        type: 'step.skipped',
        stepId: id,
        message: `Skipped, because this does not hold: ${when}`,
        data: { condition: when, findings },
      });
    return held;
  }

  async #each(round: Round, forEach: string): Promise<unknown[]> {
    const list = await this.#reporting(round, () => this.#listOf(round, forEach));
    const outputs: unknown[] = [];
    for (const [index, item] of list.entries()) {
      const one = { ...round, id: `${round.id}[${index}]`, scope: { ...round.scope, item, index } };
      outputs.push(await this.#orPassOver(one, () => this.#once(one)));
    }
    return this.#reporting(round, () => withinOutputLimit(round.frame.session, outputs) as unknown[]);
  }

  /** The list of a loop. A list that was read from the world is kept, so that a later execution continues with the same items. */
  #listOf({ frame, step, id, scope }: Round, forEach: string): readonly unknown[] {
    const { completed, runbooks } = this.#work;
    const kept = completed.get(listId(id));
    if (Array.isArray(kept)) return kept;
    const value = orOutputInvalid(() => resolveTemplates(forEach, scope));
    if (!Array.isArray(value))
      throw new StepError('output_invalid', `forEach needs a list, but ${forEach.trim()} is not one.`, {
        noEffect: true,
      });
    if (value.length > MAX_ITERATIONS)
      throw new StepError(
        'output_invalid',
        `forEach takes at most ${MAX_ITERATIONS} items, and ${forEach.trim()} has ${value.length}.`,
        { noEffect: true },
      );
    const isFixed = wholeReference(forEach)?.type === 'input' && frame.prefix === '';
    const { session } = frame;
    if (!isFixed && !session.dryRun && value.length > 0 && effectOfStep(step, runbooks) !== 'read')
      session.host.emit({
        type: 'log',
        stepId: id,
        message: `Step "${id}" is done for ${value.length} items.`,
        result: resultOf(session, value, session.limits.outputBytes),
      });
    return value;
  }

  async #repeat(
    round: Round,
    { condition, maxIterations }: NonNullable<RunbookStep['repeatWhile']>,
  ): Promise<unknown> {
    const { frame, step } = round;
    if (step.when !== undefined && !(await this.#holds(round, step.when))) return null;
    const most = maxIterations ?? DEFAULT_ITERATIONS;
    const outputs: unknown[] = [];
    for (;;) {
      const index = outputs.length;
      const one = { ...round, id: `${round.id}[${index}]`, scope: { ...round.scope, index } };
      const output = await this.#once(one);
      outputs.push(output);
      if (!(await this.#goesOn(round, one, output))) break;
      if (outputs.length >= most)
        await this.#reporting(round, () => {
          throw new StepError(
            'iteration_limit_reached',
            `After ${most} iterations this still holds: ${condition}`,
          );
        });
    }
    return this.#reporting(round, () => withinOutputLimit(frame.session, outputs));
  }

  /** Whether a loop repeats its step after the round `one`. */
  async #goesOn(loop: Round, { frame, step, id, scope }: Round, output: unknown): Promise<boolean> {
    const next = `${loop.id}[${(scope.index ?? 0) + 1}]`;
    const isKnown = [...this.#work.completed.keys()].some(
      (key) => key === next || key.startsWith(`${next}/`),
    );
    if (isKnown) return true;
    // An effect is skipped in a dry run, so the condition could hold for ever.
    if (frame.session.dryRun === true && effectOfStep(step, this.#work.runbooks) !== 'read') return false;
    const steps = { ...scope.steps, [step.id]: { output } };
    const { held } = await this.#reporting(loop, () =>
      judgeNow(frame.session, {
        stepId: id,
        condition: step.repeatWhile?.condition ?? '',
        scope: { ...scope, steps },
        output,
        timeoutMs: step.timeoutMs,
        applicationScope: step.applicationScope,
      }),
    );
    return held;
  }
}
