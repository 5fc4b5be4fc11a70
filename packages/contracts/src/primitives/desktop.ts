import { z } from 'zod';
import { Nothing, primitive } from './signature.ts';

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
