import { callInOwnWorld, NAME_FINDER, worldScript } from '@errand/browser-runtime';
import type { Page } from 'playwright-core';
import * as values from '../primitives/page-values.ts';
import * as acts from './page-act.ts';
import * as finders from './page-find.ts';
import * as looks from './page-look.ts';

const FUNCTIONS = { ...values, ...finders, ...acts, ...looks };

const SCRIPT = worldScript(`(() => {
  const names = ${NAME_FINDER};
  ${Object.values(FUNCTIONS).map(String).join('\n')}
  return { ${Object.keys(FUNCTIONS).join()} };
})()`);

type InPage = typeof acts & typeof looks;

/** Calls one of the functions in the tab's own document. Throws as `callInOwnWorld` does. */
export async function callDirectly<Name extends keyof InPage>(
  page: Page,
  name: Name,
  ...given: Parameters<InPage[Name]>
): Promise<Awaited<ReturnType<InPage[Name]>>> {
  const args = given.map((each: unknown) => (each === undefined ? 'undefined' : JSON.stringify(each)));
  return (await callInOwnWorld(page, SCRIPT, `${name}(${args.join()})`)) as never;
}
