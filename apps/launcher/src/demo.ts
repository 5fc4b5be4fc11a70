import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startShop } from '@errand/demo-shop';
import { startStack } from '@errand/local-stack';
import Errand from '@errand/sdk';
import { createApprovalKey, signUp } from './account.ts';
import { photograph } from './demo/contact-sheet.ts';
import { addToCartRunbook, orderInputs, orderRunbook } from './demo/order.ts';
import { contactSheetHtml, writeReport } from './demo/report.ts';
import { adHocTask } from './demo/scenarios.ts';
import { showRun } from './demo/show-run.ts';
import { watchRun } from './demo/watch.ts';
import { browserCacheDirectory, homeDirectory, queueUrl } from './home.ts';
import { describeEnd, print, runCommand } from './terminal.ts';

const { values: flags } = parseArgs({ options: { watch: { type: 'boolean', default: false } } });

/**
 * Starts the stack and a shop, creates an account, executes two Runs, writes a report, and stops everything. With `--watch`
 * it executes one Run instead, for a person to watch and control.
 */
async function demo(signal: AbortSignal, fail: (reason: Error) => void): Promise<void> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1).padStart(5);
  const progress = (line: string) => print(`${seconds()} s  ${line}`);
  const home = path.join(homeDirectory(), 'demo');
  await rm(home, { recursive: true, force: true });
  await mkdir(home, { recursive: true });

  print('Errand demo: real services, a real queue, a real browser; nothing but this folder is needed.\n');
  await using stack = await startStack({
    dir: home,
    port: 0,
    fresh: true,
    env: { ...process.env, ERRAND_BROWSER_CACHE_DIR: browserCacheDirectory() },
    queueUrl: queueUrl(),
    onProgress: progress,
    onGivenUp: (end) => fail(describeEnd(end)),
  });
  signal.throwIfAborted();
  progress(`Errand is up at ${stack.baseUrl}`);
  const shop = await startShop();
  try {
    progress(`a small shop is open at ${shop.url}`);
    const account = await signUp(stack.baseUrl, 'you@example.com', `demo-${crypto.randomUUID()}`);
    const approvalKey = await createApprovalKey(stack.baseUrl, account.email, account.password);
    progress('signed up, made an API key and a second key that approves');
    const errand = new Errand({ apiKey: account.apiKey, baseURL: stack.baseUrl });
    const approver = new Errand({ apiKey: approvalKey, baseURL: stack.baseUrl });
    if (flags.watch) {
      await watchRun(errand, shop.url, { print, signal });
      progress('done; stopping everything');
      return;
    }

    const task = adHocTask(shop.url);
    print(`\n1. An ad-hoc Run, in plain English (POST /v1/runs):\n\n  “${task}”\n`);
    const adHoc = await showRun(
      errand,
      await errand.runs.create({ task }, { signal }),
      { title: task, kind: 'Ad-hoc Run' },
      { print, signal },
    );

    const addToCart = await errand.runbooks.create(
      { ...addToCartRunbook(shop.url).toJSON(), status: 'published' },
      { signal },
    );
    const order = orderRunbook(addToCart.id);
    const runbook = await errand.runbooks.create({ ...order.toJSON(), status: 'published' }, { signal });
    print(
      `2. A Runbook with a loop, a sub-Runbook and an approval (POST /v1/runbooks/${runbook.id}/runs):\n`,
    );
    print(`  “${runbook.title}” ${JSON.stringify(orderInputs)}\n`);
    const ordered = await showRun(
      errand,
      await errand.runbooks.run(runbook.id, order.inputs(orderInputs), { signal }),
      { title: runbook.title, kind: 'Runbook Run' },
      { print, signal, approver },
    );
    const [placed] = shop.orders;
    if (shop.orders.length !== 1 || placed?.lines.length !== orderInputs.items.length)
      throw new Error(`The shop has ${shop.orders.length} orders, but not the approved one.`);

    const reports = path.join(home, 'report');
    const file = await writeReport(reports, [adHoc, ordered]);
    const sheet = path.join(reports, 'contact-sheet.png');
    await photograph(contactSheetHtml([adHoc, ordered]), sheet, browserCacheDirectory());
    print(`Report:         ${path.relative(process.cwd(), file)}`);
    print(`Contact sheet:  ${path.relative(process.cwd(), sheet)}\n`);
    const failed = [adHoc, ordered].filter(({ state }) => state.status !== 'completed');
    if (failed.length > 0) throw new Error(`${failed.length} of 2 Runs did not complete.`);
    progress('done; stopping everything');
  } finally {
    await shop.close();
  }
}

await runCommand(demo);
