/**
 * Takes a picture of every page of the dashboard in both themes and three widths, into report/dashboard.
 *
 *     npm run screenshots [-- name …]
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserLauncher } from '@errand/browser-runtime';
import { startShop } from '@errand/demo-shop';
import { buildDashboard } from '@errand/launcher/dashboard';
import { browserCacheDirectory } from '@errand/launcher/home';
import { startStack } from '@errand/local-stack';
import { EMPTY_PAGES, GUEST_PAGES, PAGE_NAMES, pagesOf } from './pages.ts';
import { signUp } from './people.ts';
import { type Shot, TARGET, photograph } from './pictures/camera.ts';
import { takeOver } from './pictures/controlled-run.ts';
import { startHealedDraft } from './pictures/healed-draft.ts';
import { startMachines } from './pictures/machines.ts';
import { STATES, seedStates, statesOf } from './pictures/states.ts';
import { seed } from './seed.ts';

const asked = process.argv.slice(2);
function isWanted(name: string): boolean {
  return asked.length === 0 || asked.some((part) => name.includes(part));
}

function wanted(addresses: Readonly<Record<string, string>>): Record<string, Shot> {
  return Object.fromEntries(
    Object.entries(addresses).flatMap(([name, at]) => (isWanted(name) ? [[name, { at }]] : [])),
  );
}

function wantedOf(shots: Readonly<Record<string, Shot>>): Record<string, Shot> {
  return Object.fromEntries(Object.entries(shots).filter(([name]) => isWanted(name)));
}

await using undo = new AsyncDisposableStack();
const dir = await mkdtemp(path.join(tmpdir(), 'errand-screenshots-'));
undo.defer(() => rm(dir, { recursive: true, force: true }));
await mkdir(TARGET, { recursive: true });
await buildDashboard((line) => process.stdout.write(`${line}\n`));
const shop = await startShop();
undo.defer(() => shop.close());
const env = {
  ...process.env,
  ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory(),
  ERRAND_EXAMPLE_SITE_URL: shop.url,
  ERRAND_RATE_LIMIT_PER_MINUTE: '1000000',
};
const stack = await startStack({ dir: path.join(dir, 'main'), port: 0, env });
undo.defer(() => stack.stop());
const browser = await browserLauncher({ cacheDir: browserCacheDirectory(), environment: process.env })();
undo.defer(() => browser.close());
const { baseUrl } = stack;

await photograph(browser, { baseUrl, person: null }, wanted(GUEST_PAGES));
const grace = await signUp(baseUrl, 'Grace Hopper');
await photograph(browser, { baseUrl, person: grace }, wanted(EMPTY_PAGES));
const isInUse = [...PAGE_NAMES, 'invitation'].some(isWanted);
if (isInUse) {
  const ada = await signUp(baseUrl);
  const seeded = await seed(ada.errand, shop.url, grace.email);
  await photograph(browser, { baseUrl, person: ada }, wanted(pagesOf(seeded)));
  await photograph(
    browser,
    { baseUrl, person: grace },
    wanted({ invitation: `/invitation/${seeded.invitation}` }),
  );
}
if (Object.keys(STATES).some(isWanted)) {
  const katherine = await signUp(baseUrl, 'Katherine Johnson');
  const states = statesOf(await seedStates(katherine, shop.url));
  await photograph(browser, { baseUrl, person: katherine }, wantedOf(states));
}
if (isWanted('run-controlled')) {
  const edsger = await signUp(baseUrl, 'Edsger Dijkstra');
  await photograph(browser, { baseUrl, person: edsger }, await takeOver(edsger, shop.url));
}
if (
  ['devices-paired', 'run-on-device', 'window-now', 'window-history', 'window-permissions'].some(isWanted)
) {
  const mary = await signUp(baseUrl, 'Mary Somerville');
  await using machines = new AsyncDisposableStack();
  const shots = await startMachines(machines, baseUrl, mary, shop.url);
  await photograph(browser, { baseUrl, person: mary }, wantedOf(shots));
}
if (['run-healed', 'healed-draft'].some(isWanted)) {
  const { visit, shots } = await startHealedDraft(undo, dir, env);
  await photograph(browser, visit, wantedOf(shots));
}
process.stdout.write(`Pictures: ${path.relative(process.cwd(), TARGET)}\n`);
