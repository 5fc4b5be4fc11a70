import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Shop, startShop } from '@errand/demo-shop';
import { RECIPES_FOLDER, readRecipes } from '@errand/gateway/recipes';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type KeyClient, type Person, signUp } from './people.ts';
import { RUN_MS } from './runs.ts';
import { sharedStack } from './stack.ts';

const run = promisify(execFile);

let shop: Shop;
let person: Person;
let key: KeyClient;
let approver: KeyClient;
beforeAll(async () => {
  shop = await startShop();
  person = await signUp();
  key = await person.key();
  approver = await person.key();
}, RUN_MS);
afterAll(() => shop.close());

test.each(readRecipes().map(({ title, ...recipe }) => [title, recipe] as const))(
  'the recipe "%s" prints what the guide says',
  async (_title, { file, output }) => {
    const { stdout, stderr } = await run(process.execPath, [path.join(RECIPES_FOLDER, file)], {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        NO_COLOR: '1',
        SHOP_URL: shop.url,
        ERRAND_BASE_URL: sharedStack().baseUrl,
        ERRAND_API_KEY: key.issued.key,
        ERRAND_APPROVAL_KEY: approver.issued.key,
      },
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect([stdout.trim(), stderr]).toEqual([output, '']);
  },
  RUN_MS,
);
