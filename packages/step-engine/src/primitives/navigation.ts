import { errors, type Page, type Response } from 'playwright-core';
import { StepError } from '@errand/browser-runtime';
import { evaluateInTab } from '../engine/observation/page-calls.ts';
import { trafficOf } from '../engine/observation/traffic.ts';
import type { Call } from './call.ts';
import type { Handlers } from './primitive.ts';

const NET_ERROR = /net::(ERR_\w+)/;
const TAB_TIMEOUT_MS = 5_000;
/** While a page loads a dialog of it swallows a navigation, and right after it was reached Chromium refuses one. */
const LOAD_TIMEOUT_MS = 1_000;
const WITHOUT_SITE: ReadonlySet<string> = new Set(['about:blank']);

/** The URL that a step names, checked against the Run's limits; a relative one starts from the active page. */
export function admitUrl(call: Call, text: string, from = call.session.surface.url): URL {
  const url = URL.parse(text) ?? (from === null ? null : URL.parse(text, from));
  if (url === null)
    throw new StepError('navigation_failed', `"${text}" is not an absolute URL.`, { noEffect: true });
  if (!WITHOUT_SITE.has(url.href)) call.session.surface.network.check(url);
  return url;
}

function failure(call: Call, error: unknown, where: string): StepError {
  if (error instanceof StepError) return error;
  const { reason: stopped } = call.signal;
  const isTimeUp = stopped instanceof StepError && stopped.code === 'step_timeout';
  if (stopped instanceof StepError && !isTimeUp) return stopped;
  if (isTimeUp || error instanceof errors.TimeoutError)
    return new StepError('step_timeout', `${where} did not load in time.`, { cause: error });
  const reason = error instanceof Error ? NET_ERROR.exec(error.message)?.[1] : undefined;
  const isDownload = error instanceof Error && error.message.includes('Download is starting');
  const why = isDownload ? 'it is a download, see browser.download' : (reason ?? 'the browser gave up');
  return new StepError('navigation_failed', `${where} could not be loaded: ${why}.`, { cause: error });
}

/** What the browser reports of a name without an address: itself, or where the network guard looked it up and hung up. */
const WITHOUT_ADDRESS = /net::ERR_(?:NAME_NOT_RESOLVED|EMPTY_RESPONSE|TUNNEL_CONNECTION_FAILED)/;

/** The failure that names the host, if the address that was to be opened has none; else null. */
async function unresolvedName(call: Call, error: unknown, where: string): Promise<StepError | null> {
  const url = URL.parse(where);
  if (url === null || call.signal.aborted || !(error instanceof Error && WITHOUT_ADDRESS.test(error.message)))
    return null;
  try {
    await call.session.surface.network.resolve(url);
    return null;
  } catch (unresolved) {
    return unresolved instanceof StepError && unresolved.code === 'navigation_failed' ? unresolved : null;
  }
}

/**
 * Awaits a navigation, during which a person is let in.
 * @param mayRepeat true: repeated if it failed while a person had the browser, who may have left the page
 */
async function load(
  call: Call,
  where: string,
  start: () => Promise<Response | null>,
  mayRepeat = false,
): Promise<Response | null> {
  const { session, signal } = call;
  const { gate } = session.host;
  for (;;) {
    const takeovers = gate?.takeovers;
    await call.page
      .waitForLoadState('load', { timeout: Math.min(LOAD_TIMEOUT_MS, call.remaining), signal })
      .catch(() => undefined);
    try {
      signal.throwIfAborted();
      return await call.unbroken(() => session.surface.dialogs.awaitNavigation(start()));
    } catch (error) {
      if (!mayRepeat || signal.aborted || takeovers === gate?.takeovers)
        throw (await unresolvedName(call, error, where)) ?? failure(call, error, where);
    }
  }
}

/** A page that navigates on while it is asked has no title yet. */
function titleOf(page: Page): Promise<string> {
  return evaluateInTab(page, 'document.title').then(String, () => '');
}

/** @throws {StepError} `assertion_failed` for another status than the one asked for, `navigation_failed` for an error */
function checkStatus(
  where: string,
  status: number | null,
  wanted: number | number[] | undefined,
  title: string,
): void {
  if (wanted === undefined) {
    if (status !== null && status >= 400) throw refusedStatus(where, status, title);
    return;
  }
  const said = title === '' ? '' : ` ("${title}")`;
  const expected = [wanted].flat();
  if (status === null || !expected.includes(status))
    throw new StepError(
      'assertion_failed',
      `${where} was answered with status ${status ?? 'none'}${said}, not ${expected.join(' or ')}.`,
    );
}

function refusedStatus(where: string, status: number, title: string): StepError {
  const said = title === '' ? '' : ` ("${title}")`;
  return new StepError('navigation_failed', `${where} was answered with status ${status}${said}.`);
}

/** Lets a step that names no status pass over an error page only when its completion condition holds there. */
async function requireTaken(call: Call, page: Page, where: string, status: number | null): Promise<void> {
  if (status === null || status < 400) return;
  call.failUnlessComplete(refusedStatus(where, status, await titleOf(page)));
}

async function tabAt(call: Call, index: number): Promise<Page> {
  const { surface } = call.session;
  const deadline = performance.now() + Math.min(TAB_TIMEOUT_MS, call.remaining);
  for (;;) {
    const page = surface.tabs[index];
    if (page !== undefined) return page;
    const left = deadline - performance.now();
    if (left <= 0 || call.signal.aborted)
      throw new StepError('action_failed', `There is no tab ${index}; ${surface.tabs.length} are open.`, {
        noEffect: true,
      });
    await surface.context.waitForEvent('page', { timeout: left, signal: call.signal }).catch(() => undefined);
  }
}

export const navigation = {
  'browser.navigate': async (call, { url, waitUntil, expectStatus }) => {
    const { href } = admitUrl(call, url);
    let { page } = call;
    const go = () => {
      ({ page } = call);
      return page.goto(href, { ...call.wait, ...(waitUntil && { waitUntil }) });
    };
    const response = await load(call, href, go, true);
    const title = await titleOf(page);
    const status = response?.status() ?? null;
    checkStatus(href, status, expectStatus, title);
    if (expectStatus !== undefined) trafficOf(call.session.surface.context).acceptStatus(page);
    return { url: page.url(), title, status };
  },
  'browser.back': async (call) => {
    const { page } = call;
    const before = page.url();
    const response = await load(call, 'The page before', () => page.goBack(call.wait));
    if (response === null && page.url() === before)
      throw new StepError('action_failed', 'There is no page to go back to.', { noEffect: true });
    await requireTaken(call, page, 'The page before', response?.status() ?? null);
    return null;
  },
  'browser.forward': async (call) => {
    const { page } = call;
    const before = page.url();
    const response = await load(call, 'The next page', () => page.goForward(call.wait));
    if (response === null && page.url() === before)
      throw new StepError('action_failed', 'There is no page to go forward to.', { noEffect: true });
    await requireTaken(call, page, 'The next page', response?.status() ?? null);
    return null;
  },
  'browser.reload': async (call) => {
    const { page } = call;
    const response = await load(call, 'The page', () => page.reload(call.wait));
    await requireTaken(call, page, 'The page', response?.status() ?? null);
    return null;
  },
  'browser.tab': async (call, { action, index, url }) => {
    const { surface } = call.session;
    if (action === 'new') {
      const href = url === undefined ? null : admitUrl(call, url).href;
      const page = await surface.openTab();
      if (href === null) return null;
      const response = await load(call, href, () => page.goto(href, call.wait));
      await requireTaken(call, page, href, response?.status() ?? null);
      return null;
    }
    const page = index === undefined ? call.page : await tabAt(call, index);
    if (action === 'switch') {
      surface.activate(page);
      await page
        .waitForLoadState('domcontentloaded', {
          timeout: Math.min(LOAD_TIMEOUT_MS, call.remaining),
          signal: call.signal,
        })
        .catch(() => undefined);
      await requireTaken(call, page, page.url(), trafficOf(surface.context).statusOf(page));
      return null;
    }
    if (surface.tabs.length === 1)
      throw new StepError('action_failed', 'The only tab cannot be closed.', { noEffect: true });
    await page.close();
    return null;
  },
} satisfies Partial<Handlers<'browser'>>;
