import { query } from '@errand/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { sharedStack } from '../contract/stack.ts';
import { useBrowser } from './browser.ts';
import { join, type Person, signUp } from './people.ts';
import { cartRunbook } from './seed.ts';

const openPage = useBrowser();
let owner: Person;
let workspaceId: string;
beforeAll(async () => {
  owner = await signUp(sharedStack().baseUrl);
  workspaceId = (await owner.errand.me()).workspace.id;
});

interface Member {
  id: string;
  role: string;
}

/** What the API answers, as a status. */
async function statusOf(person: Person, path: string, body: object): Promise<number> {
  return await person.errand.request('POST', path, { body }).then(
    () => 200,
    (error: { status?: number }) => error.status ?? 0,
  );
}

async function memberIds(): Promise<string[]> {
  const { members } = await owner.errand.request<{ members: Member[] }>(
    'GET',
    '/api/auth/organization/get-full-organization',
  );
  return members.filter(({ role }) => role !== 'owner').map(({ id }) => id);
}

test('a member is shown no way to manage people or the workspace, and the API refuses each', async () => {
  const member = await join(owner, 'Grace Hopper', 'member');
  const page = await openPage(member, '/members');
  await page.getByText('Owners and admins invite people and change roles.').waitFor();
  expect(await page.getByRole('button', { name: /Invite|Remove|Withdraw/ }).count()).toBe(0);
  expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0);
  await page.goto('/settings');
  await page.getByText('Your role').waitFor();
  expect(await page.getByRole('main').getByLabel('Name', { exact: true }).count()).toBe(0);
  const [memberId] = await memberIds();
  const refused = await Promise.all([
    statusOf(member, '/api/auth/organization/invite-member', { email: 'x@example.com', role: 'member' }),
    statusOf(member, '/api/auth/organization/update-member-role', { memberId, role: 'owner' }),
    statusOf(member, '/api/auth/organization/update', {
      organizationId: workspaceId,
      data: { name: 'Mine' },
    }),
  ]);
  for (const status of refused) expect([400, 401, 403]).toContain(status);
});

test('an admin manages people and the workspace', async () => {
  const admin = await join(owner, 'Katherine Johnson', 'admin');
  const page = await openPage(admin, '/members');
  await page.getByRole('form', { name: 'Invite' }).waitFor();
  await page.getByLabel('Role of Grace Hopper').selectOption('admin');
  await page.getByText('Grace Hopper is now admin.').waitFor();
  await page.goto('/settings');
  await page.getByLabel('Name', { exact: true }).fill('The office');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved.').waitFor();
  expect((await owner.errand.me()).workspace.name).toBe('The office');
});

test('scopes withheld from members are neither offered to them nor usable by them', async () => {
  const { environments, shopUrl } = sharedStack();
  const member = await join(owner, 'Dorothy Vaughan', 'member');
  const runbook = await owner.errand.runbooks.create({ ...cartRunbook(shopUrl), status: 'published' });
  const { id } = await owner.errand.runbooks.run(runbook.id, { inputs: { product: 'blue-teapot' } });
  await owner.errand.runs.wait(id, { returnOn: ['waiting_for_approval'] });
  await query(
    String(environments.gateway['ERRAND_DATABASE_URL']),
    `UPDATE workspaces SET withheld_scopes = '{runs:write,runs:approve,runbooks:write,blueprints:write}'
     WHERE id = '${workspaceId}'`,
  );
  const page = await openPage(member, `/runs/${id}`);
  await page.getByText('Your role in this workspace may not decide about approvals.').waitFor();
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Approve|Reject|Cancel/ })
      .count(),
  ).toBe(0);
  for (const [address, control] of [
    ['/runs', 'Run'],
    ['/runbooks', 'New Runbook'],
    ['/blueprints', 'New Blueprint'],
    [`/runbooks/${runbook.id}`, 'Save'],
    [`/runbooks/${runbook.id}`, 'Publish'],
  ] as const) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.late, [aria-busy]').length === 0);
    const main = page.getByRole('main');
    expect([
      address,
      control,
      await main.getByRole('button', { name: control, exact: true }).count(),
    ]).toEqual([address, control, 0]);
    expect(await main.getByRole('link', { name: control }).count()).toBe(0);
  }
  const refused = await Promise.all([
    statusOf(member, '/v1/runs', { task: 'Open a page' }),
    statusOf(member, `/v1/runs/${id}/approval`, { decision: 'approve' }),
    statusOf(member, `/v1/runs/${id}/cancel`, {}),
    statusOf(member, '/v1/runbooks', cartRunbook(shopUrl, 'Not mine to write')),
    statusOf(member, '/v1/blueprints', { name: 'No', goal: 'No' }),
  ]);
  expect(refused).toEqual([403, 403, 403, 403, 403]);
});
