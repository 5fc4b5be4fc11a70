/**
 * Download and upload files
 *
 * A download step returns an `artifactId`, an upload to Errand a `fileId`. `browser.upload` accepts both in `files`.
 */
import Errand from '@errand/sdk';

const shop = process.env['SHOP_URL'] ?? 'http://localhost:9000';
const errand = new Errand();

const send = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Send a price list',
  status: 'published',
  parameters: [{ name: 'file', type: 'object', required: true }],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/office/upload` } },
    {
      id: 'choose',
      kind: 'primitive',
      primitive: 'browser.upload',
      input: { target: 'Price list', files: ['{{ inputs.file }}'] },
    },
    {
      id: 'send',
      kind: 'primitive',
      primitive: 'browser.click',
      input: { target: 'Send' },
      completionCondition: 'text "Received" is visible',
    },
    {
      id: 'received',
      kind: 'primitive',
      primitive: 'browser.extract',
      input: { target: '#received', as: 'text' },
    },
  ],
});
const { id } = await errand.runbooks.create({
  schemaVersion: 3,
  title: 'Pass on price lists',
  status: 'published',
  parameters: [{ name: 'list', type: 'file', required: true }],
  steps: [
    { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: `${shop}/office` } },
    {
      id: 'download',
      kind: 'primitive',
      primitive: 'browser.download',
      input: { target: 'Price list (CSV)' },
    },
    {
      id: 'theirs',
      kind: 'primitive',
      primitive: 'runbook.run',
      input: {
        runbookId: send.id,
        inputs: { file: { artifactId: '{{ steps.download.output.artifactId }}' } },
      },
    },
    {
      id: 'ours',
      kind: 'primitive',
      primitive: 'runbook.run',
      input: { runbookId: send.id, inputs: { file: '{{ inputs.list }}' } },
    },
  ],
});

const file = await errand.files.create('Blue Teapot,£34.50\nMilk Jug,£12.90\n', {
  filename: 'ours.csv',
  contentType: 'text/csv',
});
const run = await errand.runbooks.runAndWait(id, { inputs: { list: { fileId: file.id } } });
const outputs = run.result?.outputs as Record<'theirs' | 'ours', { received: string }>;
console.log(outputs.theirs.received);
console.log(outputs.ours.received);
// Received: prices.csv, 8 lines
// Received: ours.csv, 2 lines
