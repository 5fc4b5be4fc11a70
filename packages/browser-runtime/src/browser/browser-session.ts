import type { BrowserContext, Dialog, Download, Page, Request } from 'playwright-core';
import { StepError, type Host } from '../host.ts';
import type { Network } from '../network/network.ts';
import { ScreenshotRecorder } from './screenshots.ts';
import { NOTHING_SECRET, type PersonInControl, type SessionMask } from '../person/in-control.ts';
import { raceSignal, withTimeout } from '@errand/wait-for';
import { BrowserUnavailable } from './chromium.ts';
import { rejectOnDisconnect } from './shared-browser.ts';
import { Dialogs, type ShownDialog } from './dialogs.ts';
import { SessionDownloads } from './session-downloads.ts';
import { SessionLog } from './session-log.ts';

/** The step that is being performed. `fail` ends it from outside. */
export interface CurrentStep {
  id: string;
  fail(error: StepError): void;
  /** Hears of dialogs that no step announced. */
  onDialog?: ((dialog: ShownDialog) => void) | undefined;
}

export interface BrowserSessionOptions {
  /** Makes a context with an empty tab, and gives it to `attach`. */
  open: () => Promise<void>;
  network: Network;
  /** Whether everything that the browser asks for passes through `network`. */
  guarded: boolean;
}

/** Longer than a hung browser takes to be killed. */
const BROWSER_ANSWER_TIMEOUT_MS = 15_000;
const CRASHED = 'The page crashed.';
/** A page may not open more. */
export const MAX_TABS = 50;
/** Of those beyond. A page that opens more while one step is performed keeps the browser from everything else. */
const MAX_REFUSED_TABS = 20;

/** The browser of one Run, from when it needs one: its tabs, and what happens in them. Made by `withContext`. */
export class BrowserSession {
  readonly network: Network;
  readonly screenshots = new ScreenshotRecorder();
  readonly log = new SessionLog();
  readonly downloads = new SessionDownloads(this.log);
  readonly dialogs = new Dialogs(
    this.log,
    () => this.#step,
    (error) => this.#fail(error),
  );
  /** Whether texts must not be shown in pictures; null while nothing needs to be hidden. */
  secretCheck: () => ((texts: readonly string[]) => boolean) | null = () => null;
  /** Set by what carries out the Run. */
  mask: SessionMask = NOTHING_SECRET;
  /** Null: only the Run's steps act. */
  person: PersonInControl | null = null;
  readonly #guarded: boolean;
  readonly #openContext: () => Promise<void>;
  readonly #onOpen: ((context: BrowserContext) => Promise<void> | void)[] = [];
  #context: BrowserContext | null = null;
  #opening: Promise<void> | null = null;
  readonly #tabs: Page[] = [];
  /** Hosts that a tab of the current step went to, and hosts that were refused to it: both is a failure. */
  readonly #visited = new Set<string>();
  readonly #refused = new Map<string, StepError>();
  #active: Page | null = null;
  #step: CurrentStep | null = null;
  #failure: StepError | null = null;
  #tabsRefused = false;
  #tabsRefusedInStep = 0;

  constructor({ open, network, guarded }: BrowserSessionOptions) {
    this.#openContext = open;
    this.network = network;
    this.#guarded = guarded;
  }

  /**
   * Opens the browser with an empty tab, unless that was done. Call it before anything that needs a page.
   * @throws {StepError} `browser_crashed` when no browser could be started
   */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    try {
      await this.#openContext();
    } catch (error) {
      if (!(error instanceof BrowserUnavailable)) throw error;
      throw new StepError('browser_crashed', 'No browser could be started.', {
        cause: error,
        noEffect: true,
      });
    }
    for (const prepare of this.#onOpen.splice(0)) await prepare(this.context);
  }

  /** Calls `prepare` with the context before a step uses it; at once when it is open. */
  async onOpen(prepare: (context: BrowserContext) => Promise<void> | void): Promise<void> {
    if (this.#context === null) this.#onOpen.push(prepare);
    else await prepare(this.#context);
  }

  /** @throws when `open` has not resolved yet */
  get context(): BrowserContext {
    if (this.#context === null) throw new Error('The browser of the Run is not open.');
    return this.#context;
  }

  get isOpen(): boolean {
    return this.#context !== null;
  }

  /** Follows a context from now on; its first tab becomes the active one. */
  attach(context: BrowserContext): void {
    this.#context = context;
    for (const page of context.pages()) this.#adopt(page);
    this.#active = this.#tabs[0] ?? null;
    context.on('page', (page) => this.#adopt(page));
    context.on('dialog', (dialog) => void this.#show(dialog));
    if (this.#guarded) context.on('request', (request) => this.#watch(request));
    context.once('close', () => this.#fail(new StepError('browser_crashed', 'The browser crashed.')));
  }

  /** Events, screenshots and downloads of at most `fileBytes` go to `host` from now on. */
  reportTo(host: Pick<Host, 'emit' | 'store' | 'stored'>, fileBytes: number): void {
    this.log.host = host;
    this.downloads.fileBytes = fileBytes;
  }

  /** The active tab. Throws `StepError` if there is none. */
  get page(): Page {
    if (this.#failure?.code === 'browser_crashed') throw this.#failure;
    if (this.#active === null) throw new StepError('action_failed', 'No tab is open.', { noEffect: true });
    return this.#active;
  }

  /** The active tab, or null. */
  get activePage(): Page | null {
    return this.#active;
  }

  /** Whether the browser itself is gone, and not only a page of it: pages are known to have crashed before their browser. */
  async isBrowserLost(): Promise<boolean> {
    const browser = this.#context?.browser() ?? null;
    if (browser === null) return true;
    const ask = async () => (await browser.newBrowserCDPSession()).detach();
    const lost = rejectOnDisconnect(browser, ask()).then(
      () => false,
      () => true,
    );
    return await withTimeout(lost, BROWSER_ANSWER_TIMEOUT_MS, false);
  }

  /** Whether the connection to the browser is known to have ended. */
  get isDisconnected(): boolean {
    return this.#context?.browser()?.isConnected() === false;
  }

  /** All tabs in the order in which they were opened. */
  get tabs(): readonly Page[] {
    return this.#tabs;
  }

  /** Where the active tab is, null when no page was ever loaded. */
  get url(): string | null {
    const url = this.#active?.url() ?? 'about:blank';
    return url === 'about:blank' ? null : url;
  }

  activate(page: Page): void {
    this.#active = page;
  }

  /** Opens a tab and makes it the active one. */
  async openTab(): Promise<Page> {
    const page = await this.context.newPage();
    if (!this.#adopt(page))
      throw new StepError('action_failed', `More than ${MAX_TABS} tabs cannot be open.`, {
        noEffect: true,
      });
    this.#active = page;
    return page;
  }

  /** Attributes what happens from now on to `step`. */
  beginStep(step: CurrentStep, scope: readonly string[] | null): void {
    this.#step = step;
    this.log.stepId = step.id;
    this.#visited.clear();
    this.#refused.clear();
    this.#tabsRefusedInStep = 0;
    this.network.scope = scope;
    if (this.#failure !== null) step.fail(this.#failure);
    // A browser that is not open satisfies any scope.
    else if (scope !== null && !this.#guarded && this.isOpen)
      step.fail(new StepError('internal_error', 'This browser cannot enforce an application scope.'));
  }

  /** The step is over; errors that it caused later may still fail the next one. */
  endStep(): void {
    this.#step = null;
  }

  /** What went wrong after the step that caused it had ended. */
  get failure(): StepError | null {
    return this.#failure;
  }

  /** Why the network refused a request of the current step, if it did. */
  get lastRefusal(): StepError | null {
    return [...this.#refused.values()].at(-1) ?? null;
  }

  /** Called by the network when it refused a request. */
  refused(url: URL, refusal: StepError): void {
    if (this.#refused.has(url.host)) return;
    this.#refused.set(url.host, refusal);
    if (this.#visited.has(url.host)) this.#fail(refusal);
    else this.log.note(`Blocked a request: ${refusal.message}`, { host: url.host });
  }

  /** Waits for screenshots and downloads in progress, until `signal` is aborted. */
  async settle(signal: AbortSignal): Promise<void> {
    const settled = Promise.allSettled([this.screenshots.settle(), this.downloads.settle()]);
    await raceSignal(settled, signal).catch(() => undefined);
  }

  #fail(error: StepError): void {
    if (error.code === 'site_not_allowed' && this.person !== null) this.person.onRefused(error);
    else if (this.#step === null) this.#failure ??= error;
    else {
      if (error.code === 'browser_crashed') this.#failure = error;
      this.#step.fail(error);
    }
  }

  /** False when it is one tab too many, which is closed. */
  #adopt(page: Page): boolean {
    if (this.#tabs.includes(page)) return true;
    if (this.#tabs.length >= MAX_TABS) {
      this.#refuseTab(page);
      return false;
    }
    this.#tabs.push(page);
    page.once('close', () => this.#forget(page));
    page.once('crash', () => this.#fail(new StepError('browser_crashed', CRASHED)));
    page.on('download', (download) => this.#receive(download));
    return true;
  }

  #refuseTab(page: Page): void {
    page.close().catch(() => undefined);
    this.#tabsRefusedInStep += 1;
    if (this.#tabsRefusedInStep === MAX_REFUSED_TABS)
      this.#fail(new StepError('action_failed', 'The page keeps opening tabs.'));
    if (this.#tabsRefused) return;
    this.#tabsRefused = true;
    this.log.write(
      `Closed a tab: more than ${MAX_TABS} cannot be open. Further ones are closed without a message.`,
    );
  }

  #forget(page: Page): void {
    const index = this.#tabs.indexOf(page);
    this.#tabs.splice(index, 1);
    if (this.#active === page) this.#active = this.#tabs[Math.max(0, index - 1)] ?? null;
  }

  async #show(dialog: Dialog): Promise<void> {
    await (this.person === null ? this.dialogs.answer(dialog) : this.person.onDialog(dialog));
  }

  #receive(download: Download): void {
    const url = URL.parse(download.url());
    if (url !== null) this.#visit(url);
    this.downloads.receive(download);
  }

  #watch(request: Request): void {
    if (!request.isNavigationRequest()) return;
    const url = URL.parse(request.url());
    if (url === null) return;
    if (request.method() === 'POST' || isOfTab(request)) this.#visit(url);
  }

  #visit(url: URL): void {
    this.#visited.add(url.host);
    const refusal = this.#refused.get(url.host);
    if (refusal !== undefined) this.#fail(refusal);
  }
}

/** A request that is made before its frame exists belongs to a tab that is just opening. */
function isOfTab(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}
