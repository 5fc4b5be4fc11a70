/**
 * Read all pages of a list
 *
 * One Runbook reads a page and goes to the next one. Another runs it as long as there is a next page.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const page = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Read a page of the stock',
  status: 'published',
  parameters: [],
  steps: [
    {
      id: 'rows',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#stock', as: 'table' },
    },
    {
      id: 'more',
      kind: 'primitive',
      primitive: 'data.set',
      when: 'element "a[rel=next]" is visible',
      input: { value: 'yes' },
    },
    {
      id: 'next',
      kind: 'primitive',
      primitive: 'browser.click',
      when: 'value "{{ steps.more.output }}" equals "yes"',
      input: { target: 'Next page' },
    },
  ],
});
const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Read the stock',
  status: 'published',
  parameters: [],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/office/stock` } },
    {
      id: 'pages',
      kind: 'primitive',
      primitive: 'runbook.run',
      input: { runbookId: page.id },
      repeatWhile: { condition: 'value "{{ steps.pages.output.more }}" equals "yes"', maxIterations: 50 },
    },
  ],
});

const run = await errand.runbooks.runAndWait(id);
const pages = run.result?.outputs['pages'] as { rows: string[][] }[];
for (const { rows } of pages) console.log(rows.slice(1).join(' · '));
// Blue Teapot,58 · Glass Teapot,80 · Milk Jug,32
// Espresso Cups,75 · Breakfast Bowl,4 · Dinner Plate,10
// Salt & Pepper Jars,19 · Travel Mug,53
