import { describeIssues, type Effect } from '@errand/contracts';
import { DesktopTarget, strongerEffect, surfaceOf, Target } from '@errand/contracts/primitives';
import { describeTarget as describeElement } from '@errand/computer/target';
import { StepError } from '@errand/browser-runtime';
import { primitiveOf } from '../primitives/index.ts';
import type { Primitive } from '../primitives/primitive.ts';
import { describeTarget } from '../targets/locator.ts';
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

/** What the step is about, in a few words. */
export function describeStep(step: StepCall): string {
  if (step.instruction !== undefined && step.instruction !== '') return step.instruction;
  const summary = primitiveOf(step.primitive)?.summary ?? step.primitive;
  const { target, url } = (step.input ?? {}) as { target?: unknown; url?: unknown };
  if (surfaceOf(step.primitive) === 'desktop') {
    const element = DesktopTarget.safeParse(target);
    return element.success ? `${summary}: ${describeElement(element.data)}` : summary;
  }
  const parsed = Target.safeParse(target);
  if (parsed.success) return `${summary}: ${describeTarget(parsed.data)}`;
  return typeof url === 'string' ? `${summary}: ${url}` : summary;
}
