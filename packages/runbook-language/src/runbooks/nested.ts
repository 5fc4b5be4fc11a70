import type { Effect, RunbookStep } from '@errand/contracts';
import { type PrimitiveSignature, signatureOf, strongerEffect } from '@errand/contracts/primitives';

/** The definitions of the Runbooks that steps run, by id. */
export type Nested<Definition extends Steps = Steps> = Readonly<Record<string, Definition>>;

interface Steps {
  readonly steps: readonly RunbookStep[];
}

/** The Runbook that a step runs; null for another step. */
export function runbookIdOf(step: RunbookStep): string | null {
  if (step.kind !== 'primitive' || step.primitive !== 'runbook.run') return null;
  const { runbookId } = step.input;
  return typeof runbookId === 'string' ? runbookId : null;
}

/** The Runbooks that steps run themselves, each once. */
export function runbookIdsIn(steps: readonly RunbookStep[]): string[] {
  return [...new Set(steps.flatMap((step) => runbookIdOf(step) ?? []))];
}

/** The definition that a step runs; undefined for another step and for an unknown Runbook. */
export function nestedIn<Definition extends Steps>(
  step: RunbookStep,
  nested: Nested<Definition>,
): Definition | undefined {
  const id = runbookIdOf(step);
  return id !== null && Object.hasOwn(nested, id) ? nested[id] : undefined;
}

/** The strongest effect that a step can have; a template in its input counts as anything. */
export function effectOfStep(step: RunbookStep, nested: Nested): Effect {
  const declared = step.effect ?? 'read';
  if (step.kind === 'agent') return declared;
  const inner = nestedIn(step, nested)?.steps.map((each) => effectOfStep(each, nested)) ?? [];
  const signature: PrimitiveSignature | undefined = signatureOf(step.primitive);
  const own = signature?.effectOf?.(step.input) ?? signature?.effect ?? 'write';
  return [declared, ...inner].reduce(strongerEffect, own);
}
