import { waitFor } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { expectFocus, pressOn, tabTo, typeInto } from './keyboard.ts';
import { type Person, signUp } from './people.ts';

const openPage = useBrowser();
let person: Person;
let page: Page;
beforeAll(async () => {
  person = await signUp(sharedStack().baseUrl);
  page = await openPage(person, '/runs');
});

test('a person signs up and signs in by keyboard alone', async () => {
  const guest = await openPage(null, '/sign-up');
  const email = `keys.${process.pid}.${Date.now()}@example.com`;
  await typeInto(guest, guest.getByLabel('Name'), 'Grace Hopper');
  await typeInto(guest, guest.getByLabel('E-mail'), email);
  await typeInto(guest, guest.getByLabel('Password'), 'a long password');
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  await guest.context().clearCookies();
  await guest.goto('/sign-in');
  await typeInto(guest, guest.getByLabel('E-mail'), email);
  await typeInto(guest, guest.getByLabel('Password'), 'a long password');
  await pressOn(guest, guest.getByRole('button', { name: 'Sign in' }));
  await guest.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  await guest.context().close();
});

test('a key is created, copied, rotated and revoked by keyboard alone, and the focus is never lost', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api-keys');
  await pressOn(page, page.getByRole('button', { name: 'New key' }));
  await typeInto(page, page.getByLabel('Name'), 'By keyboard');
  await pressOn(page, page.getByRole('button', { name: 'Create the key' }));
  await pressOn(page, page.getByRole('button', { name: 'Copy the key' }));
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('erk_'));
  await pressOn(page, page.getByRole('button', { name: 'I have copied it' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(page);
  const row = page.getByRole('row').filter({ hasText: 'By keyboard' });
  await pressOn(page, row.getByRole('button', { name: 'Rotate' }));
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }));
  await pressOn(page, page.getByRole('button', { name: 'I have copied it' }));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pressOn(page, row.getByRole('button', { name: 'Revoke' }));
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }));
  await row.getByText('revoked').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expectFocus(page);
});

test('a member is invited, gets another role and is removed by keyboard alone', async () => {
  const guest = await signUp(sharedStack().baseUrl, 'Grace Hopper');
  await page.goto('/members');
  await typeInto(page, page.getByRole('form', { name: 'Invite' }).getByLabel('E-mail'), guest.email);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: guest.email });
  const copy = row.getByRole('button', { name: /Copy the link/ });
  await tabTo(page, copy);
  const [, id = ''] = /invitation\/([\w-]{36})/.exec((await copy.textContent()) ?? '') ?? [];
  await guest.errand.request('POST', '/api/auth/organization/accept-invitation', {
    body: { invitationId: id },
  });
  await page.reload();
  const role = row.getByLabel('Role of Grace Hopper');
  await pressOn(page, role, 'ArrowDown');
  await page.getByText('Grace Hopper is now admin.').waitFor();
  await waitFor('the role to be shown', async () => (await role.inputValue()) === 'admin');
  await pressOn(page, row.getByRole('button', { name: 'Remove' }));
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
  await row.waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expectFocus(page);
});

test('an invitation is withdrawn by keyboard alone, which moves the focus to the page, and another is accepted', async () => {
  const guest = await signUp(sharedStack().baseUrl, 'Grace Hopper');
  await page.goto('/members');
  const email = page.getByRole('form', { name: 'Invite' }).getByLabel('E-mail');
  await typeInto(page, email, guest.email);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: guest.email });
  await pressOn(page, row.getByRole('button', { name: 'Withdraw' }));
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }));
  await row.waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.locator('main:focus').waitFor();
  await typeInto(page, email, guest.email);
  await page.keyboard.press('Enter');
  const copy = row.getByRole('button', { name: /Copy the link/ });
  const [link = ''] = /\/invitation\/[\w-]{36}/.exec((await copy.textContent()) ?? '') ?? [];
  const invited = await openPage(guest, link);
  await pressOn(invited, invited.getByRole('button', { name: 'Join' }));
  await invited.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  expect((await guest.errand.me()).workspace.id).toBe((await person.errand.me()).workspace.id);
  await invited.context().close();
});

test('the palette is opened, closed, walked through and followed by keyboard alone, and gives the focus back', async () => {
  await page.goto('/settings');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' });
  await tabTo(page, link);
  const chosen = page.getByRole('option', { selected: true });
  const open = async (): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await chosen.getByText('New Run').waitFor();
  };
  await open();
  await page.keyboard.press('ArrowDown');
  await chosen.getByText('New API key').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await link.and(page.locator(':focus')).waitFor();
  await open();
  await page.keyboard.type('Blueprints');
  await chosen.getByText('Blueprints').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Blueprints', level: 1 }).waitFor();
  await page.locator('main:focus').waitFor();
});

test('the list of Runs is filtered and cleared, and a Run opened, by keyboard alone', async () => {
  await person.errand.runs.create({ task: 'Wait for a device', executionTarget: 'local' });
  await page.goto('/runs');
  await pressOn(page, page.getByLabel('Target'), 'End');
  await page.waitForURL(/target=local/);
  const clear = page.getByRole('button', { name: 'Clear' });
  await pressOn(page, clear);
  await page.waitForURL((url) => url.search === '');
  await clear.waitFor({ state: 'detached' });
  await expectFocus(page);
  const row = page.getByRole('row').filter({ hasText: 'Wait for a device' });
  await pressOn(page, row.getByRole('link'));
  await page.getByText('Why is it queued?').waitFor();
});

test('a code is entered and confirmed by keyboard alone', async () => {
  const { user_code: code } = await person.errand.request<{ user_code: string }>(
    'POST',
    '/api/auth/device/code',
    { body: { client_id: 'errand-desktop' } },
  );
  await page.goto('/device');
  await typeInto(page, page.getByLabel('Code'), code);
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: 'Confirm' }));
  await page.getByText('Go back to the application').waitFor();
  await expectFocus(page);
});
