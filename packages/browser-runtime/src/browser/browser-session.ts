import type { BrowserContext, Dialog, Download, Page, Request } from 'playwright-core';
import { StepError, type Host } from '../host.ts';
import type { Network } from '../network/network.ts';
import { ScreenshotRecorder } from './screenshots.ts';
import { NOTHING_SECRET, type PersonInControl, type SessionMask } from '../person/in-control.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { BrowserUnavailable } from './chromium.ts';
import { rejectOnDisconnect } from './shared-browser.ts';
import {
  followDownload,
  keepDownload,
  downloadName,
  cancelDownload,
  type IncomingDownload,
} from './downloads.ts';

/** How the next dialog is answered. */
export interface DialogResponse {
  action: 'accept' | 'dismiss';
  text?: string | undefined;
}

/** The step that is being performed. `fail` ends it from outside. */
export interface CurrentStep {
  id: string;
  fail(error: StepError): void;
  /** Hears of dialogs that no step announced. */
  onDialog?: ((dialog: ShownDialog) => void) | undefined;
}

/** A dialog as a page showed it. */
export interface ShownDialog {
  type: string;
  message: string;
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
/** Limits on what a page may do without a step asking. Anything beyond is not reported, opened or kept. */
const MAX_NOTES = 100;
export const MAX_TABS = 50;
/** Of those beyond. A page that opens more while one step is performed keeps the browser from everything else. */
const MAX_REFUSED_TABS = 20;
const MAX_CONCURRENT_DOWNLOADS = 10;
const MAX_UNASKED_DOWNLOADS = 50;

/** The browser of one Run, from when it needs one: its tabs, and what happens in them. Made by `withContext`. */
export class BrowserSession {
  readonly network: Network;
  readonly screenshots = new ScreenshotRecorder();
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
  readonly #answers: DialogResponse[] = [];
  readonly #lateDialogs: ShownDialog[] = [];
  readonly #background = new Set<Promise<unknown>>();
  /** Hosts that a tab of the current step went to, and hosts that were refused to it: both is a failure. */
  readonly #visited = new Set<string>();
  readonly #refused = new Map<string, StepError>();
  #host: Pick<Host, 'emit' | 'store' | 'stored'> | null = null;
  #fileBytes = 0;
  #active: Page | null = null;
  #step: CurrentStep | null = null;
  #stepId: string | null = null;
  #failure: StepError | null = null;
  #downloadWaiter: ((incoming: IncomingDownload) => void) | null = null;
  #rejectNavigation: (() => void) | null = null;
  /** Files that were not asked for are read one after the other. */
  #reading: Promise<void> = Promise.resolve();
  #notes = 0;
  #unaskedDownloads = 0;
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
    context.on('dialog', (dialog) => void this.#answer(dialog));
    if (this.#guarded) context.on('request', (request) => this.#watch(request));
    context.once('close', () => this.#fail(new StepError('browser_crashed', 'The browser crashed.')));
  }

  /** Events, screenshots and downloads of at most `fileBytes` go to `host` from now on. */
  reportTo(host: Pick<Host, 'emit' | 'store' | 'stored'>, fileBytes: number): void {
    this.#host = host;
    this.#fileBytes = fileBytes;
  }

  /** The active tab. Throws `StepError` when there is none. */
  get page(): Page {
    if (this.#failure?.code === 'browser_crashed') throw this.#failure;
    if (this.#active === null) throw new StepError('action_failed', 'No tab is open.', { noEffect: true });
    return this.#active;
  }

  /** The active tab, null when there is none. */
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

  /** The next dialog gets this answer. */
  queueDialogResponse(answer: DialogResponse): void {
    this.#answers.push(answer);
  }

  /** Takes back the answers that no dialog has needed; false when there are none. */
  withdrawAnswers(): boolean {
    return this.#answers.splice(0).length > 0;
  }

  /** The dialogs that were shown when no step acted, each once. */
  takeLateDialogs(): ShownDialog[] {
    return this.#lateDialogs.splice(0);
  }

  /** Awaits a navigation. Throws `StepError` `navigation_failed` when a beforeunload dialog was dismissed. */
  async navigate<Result>(navigation: Promise<Result>): Promise<Result> {
    const refusal =
      'The page asked whether to leave it, and no browser.dialog step before had announced to accept that.';
    const stayed = new Promise<never>((_resolve, reject) => {
      this.#rejectNavigation = () => reject(new StepError('navigation_failed', refusal, { noEffect: true }));
    });
    navigation.catch(() => undefined);
    try {
      return await Promise.race([navigation, stayed]);
    } finally {
      this.#rejectNavigation = null;
    }
  }

  /** Attributes what happens from now on to `step`. */
  beginStep(step: CurrentStep, scope: readonly string[] | null): void {
    this.#step = step;
    this.#stepId = step.id;
    this.#visited.clear();
    this.#refused.clear();
    this.#tabsRefusedInStep = 0;
    this.network.scope = scope;
    if (this.#failure !== null) step.fail(this.#failure);
    else if (scope !== null && !this.#guarded)
      step.fail(new StepError('internal_error', 'This browser cannot keep to an application scope.'));
  }

  /** Nothing is left to be done by the step; what it started may still fail the next one. */
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

  /** Resolves with the next download, which then counts as asked for. */
  nextDownload(signal: AbortSignal): Promise<IncomingDownload> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#downloadWaiter = null;
        reject(signal.reason as Error);
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#downloadWaiter = (incoming) => {
        this.#downloadWaiter = null;
        signal.removeEventListener('abort', stop);
        resolve(incoming);
      };
    });
  }

  /** Called by the network when it refused a request. */
  refused(url: URL, refusal: StepError): void {
    if (this.#refused.has(url.host)) return;
    this.#refused.set(url.host, refusal);
    if (this.#visited.has(url.host)) this.#fail(refusal);
    else this.#note(`Blocked a request: ${refusal.message}`, { host: url.host });
  }

  log(message: string, data?: Record<string, unknown>): void {
    this.#host?.emit({ type: 'log', stepId: this.#stepId, message, ...(data && { data }) });
  }

  /** Reports something that no step asked for. */
  #note(message: string, data?: Record<string, unknown>): void {
    this.#notes += 1;
    if (this.#notes <= MAX_NOTES) this.log(message, data);
    else if (this.#notes === MAX_NOTES + 1)
      this.log(
        `The page did more that no step asked for; only the first ${MAX_NOTES} notes of that are kept.`,
      );
  }

  /** Waits for screenshots and downloads in progress, until `signal` is aborted. */
  async settle(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    await Promise.race([stopped, Promise.allSettled([this.screenshots.settle(), ...this.#background])]);
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
      this.#fail(new StepError('action_failed', 'The page opens tabs without end.'));
    if (this.#tabsRefused) return;
    this.#tabsRefused = true;
    this.log(`Closed a tab: more than ${MAX_TABS} cannot be open. Others will be closed without a word.`);
  }

  #forget(page: Page): void {
    const index = this.#tabs.indexOf(page);
    this.#tabs.splice(index, 1);
    if (this.#active === page) this.#active = this.#tabs[Math.max(0, index - 1)] ?? null;
  }

  async #answer(dialog: Dialog): Promise<void> {
    if (this.person !== null) return this.person.onDialog(dialog);
    const announced = this.#answers.shift();
    const { action, text } = announced ?? { action: 'dismiss' };
    const did = action === 'accept' ? 'Accepted' : 'Dismissed';
    const what = `${dialog.type()} dialog: "${dialog.message()}"`;
    const data = { action, type: dialog.type() };
    if (announced === undefined) this.#note(`${did} an unannounced ${what}`, data);
    else this.log(`${did} the ${what}`, data);
    if (action === 'dismiss' && dialog.type() === 'beforeunload') this.#rejectNavigation?.();
    await (action === 'accept' ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined);
    if (announced === undefined) this.#unannounced({ type: dialog.type(), message: dialog.message() });
  }

  /** A dismissed dialog fails the step that raised it. */
  #unannounced(dialog: ShownDialog): void {
    if (this.#step?.onDialog !== undefined) this.#step.onDialog(dialog);
    else if (this.#lateDialogs.length < MAX_NOTES) this.#lateDialogs.push(dialog);
    const asks = dialog.type === 'confirm' || dialog.type === 'prompt';
    const isRaised = this.#step === null || this.#step.onDialog !== undefined;
    if (asks && isRaised)
      this.#fail(
        new StepError(
          'action_failed',
          `The page asked "${dialog.message}", and no browser.dialog step before had announced an answer; it was dismissed.`,
        ),
      );
  }

  #receive(download: Download): void {
    const url = URL.parse(download.url());
    if (url !== null) this.#visit(url);
    if (this.#downloadWaiter !== null) return this.#downloadWaiter(followDownload(download, this.#fileBytes));
    if (this.#background.size >= MAX_CONCURRENT_DOWNLOADS) {
      this.#note(
        `Refused the download "${downloadName(download)}": ${MAX_CONCURRENT_DOWNLOADS} others are in progress.`,
      );
      return void cancelDownload(download);
    }
    this.#unaskedDownloads += 1;
    if (this.#unaskedDownloads > MAX_UNASKED_DOWNLOADS) {
      this.#note(
        `Refused the download "${downloadName(download)}": a Run keeps at most ${MAX_UNASKED_DOWNLOADS} that no step asked for.`,
      );
      return void cancelDownload(download);
    }
    const saving = this.#keep(followDownload(download, this.#fileBytes), this.#stepId);
    this.#background.add(saving);
    void saving.finally(() => this.#background.delete(saving));
  }

  async #keep(incoming: IncomingDownload, stepId: string | null): Promise<void> {
    const host = this.#host;
    if (host === null) return;
    await incoming.path.catch(() => undefined);
    this.#reading = this.#reading.then(async () => {
      try {
        const kept = await keepDownload(incoming, host, stepId);
        this.#note(`Kept the download "${kept.filename}".`, kept);
      } catch (error) {
        this.#note(error instanceof StepError ? error.message : 'A download failed.');
      }
    });
    await this.#reading;
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
