import { setTimeout as delay } from 'node:timers/promises';
import { browser, runbook } from '@errand/runbooks';
import type Errand from '@errand/sdk';
import { showRun } from './show-run.ts';

/** The longest timeout of a step, so that there is time to watch; its clock is stopped while a person controls. */
const WAIT_MS = 600_000;
const POLL_INTERVAL_MS = 100;

/** A Runbook that fills a cart and waits until a person has placed the order. */
function orderByHandRunbook(shop: string) {
  return runbook('Order with a person', {}, () => {
    const line = browser.extract('line', { target: { testId: 'order-number' }, as: 'text' });
    return [
      browser.navigate('open', { url: `${shop}/products/blue-teapot` }),
      browser.select('colour', { target: { label: 'Colour' }, label: 'Moss' }),
      browser.click('add', { target: 'Add to cart' }, { completionCondition: 'url contains "/cart"' }),
      browser.click('checkout', { target: { role: 'link', name: 'Checkout', exact: true } }),
      browser.wait('person', { for: { url: '/confirmation' } }, { timeoutMs: WAIT_MS }),
      line,
    ];
  });
}

/** Starts a Run that needs a person, prints where to watch and control it, and waits until it has ended. */
export async function watchRun(
  errand: Errand,
  shopUrl: string,
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const order = orderByHandRunbook(shopUrl);
  const { id, title } = await errand.runbooks.create({ ...order.toJSON(), status: 'published' }, { signal });
  const accepted = await errand.runbooks.run(id, order.inputs({}), { signal });
  print(`\nA Run that fills a cart and waits for a person to order: “${title}”\n`);
  const url = await liveViewOf(errand, accepted.id, signal);
  print(`  Watch it:  ${url}\n`);
  print('  Take control there, fill in the form, place the order and give the browser back. Ctrl-C stops.\n');
  const run = await showRun(errand, accepted, { title, kind: 'Runbook Run' }, { print, signal });
  if (run.state.status !== 'completed') throw new Error(`The Run is ${run.state.status}.`);
}

/** Waits until an executor holds the Run. */
async function liveViewOf(errand: Errand, runId: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    const { live_view_url: url } = await errand.runs.details(runId, { signal });
    if (url !== null) return url;
    await delay(POLL_INTERVAL_MS, undefined, { signal });
  }
}
