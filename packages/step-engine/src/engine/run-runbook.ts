import { checkInputs, effectOfStep, intersectScopes, nestedIn, secretInputs } from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';
import { requestApproval } from './approval.ts';
import { attemptStep, stopReason } from './attempt.ts';
import { startClock } from './clock.ts';
import { counting } from './host-filters.ts';
import type { Frame, Interpreter, Round, Work } from './interpreter.ts';
import { checkOutput } from './output-schema.ts';
import type { ResolvedStep } from './resolve-step.ts';
import type { RunSession } from './run-session.ts';
import { reportFailure } from './step.ts';
import { withinOutputLimit } from './with-retries.ts';

type RunbookCall = Extract<ResolvedStep, { kind: 'primitive' }>;

/** The parts of a step that runs a Runbook. */
interface Call {
  step: RunbookCall;
  round: Round;
  interpreter: Interpreter;
  runbooks: Work['runbooks'];
}

function frameFor({ step, round, runbooks }: Call, session: RunSession): Frame {
  const definition = nestedIn(step, runbooks);
  if (definition === undefined)
    throw new StepError(
      'action_failed',
      'input.runbookId: no revision of this Runbook is pinned with the Run.',
      {
        noEffect: true,
      },
    );
  const given = (step.input['inputs'] ?? {}) as Record<string, unknown>;
  // A template of an optional input that was not given is null.
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const checked = checkInputs(definition.parameters, present);
  if (!checked.ok) {
    const [problem] = checked.problems;
    throw new StepError(
      'action_failed',
      `input.${problem?.path ?? 'inputs'}: ${problem?.message ?? 'invalid'}.`,
      {
        noEffect: true,
      },
    );
  }
  session.mask.hide(Object.values(secretInputs(definition.parameters, checked.values)));
  return {
    session,
    definition,
    inputs: checked.values,
    prefix: `${round.id}/`,
    applicationScope: intersectScopes(round.frame.applicationScope, step.applicationScope ?? null),
    done: {},
  };
}

/** Runs the steps within, and again while that is safe. */
async function runWithin(call: Call, outer: RunSession): Promise<Record<string, unknown>> {
  const { step, interpreter } = call;
  const { timeoutMs } = step;
  for (let tries = 0; ; tries += 1) {
    const clock = timeoutMs === undefined ? null : startClock(timeoutMs, outer.host.gate);
    const { host, begun } = counting(outer.host);
    const session: RunSession =
      clock === null
        ? { ...outer, host }
        : {
            ...outer,
            host: {
              ...host,
              signal: AbortSignal.any([host.signal, clock.signal]),
              requestDecision: (request) => clock.pauseFor(host.requestDecision(request)),
            },
          };
    try {
      const frame = frameFor(call, session);
      await interpreter.performAll(frame);
      return Object.fromEntries(Object.entries(frame.done).map(([id, { output }]) => [id, output]));
    } catch (error) {
      const isSafe = error instanceof StepError && begun() === 0 && !outer.host.signal.aborted;
      if (!isSafe || tries >= (step.retries ?? 0)) throw error;
      outer.host.emit({
        type: 'step.retried',
        stepId: call.round.id,
        message: error.message,
        data: { error_code: error.code, attempt: tries + 1 },
      });
    } finally {
      clock?.stop();
    }
  }
}

/**
 * Performs a `runbook.run` step: the steps of the pinned revision, as part of this Run. What they do is approved where
 * they act; the step itself asks only when it says so.
 * @throws {StepError} after it reported the failure
 */
export async function performRunbook(call: Call): Promise<Record<string, unknown>> {
  const { step, round, runbooks } = call;
  const { id, frame } = round;
  const { session } = frame;
  const { host, limits } = session;
  const begun = performance.now();
  const message = step.instruction ?? `Run "${nestedIn(step, runbooks)?.title ?? 'a Runbook'}"`;
  const facts = () => ({ primitive: step.primitive, duration_ms: Math.round(performance.now() - begun) });
  host.emit({ type: 'step.started', stepId: id, message, data: { primitive: step.primitive } });
  try {
    if ((step.risk === 'high' || step.effect === 'irreversible') && session.dryRun !== true)
      await requestApproval(session, { stepId: id, message, input: step.input });
    const outputs = await runWithin(call, session);
    withinOutputLimit(session, outputs);
    if (session.dryRun !== true) checkOutput(outputs, step.outputSchema);
    const bounds = {
      id,
      timeoutMs: step.timeoutMs ?? limits.stepTimeoutMs,
      applicationScope: step.applicationScope,
      completionCondition: session.dryRun === true ? undefined : step.condition,
    };
    const { evidence } =
      bounds.completionCondition === undefined
        ? { evidence: null }
        : await attemptStep(session, bounds, async () => outputs);
    host.emit({
      type: 'step.completed',
      stepId: id,
      message,
      data: {
        ...facts(),
        effect: effectOfStep(step, runbooks),
        ...(evidence && { completion: evidence }),
        ...(session.dryRun && { dry_run: true, acted: effectOfStep(step, runbooks) === 'read' }),
      },
    });
    return outputs;
  } catch (error) {
    const failure = host.signal.aborted ? stopReason(host.signal) : error;
    if (failure instanceof StepError) reportFailure(session, id, failure, facts());
    throw failure;
  }
}
