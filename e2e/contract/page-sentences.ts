import { expect } from '@jest/globals';
import type { Sentence } from './sentences.ts';
import { step, sentence } from './step-sentences.ts';

/** Actions in a page; they follow each other on one page. */
export function pageSentences(site: string): Sentence[] {
  const open = step('browser.navigate', { url: site });
  const text = (says: string, target: unknown, output: string) =>
    sentence(says, ['browser.extract', { target, as: 'text' }], { output });
  return [
    sentence('navigate answers url, title and status', ['browser.navigate', { url: `${site}/` }], {
      output: { url: `${site}/`, title: 'Contract page', status: 200 },
    }),
    text('a target that begins with # is a selector', '#top', 'Contract page'),
    text('a target that begins with . is a selector', '.large', 'Contract page'),
    text('a target that begins with [ is a selector', '[data-part=head]', 'Contract page'),
    text('a target that begins with // is a selector', '//h2', 'Second'),
    text('a target with an engine prefix is a selector', 'role=heading[name="Second"]', 'Second'),
    text('a known tag name is a selector', 'h2', 'Second'),
    text('another text is the exact visible name', 'Second', 'Second'),
    text('nth counts from 0', { css: '.item', nth: 1 }, 'second'),
    text('frame takes a selector', { css: '#deep', frame: 'iframe' }, 'In the frame'),
    text('frame takes a name', { css: '#deep', frame: 'inner' }, 'In the frame'),
    sentence('extract list answers texts', ['browser.extract', { target: '#list', as: 'list' }], {
      output: ['one', 'two'],
    }),
    sentence(
      'extract table answers rows with the header',
      ['browser.extract', { target: '#table', as: 'table' }],
      {
        output: [
          ['Name', 'Price'],
          ['Pot', '34.50'],
        ],
      },
    ),
    sentence('extract links answers text and href', ['browser.extract', { target: '#nav', as: 'links' }], {
      output: [
        { text: 'Other page', href: `${site}/other` },
        { text: 'Away', href: `${site}/away` },
      ],
    }),
    sentence('extract value', ['browser.extract', { target: '#amount', as: 'value' }], { output: '3' }),
    sentence(
      'extract attribute',
      ['browser.extract', { target: '#top', as: 'attribute', attribute: 'class' }],
      {
        output: 'large',
      },
    ),
    sentence('extract number', ['browser.extract', { target: '#table td:last-child', as: 'number' }], {
      output: 34.5,
    }),
    sentence(
      'no element is element_not_found',
      ['browser.click', { target: '#none' }, { timeoutMs: 1_000 }],
      {
        error: 'element_not_found',
      },
    ),
    sentence('several elements are element_ambiguous', ['browser.click', { target: 'Twin' }], {
      error: 'element_ambiguous',
    }),
    sentence(
      'assert text means contains, and waits',
      ['browser.assert', { target: '#said', text: 'is he' }],
      {},
      [step('browser.click', { target: '#late' })],
    ),
    sentence('assert url means contains', ['browser.assert', { url: '127.0.0.1' }], {}),
    sentence(
      'assert that does not hold is assertion_failed',
      ['browser.assert', { text: 'nowhere' }, { timeoutMs: 500 }],
      {
        error: 'assertion_failed',
      },
    ),
    ...['{ "ms": 1 }', '{ "text": "Second" }', '{ "url": "127.0.0.1" }', '"#top"'].map((each) =>
      sentence(`wait takes ${each}`, ['browser.wait', { for: JSON.parse(each) as unknown }], {}),
    ),
    sentence('scroll by is in CSS pixels', ['browser.evaluate', { expression: 'scrollY' }], { output: 700 }, [
      step('browser.scroll', { by: { x: 0, y: 700 } }),
    ]),
    sentence(
      'dialog answers the next one',
      ['browser.extract', { target: '#answer', as: 'text' }],
      { output: 'Ada' },
      [step('browser.dialog', { action: 'accept', text: 'Ada' }), step('browser.click', { target: '#ask' })],
    ),
    sentence(
      'upload takes content and Base64',
      ['browser.extract', { target: '#names', as: 'text' }],
      { output: 'a.txt 5, b.bin 3' },
      [
        step('browser.upload', {
          target: '#papers',
          files: [
            { name: 'a.txt', content: 'hello' },
            { name: 'b.bin', mimeType: 'application/octet-stream', base64: 'AAEC' },
          ],
        }),
      ],
    ),
    sentence('download answers artifactId, filename and bytes', ['browser.download', { target: '#file' }], {
      output: { artifactId: expect.any(String), filename: 'file.csv', bytes: 4 },
    }),
    sentence('screenshot answers an artifactId', ['browser.screenshot', {}], {
      output: { artifactId: expect.any(String) },
    }),
    sentence('pdf answers an artifactId', ['browser.pdf', {}], {
      output: { artifactId: expect.any(String) },
    }),
    sentence('snapshot answers the accessibility text', ['browser.snapshot', {}], {
      output: expect.stringContaining('heading "Contract page"'),
    }),
    ...[
      'url contains "127.0.0.1"',
      String.raw`url matches /:\d+\/$/`,
      'text "Second" is visible',
      'text "Not to be seen" is hidden',
      'element "#top" is visible',
      'not (text "Third" is visible) and (text "Second" is visible or url contains "nowhere")',
    ].map((completionCondition) =>
      sentence(
        `condition ${completionCondition}`,
        ['browser.extract', { target: 'h1', as: 'text' }, { completionCondition }],
        {
          output: 'Contract page',
        },
      ),
    ),
    sentence(
      'a popup does not become the active tab',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Contract page' },
      [step('browser.click', { target: '#popup' })],
    ),
    sentence(
      'a popup opens a tab, counted from 0',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Other page' },
      [step('browser.tab', { action: 'switch', index: 1 })],
    ),
    sentence(
      'a closed tab leaves the other',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Contract page' },
      [step('browser.tab', { action: 'close' })],
    ),
    sentence(
      'back and forward',
      ['browser.extract', { target: 'h1', as: 'text' }],
      { output: 'Other page' },
      [
        open,
        step('browser.click', { target: 'Other page' }),
        step('browser.back', {}),
        step('browser.forward', {}),
      ],
    ),
    sentence(
      'a navigation out of scope is site_not_allowed',
      ['browser.navigate', { url: `${site}/` }, { applicationScope: ['example.com'] }],
      {
        error: 'site_not_allowed',
      },
    ),
  ];
}
