import { describeIssues, type Effect } from '@errand/contracts';
import { DesktopTarget, strongerEffect, surfaceOf, Target } from '@errand/contracts/primitives';
import { stepWords, targetWords } from '@errand/contracts/words';
import { StepError } from '@errand/browser-runtime';
import { primitiveOf } from '../primitives/index.ts';
import type { Primitive } from '../primitives/primitive.ts';
import type { StepCall } from './run-session.ts';
import { parseInput } from './step-input.ts';

/** A step's primitive with its input, and the effect that it has at least. Throws a {@link StepError}. */
export function resolveCall(step: StepCall): { primitive: Primitive; input: unknown; effect: Effect } {
  const primitive = primitiveOf(step.primitive);
  if (primitive === undefined)
    throw new StepError('action_failed', `${step.primitive} is not something that a step can do.`, {
      noEffect: true,
    });
  const parsed = parseInput(primitive.input, step.input);
  if (!parsed.success) {
    const [issue] = describeIssues(parsed.error.issues);
    const where = issue === undefined || issue.path === '' ? 'input' : `input.${issue.path}`;
    throw new StepError('action_failed', `${where}: ${issue?.message ?? 'invalid'}`, { noEffect: true });
  }
  const least = primitive.effectOf?.(parsed.data) ?? primitive.effect;
  return { primitive, input: parsed.data, effect: strongerEffect(step.effect ?? 'read', least) };
}

/** Describes the step in a few words. */
export function describeStep(step: StepCall): string {
  if (step.instruction !== undefined && step.instruction !== '') return step.instruction;
  const { primitive } = step;
  const summary = primitiveOf(primitive)?.summary ?? primitive;
  const { target, url } = (step.input ?? {}) as { target?: unknown; url?: unknown };
  if (surfaceOf(primitive) === 'desktop') {
    const element = DesktopTarget.safeParse(target);
    if (!element.success) return summary;
    return stepWords(primitive, { target: element.data }) ?? `${summary}: ${targetWords(element.data)}`;
  }
  const parsed = Target.safeParse(target);
  if (parsed.success)
    return stepWords(primitive, { target: parsed.data }) ?? `${summary}: ${targetWords(parsed.data)}`;
  if (typeof url !== 'string') return summary;
  return stepWords(primitive, { url }) ?? `${summary}: ${url}`;
}
