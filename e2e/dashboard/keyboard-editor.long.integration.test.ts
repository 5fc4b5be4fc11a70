import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { pressOn, tabTo, typeInto } from './keyboard.ts';
import { type Person, signUp } from './people.ts';

const openPage = useBrowser();
let person: Person;
let page: Page;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
  page = await openPage(person, '/runbooks');
});

test('a Runbook is written, validated, published, run, changed and compared by keyboard alone', async () => {
  await pressOn(page, page.getByRole('link', { name: 'New Runbook' }));
  await typeInto(page, page.getByLabel('Title'), 'Read a heading');
  await pressOn(page, page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^open/ }));
  const url = page.getByLabel(/^URL/);
  await typeInto(page, url, '{{ inputs.nothing }}');
  await page.keyboard.press('Escape');
  await page.getByText('1 problem').first().waitFor();
  await typeInto(page, url, sharedStack().shopUrl);
  await page.getByText('no problems').waitFor();
  const code = page.getByRole('textbox', { name: 'The Runbook as JSON' });
  const keys = 'Tab leaves the editor. Ctrl and ] or [ indents lines more or less.';
  await page.getByText(keys).waitFor();
  expect(await code.getAttribute('aria-description')).toBe(keys);
  await tabTo(page, code);
  await page.keyboard.press('ControlOrMeta+]');
  await page.waitForFunction(() =>
    document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-line')?.textContent?.startsWith('  {'),
  );
  await page.keyboard.press('ControlOrMeta+[');
  await page.keyboard.press('Tab');
  expect(await code.evaluate((node) => node.matches(':focus'))).toBe(false);
  await pressOn(page, page.getByRole('button', { name: 'Save' }));
  await page.waitForURL(/\/runbooks\/[0-9a-f-]{36}/);
  await pressOn(page, page.getByRole('button', { name: 'Publish' }));
  await page.getByText('published', { exact: true }).waitFor();
  const address = page.url();
  await pressOn(page, page.getByRole('button', { name: 'Run', exact: true }));
  const dialog = page.getByRole('dialog');
  await pressOn(page, dialog.getByRole('button', { name: 'Run' }));
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.goto(address);
  await typeInto(page, page.getByLabel('Title'), 'Read the heading');
  await pressOn(page, page.getByRole('button', { name: 'Save' }));
  await page.getByText('version 2', { exact: true }).waitFor();
  const tabs = page.getByRole('tab', { selected: true }).first();
  await tabTo(page, tabs);
  const revisions = page.getByRole('tab', { name: 'Revisions' });
  for (let presses = 0; presses < 6; presses += 1) {
    if (await revisions.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Difference' }).getByText('Read the heading').waitFor();
});
