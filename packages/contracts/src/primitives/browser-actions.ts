import { z } from 'zod';
import { File } from './file.ts';
import { Nothing, primitive } from './signature.ts';
import { Target } from './target.ts';

const Button = z.enum(['left', 'middle', 'right']).meta({ default: 'left' }).describe('Mouse button.');
const Modifier = z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']);
const element = { target: Target.describe('The element.') };
const field = { target: Target.describe('The field.') };

const click = primitive({
  name: 'browser.click',
  summary: 'Click an element',
  details:
    'Waits until the element is visible, enabled and not covered. When the page then shows that the click was refused, the step warns or fails.',
  effect: 'write',
  input: z.strictObject({
    ...element,
    button: Button.optional(),
    clickCount: z.int().min(1).max(3).meta({ default: 1 }).describe('2 for a double click.').optional(),
    modifiers: z.array(Modifier).describe('Keys held down during the action. Default: none.').optional(),
  }),
  output: Nothing,
  examples: [
    { target: 'Add to cart' },
    { target: { role: 'button', name: 'Delete', exact: true, nth: 1 } },
    { target: '#row-3', button: 'right' },
  ],
});
const hover = primitive({
  name: 'browser.hover',
  summary: 'Move the pointer over an element',
  effect: 'read',
  input: z.strictObject(element),
  output: Nothing,
  examples: [{ target: { role: 'link', name: 'Products' } }],
});
const fill = primitive({
  name: 'browser.fill',
  summary: 'Replace the value of a field',
  details:
    'The field is read back afterwards: when it does not hold the value, the step fails with `action_failed`. Date, time, number and colour fields take ISO values and the usual written forms.',
  effect: 'write',
  input: z.strictObject({ ...field, value: z.string().describe('The new value; empty clears the field.') }),
  output: Nothing,
  examples: [
    { target: { label: 'E-mail' }, value: '{{ inputs.email }}' },
    { target: 'Delivery date', value: '2026-11-20' },
  ],
});
const type = primitive({
  name: 'browser.type',
  summary: 'Type text key by key',
  details: 'For fields that react to each key, such as a search that suggests. `browser.fill` is quicker.',
  effect: 'write',
  input: z.strictObject({
    ...field,
    text: z.string().describe("Text to type after the field's value."),
    delayMs: z
      .int()
      .min(0)
      .max(1_000)
      .meta({ default: 0 })
      .describe('Milliseconds between two keys.')
      .optional(),
  }),
  output: Nothing,
  examples: [{ target: { role: 'searchbox' }, text: 'teapot', delayMs: 50 }],
});
const press = primitive({
  name: 'browser.press',
  summary: 'Press a key or a chord such as "Control+A"',
  effect: 'write',
  input: z.strictObject({
    key: z
      .string()
      .min(1)
      .describe('A key by its name (`Enter`, `ArrowDown`, `a`) or a chord (`Control+A`).'),
    target: Target.describe('The element that gets the key. Default: the one that has the focus.').optional(),
  }),
  output: Nothing,
  examples: [{ key: 'Enter' }, { key: 'Control+A', target: { label: 'Notes' } }],
});
/** A list is for a select that takes several: these are chosen, and no others stay so. */
const several = z.array(z.string()).min(1).max(100);
const select = primitive({
  name: 'browser.select',
  summary: 'Choose an option of a select by value, label or index',
  details:
    'A list of values or labels chooses all of them in a select that takes several. What was chosen there before is not chosen any more.',
  effect: 'write',
  input: z.union([
    z
      .strictObject({
        ...field,
        value: z.union([z.string(), several]).describe('The `value` of the option, or 1 to 100 of them.'),
      })
      .describe('By value.'),
    z
      .strictObject({
        ...field,
        label: z.union([z.string(), several]).describe('The text of the option, or 1 to 100 of them.'),
      })
      .describe('By its text.'),
    z
      .strictObject({ ...field, index: z.int().min(0).describe('Place of the option, from 0.') })
      .describe('By place.'),
  ]),
  output: Nothing,
  examples: [
    { target: 'Colour', label: 'Blue' },
    { target: '#country', value: 'GB' },
    { target: 'Toppings', label: ['Olives', 'Capers'] },
  ],
});
const check = primitive({
  name: 'browser.check',
  summary: 'Tick a checkbox or choose a radio button',
  effect: 'write',
  input: z.strictObject(field),
  output: Nothing,
  examples: [{ target: { label: 'I accept the terms' } }],
});
const uncheck = primitive({
  name: 'browser.uncheck',
  summary: 'Untick a checkbox',
  effect: 'write',
  input: z.strictObject(field),
  output: Nothing,
  examples: [{ target: { label: 'Send me offers' } }],
});
const upload = primitive({
  name: 'browser.upload',
  summary: 'Upload files to a file field',
  details:
    'The target is the file field, or the button that opens the file chooser. Files come from an earlier step, from inputs of type `file`, or stand in the Runbook; a path is never taken.',
  effect: 'write',
  input: z.strictObject({ ...field, files: z.array(File).min(1).max(20).describe('The files, 1 to 20.') }),
  output: Nothing,
  examples: [
    { target: 'Invoice', files: [{ artifactId: '{{ steps.invoice.output.artifactId }}' }] },
    { target: 'Invoice', files: ['{{ inputs.invoice }}'] },
    { target: { label: 'Notes' }, files: [{ name: 'notes.txt', mimeType: 'text/plain', content: 'Hello' }] },
  ],
});
const drag = primitive({
  name: 'browser.drag',
  summary: 'Drag one element onto another',
  effect: 'write',
  input: z.strictObject({
    source: Target.describe('The element to drag.'),
    destination: Target.describe('The element to drop it on.'),
  }),
  output: Nothing,
  examples: [{ source: { text: 'Task 4' }, destination: { role: 'region', name: 'Done' } }],
});

export const actionPrimitives = [
  click,
  hover,
  fill,
  type,
  press,
  select,
  check,
  uncheck,
  upload,
  drag,
] as const;
