import { z } from 'zod';
import { Nothing, primitive } from './signature.ts';

const point = {
  x: z.number().describe('Pixels from the left.'),
  y: z.number().describe('Pixels from the top.'),
};
function desktop<
  const Action extends string,
  Input extends z.ZodType,
  Output extends z.ZodType = typeof Nothing,
>(
  action: Action,
  summary: string,
  input: Input,
  example: Readonly<Record<string, unknown>>,
  output?: Output,
) {
  return primitive({
    name: `desktop.${action}`,
    summary,
    details: 'Only on the execution target `local`.',
    effect: action === 'screenshot' || action === 'wait' ? 'read' : 'write',
    input,
    output: output ?? Nothing,
    examples: [example],
  });
}
const Button = z.enum(['left', 'middle', 'right']).meta({ default: 'left' }).describe('Mouse button.');
const clickCount = z.int().min(1).max(3).meta({ default: 1 }).describe('2 for a double click.');

/** Only on `local` execution targets. */
export const desktopPrimitives = [
  desktop(
    'screenshot',
    'Take a picture of the desktop',
    z.strictObject({}),
    {},
    z.strictObject({ artifactId: z.string().describe('Id of the picture among the artifacts of the Run.') }),
  ),
  desktop(
    'click',
    'Click at a point',
    z.strictObject({ ...point, button: Button.optional(), clickCount: clickCount.optional() }),
    { x: 640, y: 360 },
  ),
  desktop('move', 'Move the pointer', z.strictObject(point), { x: 640, y: 360 }),
  desktop(
    'drag',
    'Drag between two points',
    z.strictObject({
      from: z.strictObject(point).describe('Where to press the button.'),
      to: z.strictObject(point).describe('Where to release it.'),
    }),
    { from: { x: 100, y: 100 }, to: { x: 300, y: 100 } },
  ),
  desktop(
    'scroll',
    'Scroll at a point',
    z.strictObject({
      ...point,
      dx: z.number().meta({ default: 0 }).describe('Pixels to the right.').optional(),
      dy: z.number().meta({ default: 0 }).describe('Pixels down.').optional(),
    }),
    { x: 640, y: 360, dy: 400 },
  ),
  desktop('type', 'Type text', z.strictObject({ text: z.string().describe('Text to type.') }), {
    text: '{{ inputs.note }}',
  }),
  desktop(
    'press',
    'Press keys',
    z.strictObject({
      keys: z
        .union([z.string(), z.array(z.string()).min(1)])
        .describe('A key or chord such as `Control+S`, or a list of them in order.'),
    }),
    { keys: 'Control+S' },
  ),
  desktop(
    'open',
    'Open an application',
    z.strictObject({ application: z.string().min(1).describe('Its name.') }),
    { application: 'mousepad' },
  ),
  desktop(
    'wait',
    'Wait for a time',
    z.strictObject({ ms: z.int().min(0).max(600_000).describe('Milliseconds.') }),
    { ms: 500 },
  ),
] as const;
