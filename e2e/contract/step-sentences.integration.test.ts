import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type KeyClient, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { type Performed, type Sentence, check, perform } from './sentences.ts';
import { plainSentences } from './step-sentences.ts';
import { pageSentences } from './page-sentences.ts';
import { type Site, startSite } from './step-sentences-site.ts';

const NOWHERE = 'http://127.0.0.1:9';

let key: KeyClient;
let site: Site;
beforeAll(async () => {
  key = await (await signUp()).key();
  site = await startSite();
}, RUN_MS);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

describe.each([
  ['without a browser', plainSentences],
  ['in a page', pageSentences],
])('a step %s', (_where, sentencesOn) => {
  // The sites of a table and of the Run differ in their addresses only.
  const table = sentencesOn(NOWHERE).map(({ says }, index) => [says, index] as const);
  let sentences: Sentence[];
  let performed: Performed;
  beforeAll(async () => {
    sentences = sentencesOn(site.url);
    performed = await perform(key, sentences);
  }, RUN_MS);

  test.each(table)('%s', (_says, index) => {
    const sentence = sentences[index];
    if (sentence === undefined) throw new Error('no such sentence');
    check(performed, sentence);
  });
});

test('a write that the server refused was sent once', () => {
  expect(site.count('/write')).toBe(1);
});
