import { z } from 'zod';
import { Nothing, primitive } from './signature.ts';
import { Target } from './target.ts';

const Url = z.string().min(1);
const OneArtifact = z.strictObject({
  artifactId: z.string().describe('Id of the file among the artifacts of the Run.'),
});
const none = z.strictObject({});

const Reading = z.enum(['text', 'value', 'attribute', 'html', 'list', 'table', 'links', 'number']).meta({
  'x-enumDescriptions': {
    text: 'Its visible text.',
    value: 'The value of a field.',
    attribute: 'The attribute that `attribute` names.',
    html: 'Its HTML.',
    list: 'The texts of its items, or of all elements that match.',
    table: 'Its rows, each a list of texts, with the header row.',
    links: 'Its links, as `{ text, href }`.',
    number: 'The number that it shows, read by the language of the page.',
  },
});
const attribute = z
  .string()
  .min(1)
  .describe('Name of the attribute. Required with `as: attribute`.')
  .optional();
const Field = z.union([
  z
    .strictObject({
      target: Target.describe('Where it is within the target.'),
      as: Reading.meta({ default: 'text' }).describe('The kind of value to read.').optional(),
      attribute,
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
  details:
    'Without `fields` the output is the value: a string, or for `list` a list of strings, for `table` rows of cells with the header row first, for `links` a list of `{ text, href }`, for `number` a number. With `fields` it is an object of them, and for `as: list` one object for each element that the target matches.',
  effect: 'read',
  input: z
    .strictObject({
      target: Target.describe('The element to read. Default: the page, or its lists or tables.').optional(),
      as: Reading.describe(
        'The kind of value to read. Required without `fields`; with them only `list` is allowed: each matching element is read.',
      ).optional(),
      attribute,
      fields: z
        .record(z.string(), Field)
        .describe(
          'Several values at once: a name for each, and where it is within the target. Default: one value.',
        )
        .optional(),
    })
    .refine(({ as, fields }) => as !== undefined || fields !== undefined, {
      path: ['as'],
      message: `is required without fields: one of ${Reading.options.map((each) => `"${each}"`).join(', ')}`,
    })
    .refine(({ as, attribute }) => as !== 'attribute' || attribute !== undefined, {
      path: ['attribute'],
      message: 'is required to extract an attribute',
    }),
  output: z.unknown().describe('The value.'),
  examples: [
    { target: '#total', as: 'number' },
    { target: { role: 'table' }, as: 'table' },
    { target: '.product', as: 'list', fields: { name: 'h2', price: { target: '.price', as: 'number' } } },
    { target: { role: 'link', name: 'Invoice' }, as: 'attribute', attribute: 'href' },
  ],
});
const assert = primitive({
  name: 'browser.assert',
  summary: 'Check the page; waits until the step times out. `text` and `url` mean "contains"',
  effect: 'read',
  input: z
    .strictObject({
      target: Target.describe('The element to check. Default: the page.').optional(),
      text: z.string().describe('Text that it must contain. Default: any.').optional(),
      url: z.string().describe('Text that the address must contain. Default: any.').optional(),
      visible: z.boolean().meta({ default: true }).describe('False: it must not be visible.').optional(),
      count: z
        .int()
        .min(0)
        .describe('How many elements must match. Default: one; with `visible: false` none.')
        .optional(),
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
  examples: [
    { text: 'Order placed' },
    { url: '/orders/', target: '.order', count: 3 },
    { target: { role: 'alert' }, visible: false },
  ],
});
const screenshot = primitive({
  name: 'browser.screenshot',
  summary: 'Take a picture of the page or of an element',
  details: 'A page that shows a secret is pictured with dots in place of text.',
  effect: 'read',
  input: z.strictObject({
    target: Target.describe('The element. Default: the page.').optional(),
    fullPage: z
      .boolean()
      .meta({ default: false })
      .describe('True: the whole page, not only the visible part.')
      .optional(),
  }),
  output: OneArtifact,
  examples: [{}, { fullPage: true }, { target: '#receipt' }],
});
const download = primitive({
  name: 'browser.download',
  summary: 'Download a file by clicking an element or from a URL',
  details: 'A file of up to 64 MiB. A URL is fetched with the cookies of the browser.',
  effect: 'write',
  input: z.union([
    z
      .strictObject({ target: Target.describe('The element that starts the download.') })
      .describe('By a click.'),
    z.strictObject({ url: Url.describe('Address of the file.') }).describe('By its address.'),
  ]),
  output: z.strictObject({
    artifactId: z.string().describe('Id of the file among the artifacts of the Run.'),
    filename: z.string().describe('File name that the site gave.'),
    bytes: z.int().describe('Size in bytes.'),
  }),
  examples: [{ target: 'Download invoice' }, { url: 'https://example.com/report.csv' }],
});
const snapshot = primitive({
  name: 'browser.snapshot',
  summary: 'Read the page as an accessibility snapshot',
  details: 'Each element has a `ref`, which targets of later steps may name.',
  effect: 'read',
  input: none,
  output: z.string().describe('The roles, names and refs of the elements on the page, as YAML.'),
  examples: [{}],
});
const evaluate = primitive({
  name: 'browser.evaluate',
  summary: 'Evaluate a JavaScript expression in the page',
  effect: 'write',
  input: z.strictObject({
    expression: z.string().min(1).describe('A JavaScript expression; a promise is awaited.'),
  }),
  output: z.unknown().describe('The value as JSON.'),
  examples: [{ expression: 'document.querySelectorAll("tr").length' }],
});
const pdf = primitive({
  name: 'browser.pdf',
  summary: 'Print the page to PDF',
  effect: 'read',
  input: none,
  output: OneArtifact,
  examples: [{}],
});

export const readingPrimitives = [extract, assert, screenshot, download, snapshot, evaluate, pdf] as const;
