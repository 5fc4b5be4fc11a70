import { waitFor } from '@errand/test-kit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { pagesOf } from './pages.ts';
import { type Person, signUp } from './people.ts';
import { type Seeded, seed } from './seed.ts';

const openPage = useBrowser();
let person: Person;
let seeded: Seeded;
let pages: ReturnType<typeof pagesOf>;
beforeAll(async () => {
  const { baseUrl, shopUrl } = sharedStack();
  person = await signUp(baseUrl);
  seeded = await seed(person.errand, shopUrl);
  pages = pagesOf(seeded);
});

test('the id of a Run is copied whole', async () => {
  const page = await openPage(person, pages['run-completed'], {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const copy = page.getByRole('button', { name: /^Copy the id of the Run/ });
  await copy.click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await waitFor('the id on the clipboard', async () => (await copied()) === seeded.completed);
});

test('where the browser lets no page copy, the id is shown whole and the button says so', async () => {
  const page = await openPage(person, pages['run-completed']);
  const copy = page.getByRole('button', { name: /^Copy the id of the Run/ });
  // As in a page that was loaded over HTTP from another machine.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  await copy.getByText('Not copied').waitFor();
  await copy.getByText(seeded.completed).waitFor();
});

test('a time is relative, and shows the exact one in the time zone of the person on hover', async () => {
  const page = await openPage(person, pages['run-completed'], {
    timezoneId: 'Pacific/Chatham',
    locale: 'en-GB',
  });
  const created = page.locator('time').first();
  await created.waitFor();
  const at = (await created.getAttribute('datetime')) ?? '';
  expect(at).toBe((await person.errand.runs.details(seeded.completed)).created_at);
  expect(await created.textContent()).toMatch(/^(?:now|\d+(?:s|min|m|h) ago)$/);
  await created.hover();
  const exact = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Pacific/Chatham',
    dateStyle: 'medium',
    timeStyle: 'long',
  });
  expect(await created.getAttribute('title')).toBe(exact.format(new Date(at)));
});

/** Roles as the browser tells them to a screen reader, for one table. */
async function rolesOf(page: Page, name: string): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: `[role=region][aria-label="${name}"] table`,
  });
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId });
  const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => String(role?.value));
  const count = (role: string) => roles.filter((each) => each === role).length;
  return {
    table: count('table'),
    row: count('row'),
    columnheader: count('columnheader'),
    cell: count('cell') + count('gridcell'),
  };
}

describe('in a window of 360 pixels a table is one to a screen reader as in a wide one:', () => {
  test.each([
    ['API keys', 'api-keys'],
    ['Members', 'members'],
    ['Sessions', 'settings'],
    ['Runs of this Blueprint', 'blueprint-edit'],
  ] as const)('%s', async (name, where) => {
    const page = await openPage(person, pages[where]);
    await page.getByRole('region', { name }).getByRole('row').nth(1).waitFor();
    const wide = await rolesOf(page, name);
    expect(wide).toMatchObject({ table: 1, row: expect.any(Number) });
    expect(wide['cell']).toBe((Number(wide['row']) - 1) * Number(wide['columnheader']));
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await rolesOf(page, name)).toEqual(wide);
  });
});
