import { z } from 'zod';
import { JsonObject } from '../public/text.ts';
import { Nothing, primitive } from './signature.ts';

const Method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const httpRequest = primitive({
  name: 'http.request',
  summary: 'Make an HTTP request outside the browser; a JSON response is parsed',
  effect: 'read',
  effectOf: ({ method }) => (SAFE_METHODS.has(method) ? 'read' : 'write'),
  input: z
    .strictObject({
      method: Method,
      url: z.string().min(1),
      headers: z.record(z.string(), z.string()).optional(),
      query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      json: z.unknown().optional(),
      body: z.string().optional(),
      expectStatus: z.int().min(100).max(599).optional(),
    })
    .refine((input) => input.json === undefined || input.body === undefined, 'takes json or body, not both'),
  output: z.strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
});

const dataSet = primitive({
  name: 'data.set',
  summary: 'Set a value for later steps',
  effect: 'read',
  input: z.strictObject({ value: z.unknown() }).refine((input) => 'value' in input, 'needs a value'),
  output: z.unknown(),
});
const dataMatch = primitive({
  name: 'data.match',
  summary: 'Match a text against a regular expression',
  effect: 'read',
  input: z.strictObject({ value: z.string(), pattern: z.string().min(1).max(1_000) }),
  output: z.union([z.record(z.string(), z.string().nullable()), z.array(z.string().nullable())]),
});

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

const point = { x: z.number(), y: z.number() };
function desktop<
  const Action extends string,
  Input extends z.ZodType,
  Output extends z.ZodType = typeof Nothing,
>(action: Action, summary: string, input: Input, output?: Output) {
  return primitive({
    name: `desktop.${action}`,
    summary,
    effect: action === 'screenshot' || action === 'wait' ? 'read' : 'write',
    input,
    output: output ?? Nothing,
  });
}
const Button = z.enum(['left', 'middle', 'right']);

export const httpPrimitives = [httpRequest] as const;
export const dataPrimitives = [dataSet, dataMatch] as const;
export const humanPrimitives = [humanApprove, humanInput] as const;
/** Only on `local` execution targets. */
export const desktopPrimitives = [
  desktop(
    'screenshot',
    'Take a picture of the desktop',
    z.strictObject({}),
    z.strictObject({ artifactId: z.string() }),
  ),
  desktop(
    'click',
    'Click at a point',
    z.strictObject({ ...point, button: Button.optional(), clickCount: z.int().min(1).max(3).optional() }),
  ),
  desktop('move', 'Move the pointer', z.strictObject(point)),
  desktop(
    'drag',
    'Drag between two points',
    z.strictObject({ from: z.strictObject(point), to: z.strictObject(point) }),
  ),
  desktop(
    'scroll',
    'Scroll at a point',
    z.strictObject({ ...point, dx: z.number().optional(), dy: z.number().optional() }),
  ),
  desktop('type', 'Type text', z.strictObject({ text: z.string() })),
  desktop('press', 'Press keys', z.strictObject({ keys: z.union([z.string(), z.array(z.string()).min(1)]) })),
  desktop('open', 'Open an application', z.strictObject({ application: z.string().min(1) })),
  desktop('wait', 'Wait for a time', z.strictObject({ ms: z.int().min(0).max(600_000) })),
] as const;
