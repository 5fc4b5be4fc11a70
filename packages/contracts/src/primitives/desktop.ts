import { z } from 'zod';
import { DesktopTarget } from './desktop-target.ts';
import { File } from './file.ts';
import { Nothing, primitive } from './signature.ts';

const point = {
  x: z.number().describe('Pixels from the left.'),
  y: z.number().describe('Pixels from the top.'),
};
const element = { target: DesktopTarget.describe('The element.') };
const field = { target: DesktopTarget.describe('The field.') };

/** Where a step of the pointer acts: on an element, or at pixels of the last picture of the Run. */
function place<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z.union([
    z.strictObject({ ...element, ...shape }).describe('On an element.'),
    z
      .strictObject({ ...point, ...shape })
      .describe('At a point of the last picture; refused when the window there has moved since.'),
  ]);
}

const READS: ReadonlySet<string> = new Set(['screenshot', 'snapshot', 'read', 'assert', 'wait']);

function desktop<
  const Action extends string,
  Input extends z.ZodType,
  Output extends z.ZodType = typeof Nothing,
>(
  action: Action,
  summary: string,
  input: Input,
  examples: readonly [Readonly<Record<string, unknown>>, ...Readonly<Record<string, unknown>>[]],
  { output, details = '' }: { output?: Output; details?: string } = {},
) {
  return primitive({
    name: `desktop.${action}`,
    summary,
    details: `${details}Only on the execution target \`local\`, in an X11 session.`,
    effect: READS.has(action) ? 'read' : 'write',
    input,
    output: output ?? Nothing,
    examples,
  });
}
const Button = z.enum(['left', 'middle', 'right']).meta({ default: 'left' }).describe('Mouse button.');
const clickCount = z.int().min(1).max(3).meta({ default: 1 }).describe('2 for a double click.');
const save = { role: 'button', name: 'Save', exact: true };

/** Only on `local` execution targets. */
export const desktopPrimitives = [
  desktop('screenshot', 'Take a picture of the desktop', z.strictObject({}), [{}], {
    details:
      'Shows the windows that the step may use; everything else is grey, fields for passwords are black. ',
    output: z.strictObject({
      artifactId: z.string().describe('Id of the picture among the artifacts of the Run.'),
    }),
  }),
  desktop('snapshot', 'Read what applications show', z.strictObject({}), [{}], {
    details: 'The references in it name elements until the next snapshot. ',
    output: z
      .string()
      .describe(
        'The elements by role and name, with the values of fields, as an indented text with references.',
      ),
  }),
  desktop(
    'click',
    'Click an element or a point',
    place({ button: Button.optional(), clickCount: clickCount.optional() }),
    [{ target: save }, { target: { ref: 'e12' } }, { x: 640, y: 360 }],
  ),
  desktop('move', 'Move the pointer to an element or a point', place({}), [{ x: 640, y: 360 }]),
  desktop(
    'drag',
    'Drag between two points',
    z.strictObject({
      from: z.strictObject(point).describe('Where to press the button.'),
      to: z.strictObject(point).describe('Where to release it.'),
    }),
    [{ from: { x: 100, y: 100 }, to: { x: 300, y: 100 } }],
  ),
  desktop(
    'scroll',
    'Scroll at an element or a point',
    place({
      dx: z.number().meta({ default: 0 }).describe('Pixels to the right.').optional(),
      dy: z.number().meta({ default: 0 }).describe('Pixels down.').optional(),
    }),
    [
      { target: { role: 'textbox', app: 'mousepad' }, dy: 400 },
      { x: 640, y: 360, dy: 400 },
    ],
  ),
  desktop(
    'type',
    'Type text',
    z.strictObject({
      text: z.string().describe('Text to type; any character, on any keyboard layout.'),
    }),
    [{ text: '{{ inputs.note }}' }],
    { details: 'Goes to the focused element. `desktop.fill` replaces the value of a field. ' },
  ),
  desktop(
    'press',
    'Press keys',
    z.strictObject({
      keys: z
        .union([z.string(), z.array(z.string()).min(1)])
        .describe('A key or chord such as `Control+S`, or a list of them in order.'),
    }),
    [{ keys: 'Control+S' }],
  ),
  desktop(
    'fill',
    'Replace the value of a field',
    z.strictObject({ ...field, value: z.string().describe('The new value; empty clears the field.') }),
    [{ target: { role: 'textbox', name: 'Customer' }, value: '{{ inputs.customer }}' }],
    {
      details:
        'The field is read back afterwards: when it does not hold the value, the step fails with `action_failed`. ',
    },
  ),
  desktop(
    'select',
    'Choose an option of a list, combo box or row of tabs',
    z.strictObject({ ...element, label: z.string().min(1).describe('The whole text of the option.') }),
    [{ target: { role: 'combobox', name: 'Colour' }, label: 'Green' }],
  ),
  desktop(
    'read',
    'Read an element',
    z.strictObject(element),
    [{ target: { role: 'textbox', app: 'mousepad' } }],
    {
      output: z.string().describe('The value of a field, else the text or name of the element.'),
    },
  ),
  desktop(
    'open',
    'Open an application',
    z.strictObject({
      application: z.string().min(1).describe('Its name, desktop id or program. Commands are not taken.'),
      file: File.describe('A file that it opens. Default: none.').optional(),
    }),
    [
      { application: 'mousepad' },
      { application: 'mousepad', file: { artifactId: '{{ steps.download.output.artifactId }}' } },
    ],
    {
      details:
        'Waits for its window. A file, such as what a step of the browser downloaded, is put into a folder of the Run on the machine. ',
      output: z.union([
        Nothing,
        z.strictObject({ path: z.string().describe('Where the file is on the machine.') }),
      ]),
    },
  ),
  desktop(
    'wait',
    'Wait for a time or an element',
    z.union([
      z.strictObject({ ms: z.int().min(0).max(600_000).describe('Milliseconds.') }).describe('For a time.'),
      z
        .strictObject({ for: DesktopTarget.describe('The element that is to appear.') })
        .describe('For an element.'),
    ]),
    [{ ms: 500 }, { for: save }],
  ),
  desktop(
    'assert',
    'Check an element',
    z.strictObject({
      ...element,
      text: z.string().describe('Text that its value or text must contain. Default: any.').optional(),
      visible: z.boolean().meta({ default: true }).describe('False: there must be none.').optional(),
    }),
    [{ target: { role: 'textbox', app: 'mousepad' }, text: 'Hello' }],
    { details: 'Waits for it. Fails with `assertion_failed`. ' },
  ),
] as const;
