import { expect, test } from '@jest/globals';
import { StepError } from '@errand/browser-runtime';
import { openerOf, run, sharedPool, steps } from '../browser.ts';
import { createRecorder } from '@errand/browser-runtime/testing/recorder.ts';
import { serveExample } from './example-site.ts';

const pool = sharedPool();
const site = serveExample();
const open = openerOf(site);
const log = { id: 'log', primitive: 'browser.extract', input: { target: '#log', as: 'text' } };

test('fills, types, presses, chooses, ticks and sends a form', async () => {
  const { outcome, host } = await run(
    pool,
    steps(
      open('/'),
      { primitive: 'browser.fill', input: { target: 'Email', value: 'a@b.c' } },
      { primitive: 'browser.type', input: { target: { label: 'Note' }, text: 'hi', delayMs: 1 } },
      { primitive: 'browser.press', input: { key: 'Control+k' } },
      { primitive: 'browser.press', input: { key: '!', target: 'Note' } },
      { primitive: 'browser.select', input: { target: 'Size', label: 'Large' } },
      { primitive: 'browser.select', input: { target: 'Extras', label: ['Capers', 'Olives'] } },
      { primitive: 'browser.uncheck', input: { target: 'Terms' } },
      { primitive: 'browser.check', input: { target: 'News' } },
      log,
      {
        primitive: 'browser.click',
        input: { target: 'Send' },
        completionCondition: 'text "sent" is visible',
      },
    ),
  );
  expect(outcome.status).toBe('completed');
  expect(outcome.finalUrl).toBe(`${site.url}/sent?email=a%40b.c&note=hi%21&size=l&extra=o&extra=c&news=on`);
  expect(outcome.outputs['log']).toContain('ctrl+k');
  expect(host.intents.map(({ stepId, effect }) => `${stepId} ${effect}`)).toHaveLength(9);
});

test('hovers, clicks twice, drags and scrolls', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open('/'),
      { primitive: 'browser.hover', input: { target: '#hover' } },
      { primitive: 'browser.click', input: { target: 'Hover me', clickCount: 2 } },
      { primitive: 'browser.drag', input: { source: 'Drag me', destination: '#drop' } },
      log,
      open('/data'),
      { primitive: 'browser.scroll', input: { by: { x: 0, y: 400 } } },
      { id: 'y', primitive: 'browser.evaluate', input: { expression: 'scrollY' } },
      { primitive: 'browser.scroll', input: { target: '#far' } },
      { id: 'far', primitive: 'browser.evaluate', input: { expression: 'scrollY' } },
      open('/data'),
      { primitive: 'browser.scroll', input: {} },
      { id: 'screen', primitive: 'browser.evaluate', input: { expression: 'scrollY / innerHeight' } },
    ),
  );
  expect(outcome.outputs['log']).toBe('hovered;double;dropped;');
  expect(outcome.outputs['y']).toBe(400);
  expect(outcome.outputs['far']).toBeGreaterThan(1_000);
  expect(outcome.outputs['screen']).toBe(1);
});

test('uploads contents, Base64 and artifacts, through a field or a file chooser', async () => {
  const { outcome } = await run(
    pool,
    steps(
      open('/'),
      { id: 'got', primitive: 'browser.download', input: { target: 'Report' } },
      {
        primitive: 'browser.upload',
        input: {
          target: '#papers',
          files: [
            { name: 'a.txt', content: 'plain' },
            { name: 'b.txt', base64: Buffer.from('coded').toString('base64') },
          ],
        },
      },
      {
        primitive: 'browser.upload',
        input: { target: 'Choose a file', files: [{ artifactId: '{{ steps.got.output.artifactId }}' }] },
        completionCondition: 'text "report.csv" is visible',
      },
      log,
    ),
  );
  expect(outcome.outputs['got']).toEqual({ artifactId: 'artifact-1', filename: 'report.csv', bytes: 8 });
  expect(outcome.outputs['log']).toBe('a.txt=plain;b.txt=coded;report.csv=a,b\n1,2\n;');
});

test('downloads an address with the cookies of the browser', async () => {
  const download = (path: string) => ({ primitive: 'browser.download', input: { url: site.url + path } });
  const { outcome, host } = await run(
    pool,
    steps(open('/cookie'), download('/private.txt'), download('/gone')),
  );
  expect(host.files.get('artifact-1')).toMatchObject({
    filename: 'private.txt',
    kind: 'download',
    stepId: 's2',
  });
  expect(outcome).toMatchObject({ errorCode: 'download_failed' });
});

test.each([
  ['/hostile-name', '.._a_b__X:1_[2J_.csv'],
  ['/name-of-a-folder', 'download'],
])('a download from %s is named %j, without path or control characters', async (path, filename) => {
  const { outcome } = await run(
    pool,
    steps({ id: 'got', primitive: 'browser.download', input: { url: site.url + path } }),
  );
  expect(outcome.outputs['got']).toMatchObject({ filename });
});

test.each([
  ['browser.download', { target: 'Report' }],
  ['browser.download', { url: 'SITE/report.csv' }],
  ['browser.screenshot', {}],
  ['browser.pdf', {}],
])('%s with %j fails when a storage quota does not admit its file', async (primitive, input) => {
  const host = createRecorder();
  host.refusal = () => new StepError('action_failed', 'The storage quota is used up.');
  const given = JSON.parse(JSON.stringify(input).replace('SITE', site.url)) as Record<string, unknown>;
  const { outcome } = await run(pool, steps(open('/'), { primitive, input: given }), { host });
  expect(outcome).toMatchObject({ status: 'failed', errorMessage: 'The storage quota is used up.' });
});

test('a click that starts no download is a failure', async () => {
  const { outcome } = await run(
    pool,
    steps(open('/'), { primitive: 'browser.download', input: { target: '#hover' }, timeoutMs: 500 }),
  );
  expect(outcome).toMatchObject({ errorCode: 'step_timeout' });
});

test('answers an announced dialog, and fails the step that raises the next', async () => {
  const ask = { primitive: 'browser.click', input: { target: 'Ask' } };
  const announce = { primitive: 'browser.dialog', input: { action: 'accept', text: 'Ada' } };
  const { outcome, host } = await run(pool, steps(open('/'), announce, ask, log, ask));
  expect(outcome.outputs['log']).toBe('said Ada;');
  expect(outcome).toMatchObject({
    errorCode: 'action_failed',
    errorMessage:
      'The page asked "Your name?", and no browser.dialog step before had announced an answer; it was dismissed.',
  });
  const told = host.ofType('log').map(({ stepId, message }) => `${stepId}: ${message}`);
  expect(told).toEqual([
    's3: Accepted the prompt dialog: "Your name?"',
    's5: Dismissed an unannounced prompt dialog: "Your name?"',
  ]);
});

test.each([
  [{ label: 'Huge' }, 'label "Huge"', {}],
  [{ value: 'xl' }, 'value "xl"', { timeoutMs: 1_500 }],
  [{ index: 2 }, 'index 2', { timeoutMs: 1_500 }],
])(
  'an option that a list has not, such as %j, is named with those that it has',
  async (choice, words, own) => {
    const { outcome } = await run(
      pool,
      steps(open('/'), { primitive: 'browser.select', input: { target: 'Size', ...choice }, ...own }),
    );
    expect(outcome).toMatchObject({
      errorCode: 'element_not_found',
      errorMessage: `"Size" has no option with the ${words}. It has: "Small", "Large".`,
    });
  },
);

test.each([
  ['Size', ['Large', 'Small'], 'action_failed', '"Size" takes one option only.'],
  [
    'Extras',
    ['Olives', 'Figs'],
    'element_not_found',
    '"Extras" has no option with the label "Olives" or "Figs". It has: "Olives", "Capers", "Peas".',
  ],
])(
  'fails to choose several options of %s that cannot all be chosen: %j',
  async (target, label, errorCode, errorMessage) => {
    const { outcome } = await run(
      pool,
      steps(open('/'), { primitive: 'browser.select', input: { target, label }, timeoutMs: 1_500 }),
    );
    expect(outcome).toMatchObject({ errorCode, errorMessage });
  },
);

test('an unknown key is named', async () => {
  const { outcome } = await run(
    pool,
    steps(open('/'), { primitive: 'browser.press', input: { key: 'Foo' } }),
  );
  expect(outcome).toMatchObject({ errorCode: 'action_failed', errorMessage: '"Foo" is not a key.' });
});
