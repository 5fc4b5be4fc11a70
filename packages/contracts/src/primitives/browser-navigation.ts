import { z } from 'zod';
import { Nothing, primitive } from './signature.ts';
import { ExpectedStatus } from './status.ts';
import { Target } from './target.ts';

const Url = z.string().min(1);
const Point = z.strictObject({
  x: z.number().describe('CSS pixels to the right.'),
  y: z.number().describe('CSS pixels down.'),
});
const Page = z.strictObject({
  url: z.string().describe('Address of the page that was reached, after redirects.'),
  title: z.string().describe('Title of the page.'),
  status: z.int().nullable().describe('HTTP status; null for a page that came without a response.'),
});
const none = z.strictObject({});
const element = { target: Target.describe('The element.') };

const navigate = primitive({
  name: 'browser.navigate',
  summary: 'Load a URL in the active tab',
  details:
    'A relative URL starts from the active page. A final status of 400 or more fails with `navigation_failed`, unless `expectStatus` names it.',
  effect: 'read',
  input: z.strictObject({
    url: Url.describe('Address to load.'),
    waitUntil: z
      .enum(['load', 'domcontentloaded', 'networkidle', 'commit'])
      .meta({ default: 'load' })
      .describe('How far the page must have loaded before the step is done.')
      .optional(),
    expectStatus: ExpectedStatus.describe(
      'The HTTP status, or the list of them, that the page must have. Default: any below 400.',
    ).optional(),
  }),
  output: Page,
  examples: [
    { url: 'https://example.com/orders/{{ inputs.order }}' },
    { url: '/missing', expectStatus: 404 },
  ],
});
const back = primitive({
  name: 'browser.back',
  summary: 'Go one page back',
  effect: 'read',
  input: none,
  output: Nothing,
  examples: [{}],
});
const forward = primitive({
  name: 'browser.forward',
  summary: 'Go one page forward',
  effect: 'read',
  input: none,
  output: Nothing,
  examples: [{}],
});
const reload = primitive({
  name: 'browser.reload',
  summary: 'Reload the page',
  effect: 'read',
  input: none,
  output: Nothing,
  examples: [{}],
});
const tab = primitive({
  name: 'browser.tab',
  summary: 'Open, switch to or close a tab',
  details: 'A page that the site opens is a tab of its own and does not become the active one.',
  effect: 'write',
  input: z
    .strictObject({
      action: z.enum(['new', 'switch', 'close']).describe('The action on tabs.'),
      index: z
        .int()
        .min(0)
        .describe('Place of the tab to switch to or close, from 0. Default, to close: the active one.')
        .optional(),
      url: Url.describe('Address to load in a new tab. Default: an empty page.').optional(),
    })
    .refine(({ action, index }) => action !== 'switch' || index !== undefined, {
      path: ['index'],
      message: 'is required to switch to a tab',
    })
    .refine(({ action, index }) => action !== 'new' || index === undefined, {
      path: ['index'],
      message: 'does not fit a new tab, which is the last one',
    })
    .refine(({ action, url }) => action === 'new' || url === undefined, {
      path: ['url'],
      message: 'is for a new tab only',
    }),
  output: Nothing,
  examples: [
    { action: 'switch', index: 1 },
    { action: 'new', url: 'https://example.com' },
    { action: 'close' },
  ],
});
const scroll = primitive({
  name: 'browser.scroll',
  summary: 'Scroll an element into view, or the page by CSS pixels, by default one screen down',
  effect: 'read',
  input: z.union([
    z.strictObject(element).describe('Until the element is in view.'),
    z
      .strictObject({ by: Point.describe('How far. Default: one screen down.').optional() })
      .describe('The page.'),
  ]),
  output: Nothing,
  examples: [{ target: { text: 'Load more' } }, { by: { x: 0, y: 600 } }],
});
const wait = primitive({
  name: 'browser.wait',
  summary: 'Wait for an element, a text, a URL or a time',
  details: 'Waits for as long as the step may take; then fails with `step_timeout` or `element_not_found`.',
  effect: 'read',
  input: z.strictObject({
    for: z
      .union([
        z.strictObject({ text: z.string().min(1).describe('Text on the page.') }).describe('A text.'),
        z.strictObject({ url: Url.describe('Part of the address.') }).describe('An address.'),
        z.strictObject({ ms: z.int().min(0).max(600_000).describe('Milliseconds.') }).describe('A time.'),
        Target,
      ])
      .describe('The element, text, URL or time to wait for.'),
    state: z
      .enum(['attached', 'detached', 'visible', 'hidden'])
      .meta({ default: 'visible' })
      .describe('State that an element or a text must reach.')
      .optional(),
  }),
  output: Nothing,
  examples: [{ for: { text: 'Saved' } }, { for: { url: '/done' } }, { for: '.spinner', state: 'hidden' }],
});
const dialog = primitive({
  name: 'browser.dialog',
  summary: 'Choose how the next dialog is answered; must come before the step that opens it',
  details:
    'A `confirm` or `prompt` that no such step announced is dismissed, and the step that opened it fails.',
  effect: 'write',
  input: z.strictObject({
    action: z.enum(['accept', 'dismiss']).describe('The answer.'),
    text: z.string().describe('The text to enter into a `prompt`. Default: an empty text.').optional(),
  }),
  output: Nothing,
  examples: [{ action: 'accept' }, { action: 'accept', text: '{{ inputs.reason }}' }],
});

export const navigationPrimitives = [navigate, back, forward, reload, tab, scroll, wait, dialog] as const;
