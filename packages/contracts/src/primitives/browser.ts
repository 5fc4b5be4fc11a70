import { z } from 'zod';
import { Nothing, primitive } from './signature.ts';
import { Target } from './target.ts';

const Url = z.string().min(1);
const Status = z.int().min(100).max(599);
const Point = z.strictObject({ x: z.number(), y: z.number() });
const Page = z.strictObject({ url: z.string(), title: z.string(), status: z.int().nullable() });
const OneArtifact = z.strictObject({ artifactId: z.string() });
const File = z.union([
  z.strictObject({ artifactId: z.string() }),
  z.strictObject({ name: z.string().min(1), mimeType: z.string().optional(), content: z.string() }),
  z.strictObject({ name: z.string().min(1), mimeType: z.string().optional(), base64: z.base64() }),
]);
const Button = z.enum(['left', 'middle', 'right']);
const Modifier = z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']);
const none = z.strictObject({});

const navigate = primitive({
  name: 'browser.navigate',
  summary: 'Load a URL in the active tab',
  effect: 'read',
  input: z.strictObject({
    url: Url,
    waitUntil: z.enum(['load', 'domcontentloaded', 'networkidle', 'commit']).optional(),
    /** Accepted HTTP statuses of the page. Without it, a status of 400 or more fails the step. */
    expectStatus: z.union([Status, z.array(Status).min(1)]).optional(),
  }),
  output: Page,
});
const back = primitive({
  name: 'browser.back',
  summary: 'Go one page back',
  effect: 'read',
  input: none,
  output: Nothing,
});
const forward = primitive({
  name: 'browser.forward',
  summary: 'Go one page forward',
  effect: 'read',
  input: none,
  output: Nothing,
});
const reload = primitive({
  name: 'browser.reload',
  summary: 'Reload the page',
  effect: 'read',
  input: none,
  output: Nothing,
});
const click = primitive({
  name: 'browser.click',
  summary: 'Click an element',
  effect: 'write',
  input: z.strictObject({
    target: Target,
    button: Button.optional(),
    clickCount: z.int().min(1).max(3).optional(),
    modifiers: z.array(Modifier).optional(),
  }),
  output: Nothing,
});
const hover = primitive({
  name: 'browser.hover',
  summary: 'Move the pointer over an element',
  effect: 'read',
  input: z.strictObject({ target: Target }),
  output: Nothing,
});
const fill = primitive({
  name: 'browser.fill',
  summary: 'Replace the value of a field',
  effect: 'write',
  input: z.strictObject({ target: Target, value: z.string() }),
  output: Nothing,
});
const type = primitive({
  name: 'browser.type',
  summary: 'Type text key by key',
  effect: 'write',
  input: z.strictObject({ target: Target, text: z.string(), delayMs: z.int().min(0).max(1_000).optional() }),
  output: Nothing,
});
const press = primitive({
  name: 'browser.press',
  summary: 'Press a key or a chord such as "Control+A"',
  effect: 'write',
  input: z.strictObject({ key: z.string().min(1), target: Target.optional() }),
  output: Nothing,
});
const select = primitive({
  name: 'browser.select',
  summary: 'Choose an option of a select by value, label or index',
  effect: 'write',
  input: z.union([
    z.strictObject({ target: Target, value: z.string() }),
    z.strictObject({ target: Target, label: z.string() }),
    z.strictObject({ target: Target, index: z.int().min(0) }),
  ]),
  output: Nothing,
});
const check = primitive({
  name: 'browser.check',
  summary: 'Tick a checkbox or choose a radio button',
  effect: 'write',
  input: z.strictObject({ target: Target }),
  output: Nothing,
});
const uncheck = primitive({
  name: 'browser.uncheck',
  summary: 'Untick a checkbox',
  effect: 'write',
  input: z.strictObject({ target: Target }),
  output: Nothing,
});
const upload = primitive({
  name: 'browser.upload',
  summary: 'Upload files to a file field',
  effect: 'write',
  input: z.strictObject({ target: Target, files: z.array(File).min(1).max(20) }),
  output: Nothing,
});
const drag = primitive({
  name: 'browser.drag',
  summary: 'Drag one element onto another',
  effect: 'write',
  input: z.strictObject({ source: Target, destination: Target }),
  output: Nothing,
});
const scroll = primitive({
  name: 'browser.scroll',
  summary: 'Scroll an element into view, or the page by CSS pixels, by default one screen down',
  effect: 'read',
  input: z.union([z.strictObject({ target: Target }), z.strictObject({ by: Point.optional() })]),
  output: Nothing,
});
const wait = primitive({
  name: 'browser.wait',
  summary: 'Wait for an element, a text, a URL or a time',
  effect: 'read',
  input: z.strictObject({
    for: z.union([
      z.strictObject({ text: z.string().min(1) }),
      z.strictObject({ url: Url }),
      z.strictObject({ ms: z.int().min(0).max(600_000) }),
      Target,
    ]),
    state: z.enum(['attached', 'detached', 'visible', 'hidden']).optional(),
  }),
  output: Nothing,
});
const Reading = z.enum(['text', 'value', 'attribute', 'html', 'list', 'table', 'links', 'number']);
const Field = z.union([
  z
    .strictObject({
      target: Target,
      as: Reading.optional(),
      attribute: z.string().min(1).optional(),
    })
    .refine(({ as, attribute }) => as !== 'attribute' || attribute !== undefined, {
      path: ['attribute'],
      message: 'is required to extract an attribute',
    }),
  Target,
]);
const extract = primitive({
  name: 'browser.extract',
  summary: 'Read a value from the page',
  effect: 'read',
  input: z
    .strictObject({
      target: Target.optional(),
      /** Optional with `fields`, which are read as text then. */
      as: Reading.optional(),
      attribute: z.string().min(1).optional(),
      fields: z.record(z.string(), Field).optional(),
    })
    .refine(({ as, fields }) => as !== undefined || fields !== undefined, {
      path: ['as'],
      message: `is required without fields: one of ${Reading.options.map((each) => `"${each}"`).join(', ')}`,
    })
    .refine(
      ({ as, attribute }) => as !== 'attribute' || attribute !== undefined,
      'extracting an attribute requires its name',
    ),
  output: z.unknown(),
});
const assert = primitive({
  name: 'browser.assert',
  summary: 'Check the page; waits until the step times out. `text` and `url` mean "contains"',
  effect: 'read',
  input: z
    .strictObject({
      target: Target.optional(),
      text: z.string().optional(),
      url: z.string().optional(),
      visible: z.boolean().optional(),
      count: z.int().min(0).optional(),
    })
    .refine(
      ({ target, text, url }) => [target, text, url].some((given) => given !== undefined),
      'needs one of target, text or url',
    )
    .refine(({ target, count }) => count === undefined || target !== undefined, 'count needs a target')
    .refine(
      ({ target, text, visible }) => visible === undefined || target !== undefined || text !== undefined,
      'visible needs a target or a text',
    ),
  output: Nothing,
});
const screenshot = primitive({
  name: 'browser.screenshot',
  summary: 'Take a picture of the page or of an element',
  effect: 'read',
  input: z.strictObject({ target: Target.optional(), fullPage: z.boolean().optional() }),
  output: OneArtifact,
});
const download = primitive({
  name: 'browser.download',
  summary: 'Download a file by clicking an element or from a URL',
  effect: 'write',
  input: z.union([z.strictObject({ target: Target }), z.strictObject({ url: Url })]),
  output: z.strictObject({ artifactId: z.string(), filename: z.string(), bytes: z.int() }),
});
const dialog = primitive({
  name: 'browser.dialog',
  summary: 'Choose how the next dialog is answered; must come before the step that opens it',
  effect: 'write',
  input: z.strictObject({ action: z.enum(['accept', 'dismiss']), text: z.string().optional() }),
  output: Nothing,
});
const tab = primitive({
  name: 'browser.tab',
  summary: 'Open, switch to or close a tab',
  effect: 'write',
  input: z.strictObject({
    action: z.enum(['new', 'switch', 'close']),
    index: z.int().min(0).optional(),
    url: Url.optional(),
  }),
  output: Nothing,
});
const snapshot = primitive({
  name: 'browser.snapshot',
  summary: 'Read the page as an accessibility snapshot',
  effect: 'read',
  input: none,
  output: z.string(),
});
const evaluate = primitive({
  name: 'browser.evaluate',
  summary: 'Evaluate a JavaScript expression in the page',
  effect: 'write',
  input: z.strictObject({ expression: z.string().min(1) }),
  output: z.unknown(),
});
const pdf = primitive({
  name: 'browser.pdf',
  summary: 'Print the page to PDF',
  effect: 'read',
  input: none,
  output: OneArtifact,
});

export const browserPrimitives = [
  navigate,
  back,
  forward,
  reload,
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
  scroll,
  wait,
  extract,
  assert,
  screenshot,
  download,
  dialog,
  tab,
  snapshot,
  evaluate,
  pdf,
] as const;
