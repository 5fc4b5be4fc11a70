import { createServer } from 'node:http';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { RunDetails, UploadedFile } from '@errand/contracts';
import Errand, { UnprocessableEntityError } from '@errand/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCommandLine } from './command-line.ts';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS, finish, start } from './runs.ts';
import { MIB, createPublished } from './samples.ts';
import { sharedStack } from './stack.ts';

/** Shows name, type, size and first characters of each file that its field is given. */
const PAGE = `<!doctype html><title>Upload</title><label>Papers <input type="file" multiple></label><p id="seen"></p>
<script>document.querySelector('input').onchange = async ({ target }) => {
  const seen = await Promise.all([...target.files].map(async (file) =>
    [file.name, file.type, file.size, (await file.slice(0, 5).text())].join(' ')));
  document.querySelector('#seen').textContent = seen.join(', ');
};</script>`;

const site = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
});
let person: Person;
let client: KeyClient;
let errand: Errand;
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  person = await signUp();
  client = await person.key();
  errand = new Errand({ apiKey: client.issued.key, baseURL: sharedStack().baseUrl });
}, RUN_MS);
afterAll(() => void site.close());

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text));
}
function upload(body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, as = client) {
  return as.send('POST', '/v1/files?filename=notes.txt', {
    body,
    headers: { 'content-type': 'text/plain', ...headers },
  });
}
/** A Runbook that uploads the file `first` and those in the list `rest`, and reads the page's report. */
function sendPapers() {
  const step = { kind: 'primitive' };
  const item = { type: 'object', properties: { scan: { type: 'file', required: true } } };
  return createPublished(client, {
    parameters: [
      { name: 'first', type: 'file', required: true },
      { name: 'rest', type: 'list', items: item },
    ],
    steps: [
      {
        ...step,
        id: 'open',
        primitive: 'browser.navigate',
        input: { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` },
      },
      {
        ...step,
        id: 'send',
        primitive: 'browser.upload',
        input: {
          target: 'Papers',
          files: ['{{ inputs.first }}', '{{ inputs.rest[0].scan }}', { name: 'own.txt', content: 'Its own' }],
        },
        completionCondition: 'text "own.txt" is visible',
      },
      { ...step, id: 'seen', primitive: 'browser.extract', input: { target: '#seen', as: 'text' } },
    ],
  });
}

describe('POST /v1/files', () => {
  test('stores raw bytes, above the limit of other bodies too', async () => {
    const { id, expiresAt, ...file } = (await upload(new Uint8Array(randomBytes(2 * MIB)))).as(
      201,
      UploadedFile,
    );
    expect(file).toEqual({ filename: 'notes.txt', contentType: 'text/plain', bytes: 2 * MIB });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)).toBe(7 * 24);
  });

  test('takes JSON as bytes like any others', async () => {
    const body = bytesOf('{"not": "parsed"');
    const answer = await upload(body, { 'content-type': 'application/json' });
    expect(answer.as(201, UploadedFile)).toMatchObject({
      contentType: 'application/json',
      bytes: body.length,
    });
  });

  test('returns 413 beyond 64 MiB, and takes 64 MiB', async () => {
    (await upload(new Uint8Array(64 * MIB + 1))).refusal(413, /67108864/);
    expect((await upload(new Uint8Array(64 * MIB))).as(201, UploadedFile).bytes).toBe(64 * MIB);
  });

  test('returns 415 without a media type, 422 without a name, 400 without bytes', async () => {
    (await upload(bytesOf('x'), { 'content-type': 'nothing' })).refusal(415, /media type/);
    (await client.send('POST', '/v1/files', { body: bytesOf('x') })).refusal(422, /^filename: /);
    (await upload(new Uint8Array(0))).refusal(400, /empty/);
  });

  test('has a key of its own name space, which covers the bytes', async () => {
    const key = { 'x-idempotency-key': 'files-1' };
    const first = await upload(bytesOf('one'), key);
    const again = await upload(bytesOf('one'), key);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    (await upload(bytesOf('two'), key)).refusal(409);
    expect((await client.post('/v1/runs', { task: 'x', executionTarget: 'local' }, key)).status).toBe(202);
  });
});

describe('a file input', () => {
  test(
    'reaches the page with its name, type and bytes, also from inside a list, by the SDK',
    async () => {
      const first = await errand.files.create(bytesOf('first file'), {
        filename: 'a b.csv',
        contentType: 'text/csv',
      });
      const large = new Uint8Array(51 * MIB).fill(97);
      const second = await errand.files.create(new Blob([large], { type: 'image/png' }), {
        filename: 'größe.png',
      });
      const { id } = await sendPapers();
      const inputs = { first: { fileId: first.id }, rest: [{ scan: { fileId: second.id } }] };
      const run = await errand.runbooks.runAndWait(id, { inputs });
      expect(run).toMatchObject({ status: 'completed', error_message: null });
      expect(run.result?.outputs['seen']).toBe(
        `a b.csv text/csv 10 first, größe.png image/png ${large.length} aaaaa, own.txt text/plain 7 Its o`,
      );
      const details = (await client.get(`/v1/runs/${run.id}/details`)).as(200, RunDetails);
      expect(details.inputs).toEqual(inputs);
    },
    RUN_MS,
  );

  test(
    'is uploaded by the command line from a path',
    async () => {
      await using cli = await createCommandLine(client.issued.key);
      const file = path.join(cli.home, 'invoice.txt');
      await writeFile(file, 'An invoice');
      const { id } = await sendPapers();
      const other = (await upload(bytesOf('other'))).as(201, UploadedFile).id;
      const rest = JSON.stringify([{ scan: { fileId: other } }]);
      const args = ['runbooks', 'run', id, '-i', `first=@${file}`, '-i', `rest=${rest}`];
      const { code, out } = await cli.call(args);
      expect(code).toBe(0);
      const { status, result } = await finish(client, out.trim());
      expect(status).toBe('completed');
      expect(result?.outputs['seen']).toMatch(/^invoice\.txt \S* ?10 An in, notes\.txt /);
    },
    RUN_MS,
  );

  test('is refused with 422 naming the input when its file is unknown or of another workspace', async () => {
    const foreign = (await upload(bytesOf('x'), {}, await (await signUp()).key())).as(201, UploadedFile).id;
    const own = (await upload(bytesOf('x'))).as(201, UploadedFile).id;
    const { id } = await sendPapers();
    const first = { fileId: own };
    for (const fileId of [foreign, '01981f3e-7b1c-7c4e-9a52-6d0f5c1b2a3e'])
      (await start(client, id, { inputs: { first, rest: [{ scan: { fileId } }] } })).refusal(
        422,
        /^inputs\.rest\[0\]\.scan: unknown file/,
      );
    for (const value of [own, { fileId: 'x' }, { fileId: own, more: 1 }, null])
      (await start(client, id, { inputs: { first: value } })).refusal(
        422,
        /^inputs\.first: must be an uploaded file/,
      );
    await expect(errand.runbooks.run(id, { inputs: {} })).rejects.toBeInstanceOf(UnprocessableEntityError);
  });
});
