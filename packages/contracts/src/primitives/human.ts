import { z } from 'zod';
import { JsonObject } from '../public/text.ts';
import { Nothing, primitive } from './signature.ts';

const humanApprove = primitive({
  name: 'human.approve',
  summary: 'Wait until a person approves',
  effect: 'write',
  input: z.strictObject({ message: z.string().min(1) }),
  output: Nothing,
});
const humanInput = primitive({
  name: 'human.input',
  summary: 'Wait until a person enters a value',
  effect: 'write',
  input: z.strictObject({ message: z.string().min(1), schema: JsonObject }),
  output: z.unknown(),
});

export const humanPrimitives = [humanApprove, humanInput] as const;
