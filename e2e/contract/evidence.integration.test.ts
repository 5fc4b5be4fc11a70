import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AcceptedRun, EvidenceKeys } from '@errand/contracts';
import { type Shop, startShop } from '@errand/demo-shop';
import Errand from '@errand/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS, createRun, eventsOf, finish, start } from './runs.ts';
import { UNKNOWN_ID, createPublished } from './samples.ts';
import { sharedStack } from './stack.ts';

const SECRET = 'teapot-9f3b-secret';

let key: KeyClient;
let shop: Shop;
let errand: CommandLine;
let runId: string;
let file: string;
let keySet: string;

beforeAll(async () => {
  key = await (await signUp()).key();
  shop = await startShop();
  errand = await createCommandLine(key.issued.key);
  const { id } = await createPublished(key, {
    parameters: [{ name: 'word', type: 'secret', required: true }],
    steps: [
      { id: 'open', kind: 'primitive', primitive: 'browser.navigate', input: { url: shop.url } },
      {
        id: 'search',
        kind: 'primitive',
        primitive: 'browser.fill',
        input: { target: { role: 'searchbox' }, value: '{{ inputs.word }}' },
      },
      { id: 'shot', kind: 'primitive', primitive: 'browser.screenshot', input: {} },
    ],
  });
  runId = (await start(key, id, { inputs: { word: SECRET } })).as(202, AcceptedRun).id;
  expect(await finish(key, runId)).toMatchObject({ status: 'completed' });
  file = path.join(errand.home, 'evidence.zip');
  expect((await errand.call(['evidence', 'get', runId, '-o', file])).out).toBe(`${file}\n`);
  keySet = path.join(errand.home, 'keys.json');
  await writeFile(keySet, (await key.get('/.well-known/errand-evidence-keys')).text);
}, RUN_MS);
afterAll(async () => {
  await shop?.close();
  await errand?.[Symbol.asyncDispose]();
});

describe('evidence of a Run', () => {
  test('verifies offline against the published keys, and names the Run and its events', async () => {
    const { code, out, err } = await errand.call(['evidence', 'verify', file, '--keys', keySet], { env: {} });
    expect([code, err]).toEqual([0, expect.stringMatching(/among the given keys/)]);
    expect(out).toContain(`Run ${runId}, ${(await eventsOf(key, runId)).length} events`);
  });

  test("says without keys what the check does not prove, and fails with another server's keys", async () => {
    const alone = await errand.call(['evidence', 'verify', file], { env: {} });
    expect([alone.code, alone.err]).toEqual([0, expect.stringMatching(/not who holds that key/)]);
    const { keys } = EvidenceKeys.parse(JSON.parse(await readFile(keySet, 'utf8')));
    const others = { keys: keys.map((each) => ({ ...each, x: Buffer.alloc(32, 5).toString('base64url') })) };
    const input = JSON.stringify(others);
    const foreign = await errand.call(['evidence', 'verify', file, '--keys', '-'], { env: {}, input });
    expect([foreign.code, foreign.err]).toEqual([1, expect.stringMatching(/NOT among the given keys/)]);
  });

  test('a flipped byte makes the check fail', async () => {
    const bytes = await readFile(file);
    const at = bytes.indexOf('{"chain"');
    bytes.writeUInt8(bytes.readUInt8(at + 1) ^ 1, at + 1);
    const changed = path.join(errand.home, 'changed.zip');
    await writeFile(changed, bytes);
    const { code, out, err } = await errand.call(['evidence', 'verify', changed, '--keys', keySet]);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/events\.jsonl was changed/)]);
  });

  test('holds definition, effects, approvals and pictures, and no secret', async () => {
    const { out } = await errand.call(['evidence', 'verify', file, '--json']);
    const { manifest } = JSON.parse(out) as { manifest: { files: { path: string }[] } };
    const paths = manifest.files.map((each) => each.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'run.json',
        'definition.json',
        'effects.json',
        'approvals.json',
        'artifacts.json',
        'events.jsonl',
        expect.stringMatching(/^artifacts\/.*jpe?g$/),
      ]),
    );
    const bytes = await readFile(file);
    expect(bytes.includes('"word": "[secret]"')).toBe(true);
    expect(bytes.includes('"outcome": "landed"')).toBe(true);
    expect(bytes.includes(SECRET)).toBe(false);
  });

  test('is a ZIP that the SDK answers as a response, with a file name', async () => {
    const client = new Errand({ apiKey: key.issued.key, baseURL: sharedStack().baseUrl });
    const response = await client.runs.evidence(runId);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain(`evidence-${runId}.zip`);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  test('is refused with 409 until the Run has ended, with 404 to others, with 403 without runs:read', async () => {
    const { id } = await createRun(key);
    (await key.get(`/v1/runs/${id}/evidence`)).refusal(409, /once it has ended/);
    (await key.get(`/v1/runs/${UNKNOWN_ID}/evidence`)).refusal(404);
    const stranger = await (await signUp()).key();
    (await stranger.get(`/v1/runs/${runId}/evidence`)).refusal(404);
    const writer = await (await signUp()).key(['runs:write']);
    (await writer.get(`/v1/runs/${runId}/evidence`)).refusal(403, /runs:read/);
    await key.post(`/v1/runs/${id}/cancel`);
    expect((await key.get(`/v1/runs/${id}/evidence`)).status).toBe(200);
  });
});
