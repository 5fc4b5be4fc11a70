import { describe, expect, test } from '@jest/globals';
import { partialRefusalIn, refusalIn } from '../../src/engine/observation/answers.ts';
import { sharedPool } from '../browser.ts';
import { doAsTask } from './as-task.ts';
import { inTraffic } from './two-sided-answers.ts';
import { askedFor } from './two-sided-asked.ts';
import { besideYes } from './two-sided-beside.ts';
import { inDocuments } from './two-sided-documents.ts';
import { everyday } from './two-sided-everyday.ts';
import { inPassing } from './two-sided-passing.ts';
import { ofLists } from './two-sided-lists.ts';
import { inPage } from './two-sided-pages.ts';
import { inPortal } from './two-sided-portal.ts';
import { quietly } from './two-sided-quiet.ts';
import { returns } from './two-sided-returns.ts';
import { byScript } from './two-sided-scripts.ts';
import { unsaid } from './two-sided-unsaid.ts';
import { ofValues } from './two-sided-values.ts';
import { amongOthers } from './two-sided-standing.ts';
import { serveTwoSided } from './two-sided-site.ts';

const cases = Object.entries({
  ...inTraffic,
  ...inPage,
  ...inDocuments,
  ...amongOthers,
  ...inPassing,
  ...unsaid,
  ...quietly,
  ...byScript,
  ...askedFor,
  ...everyday,
  ...returns,
  ...ofLists,
  ...ofValues,
  ...inPortal,
  ...besideYes,
});
const site = serveTwoSided(cases.map(([, each]) => each));
const pool = sharedPool();

describe('a site that stands there twice', () => {
  test.each(cases.map(([name, each], index) => ({ name, index, ...each })))(
    'is believed on neither side without a look: $name',
    async ({ index, acts, says, tries = 1 }) => {
      let refused: string | null = null;
      for (let left = tries; refused === null && left > 0; left -= 1)
        refused = await doAsTask(pool, `${site.url}/no/${index}/`, acts);
      expect(refused).toContain(says);
      const accepted = await doAsTask(pool, `${site.url}/yes/${index}/`, acts);
      expect([accepted, site.takenBy(index, 'yes').length]).toEqual([null, expect.any(Number)]);
      expect(site.takenBy(index, 'yes')).not.toEqual([]);
    },
  );
});

test.each([
  ['{"success":false,"message":"Full"}', 'Full'],
  ['{"error":{"code":12,"message":"Full"}}', 'Full'],
  ['{"errors":{"mail":["is taken"]}}', 'is taken'],
  ['{"status":"error","detail":"Full"}', 'Full'],
  ['{"code":409,"reason":"Full"}', 'Full'],
  ['[{"data":{"add":{"userErrors":[{"message":"Full"}]}}}]', 'Full'],
  ['{"data":null,"errors":[{"message":"Full"}]}', 'Full'],
  ['{"ok":true,"errors":["one row left out"]}', null],
  ['{"error":null,"errors":[],"status":"ok"}', null],
  ['{"data":{"a":1},"errors":[{"message":"of another part"}]}', null],
  ['{"status":"rejected","code":7}', null],
  ['[1,2]', null],
  ['{"code":40301,"msg":"Full","data":null}', 'Full'],
  ['{"code":50000,"msg":"success","data":null}', null],
  ['{"code":20000,"msg":"Done","data":null}', null],
  ['{"code":40301,"msg":"Bonn","data":{"id":1}}', null],
  ['{"result":"failed","msg":"Full"}', 'Full'],
  ['{"outcome":"rejected"}', 'rejected'],
  ['{"type":"error","text":"Full"}', 'error'],
  ['{"isSuccess":false,"message":"Full"}', 'Full'],
  ['{"success":"false","message":"Full"}', 'Full'],
  ['{"success":0,"message":"Full"}', 'Full'],
  ['{"saved":false,"reason":"Full"}', 'Full'],
  ['{"data":{"success":false,"message":"Full"}}', 'Full'],
  ['{"validationErrors":{"name":"too long"}}', 'too long'],
  ['{"error_code":"E12","error_message":"Full"}', 'Full'],
  ['{"meta":{"status":"error","message":"Full"},"data":null}', 'Full'],
  ['{"result":{"ok":false,"message":"Full"}}', 'Full'],
  ['{"results":[{"ok":true},{"ok":false,"message":"Full"}]}', 'Full'],
  ['{"meta":{"status":"ok"},"data":{"status":"failed"}}', null],
  ['{"results":[{"ok":true},{"ok":true}]}', null],
  ['{"affected":0}', '{"affected":0}'],
  ['{"id":7,"accepted":false}', null],
  ['{"matched":1,"modified":0}', null],
  ['{"errorCode":0,"errorMessage":"","validationErrors":{}}', null],
  ['{"errorCode":"NONE","type":"success","result":{"status":"declined"}}', null],
  ['{"type":"nack","message":"Full"}', 'Full'],
  ['not JSON', null],
])('an answer says whether it refuses: %s', (body, said) => {
  expect(refusalIn(body)).toBe(said);
});

test.each([
  ['{"results":[{"id":1,"status":200},{"id":2,"status":423,"error":"Locked"}]}', 'Locked'],
  ['[{"href":"/a","status":"404"}]', '/a'],
  ['{"results":[{"id":400,"status":200}]}', null],
])('an answer of several results says whether one was refused: %s', (body, said) => {
  expect(partialRefusalIn(body)).toBe(said);
});
