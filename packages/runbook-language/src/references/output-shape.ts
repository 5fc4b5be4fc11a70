import { signatureOf } from '@errand/contracts/primitives';
import type { WellFormedStep } from '../runbooks/well-formed.ts';
import { loopLocals, shapeOfValue, type Known } from './check.ts';
import {
  listOf,
  NUMBER,
  objectOf,
  type Shape,
  shapeOfOutput,
  shapeOfSchema,
  TEXT,
  UNKNOWN,
} from './shape.ts';

const READINGS: Readonly<Record<string, Shape>> = {
  text: TEXT,
  value: TEXT,
  attribute: TEXT,
  html: TEXT,
  number: NUMBER,
  list: listOf(TEXT),
  table: listOf(listOf(TEXT)),
  links: listOf(
    objectOf([
      ['text', TEXT],
      ['href', TEXT],
    ]),
  ),
};

function reading(as: unknown): Shape {
  return typeof as === 'string' && Object.hasOwn(READINGS, as) ? (READINGS[as] ?? UNKNOWN) : UNKNOWN;
}

function fieldShape(field: unknown, whole: Shape): Shape {
  if (typeof field !== 'object' || field === null || !('target' in field)) return whole;
  const { as, attribute } = field as { as?: unknown; attribute?: unknown };
  if (as === undefined) return attribute === undefined ? whole : TEXT;
  return reading(as);
}

function extracted({ as, fields }: Record<string, unknown>): Shape {
  if (typeof fields !== 'object' || fields === null) return reading(as);
  const whole = as === 'list' || as === undefined ? TEXT : reading(as);
  const record = objectOf(
    Object.entries(fields).map(([name, field]): [string, Shape] => [name, fieldShape(field, whole)]),
  );
  return as === 'list' ? listOf(record) : record;
}

/** The output of one round of a step. */
function roundShape(step: WellFormedStep, at: number, known: Known): Shape {
  if (step.kind === 'agent') return shapeOfSchema(step.outputSchema);
  const { primitive = '', input = {} } = step;
  const signature = signatureOf(primitive);
  if (signature === undefined) return UNKNOWN;
  if (primitive === 'browser.extract') return extracted(input);
  if (primitive === 'data.set') return shapeOfValue(input['value'], at, known, loopLocals(step, at, known));
  if (primitive === 'human.input') return shapeOfSchema(input['schema']);
  return shapeOfOutput(signature);
}

/** The known shape of the output of the step at index `at`. */
export function outputShape(step: WellFormedStep, at: number, known: Known): Shape {
  const round = roundShape(step, at, known);
  const isLoop = step.forEach !== undefined || step.repeatWhile !== undefined;
  const shape =
    round.type === 'unknown' && step.outputSchema !== undefined ? shapeOfSchema(step.outputSchema) : round;
  return isLoop ? listOf(shape) : shape;
}
