import type { BrowserContext, Frame, Page, Request, Response } from 'playwright-core';
import { withTimeout } from '@errand/wait-for';
import { type Answer, readAnswer } from './answers.ts';
import type { Denial } from './denials.ts';

/** One request of the browser, as far as it got. */
export interface Exchange {
  readonly request: Request;
  readonly method: string;
  readonly url: URL;
  /** A document for a tab or frame. */
  readonly isDocument: boolean;
  /** Of a tab, not of a frame within. */
  readonly isTop: boolean;
  readonly kind: string;
  /** Null while it is not answered, and when it never was. */
  status: number | null;
  /** Chromium's word for why there was no answer. */
  failure: string | null;
  /** What the answer says of a refusal, in JSON. */
  refusal: string | null;
  /** What the answer says no with where nothing else is said. */
  denial: Denial | null;
  isOver: boolean;
  /** The page had sent the same with success before. */
  isAgain: boolean;
  /** When it was answered. The body may still be coming, and one that the page does not read never ends. */
  answeredAt: number;
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Requests that can change the page; an endless stream is not waited for. */
const WAITED_FOR: ReadonlySet<string> = new Set(['document', 'xhr', 'fetch', 'script']);
const MAX_KEPT = 500;
/** A download that the site does not have fails at once; others are not waited for. */
const FAILING_MS = 100;
/** How long after its answer began a request counts as in flight: a body that the page leaves unread has no end. */
const BODY_MS = 500;
const STREAM = /event-stream|ndjson|json-seq/i;

/** A form that is answered with data is shown them as its document. */
function isData(response: Response): boolean {
  return /\bjson\b|^text\/plain\b/i.test(response.headers()['content-type'] ?? '');
}

/** Whether the request may change something: its method is not safe (RFC 9110, section 9.2.1). */
export function isUnsafe({ method }: Exchange): boolean {
  return !SAFE.has(method);
}

function isRunning({ isOver, answeredAt, isDocument }: Exchange): boolean {
  return !isOver && (isDocument || performance.now() - answeredAt < BODY_MS);
}

/** What a page asks again and again is short; an upload is not kept. */
const MAX_ASKED_BYTES = 4_096;

function isShort({ request }: Exchange): boolean {
  return (request.postDataBuffer()?.length ?? 0) <= MAX_ASKED_BYTES;
}

function isTaken(exchange: Exchange): boolean {
  return isUnsafe(exchange) && !exchange.isDocument && (exchange.status ?? 500) < 400 && isShort(exchange);
}

function keyOf({ method, url, request }: Exchange): string {
  return `${method} ${url.href} ${request.postData() ?? ''}`;
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

function isTopDocument(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // Made before its frame exists: a tab that is just opening.
    return true;
  }
}

/** The requests and downloads of a browser since the last step that acted began. */
export class Traffic {
  exchanges: Exchange[] = [];
  downloads = 0;
  /** The names of those that did not come to their end. */
  failedDownloads: string[] = [];
  documents = 0;
  #lastActivity = performance.now();
  #byRequest = new Map<Request, Exchange>();
  #listeners = new Set<() => void>();
  #reading = new Set<Promise<void>>();
  /** What was sent with success before the step, by method, address and body. */
  #sentBefore = new Set<string>();
  /** What the answers say of a refusal, asked for before a page can leave and take them with it. */
  #said = new WeakMap<Exchange, Promise<Answer | null>>();
  /** Statuses of answered documents that no tab shows yet, by address, and of those that the tabs show. */
  #answers = new Map<string, number>();
  #statuses = new WeakMap<Page, number>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#begin(request));
    context.on('response', (response) => {
      const exchange = this.#byRequest.get(response.request());
      if (exchange !== undefined) {
        exchange.status = response.status();
        if (!STREAM.test(response.headers()['content-type'] ?? '')) exchange.answeredAt = performance.now();
        if (isUnsafe(exchange) && (!exchange.isDocument || isData(response)))
          this.#said.set(
            exchange,
            readAnswer(response).catch(() => null),
          );
      }
      this.#answered(response);
    });
    context.on('requestfinished', (request) => this.#end(request, null));
    context.on('requestfailed', (request) => this.#end(request, request.failure()?.errorText ?? 'failed'));
    context.on('download', (download) => {
      this.downloads += 1;
      const { failedDownloads } = this;
      const ending = download.failure().then(
        (failure) => void (failure !== null && failedDownloads.push(download.suggestedFilename())),
        () => undefined,
      );
      this.#reading.add(withTimeout(ending, FAILING_MS, undefined));
      this.#changed();
    });
    context.on('framenavigated', (frame) => {
      if (frame.parentFrame() === null) {
        this.documents += 1;
        this.#shown(frame);
      }
      this.#changed();
    });
  }

  /** Attributes requests to a new step from now on. */
  reset(): void {
    if (this.#sentBefore.size > MAX_KEPT) this.#sentBefore.clear();
    for (const each of this.exchanges) if (isTaken(each)) this.#sentBefore.add(keyOf(each));
    this.exchanges = [];
    this.#byRequest = new Map([...this.#byRequest].filter(([, each]) => isRunning(each)));
    this.#reading.clear();
    this.downloads = 0;
    this.failedDownloads = [];
    this.documents = 0;
  }

  /** Whether the same was sent with success before, as by a page that asks its site again and again. */
  #wasSentBefore(exchange: Exchange): boolean {
    if (!isUnsafe(exchange) || exchange.isDocument || !isShort(exchange)) return false;
    const key = keyOf(exchange);
    return this.#sentBefore.has(key) || this.exchanges.some((each) => isTaken(each) && keyOf(each) === key);
  }

  /** How many requests of the step may change the page, in flight or not. */
  get awaited(): number {
    return this.exchanges.filter(({ kind }) => WAITED_FOR.has(kind)).length;
  }

  /** Whether a request of the step that may change the page is in flight. */
  isBusy(waitsFor: (exchange: Exchange) => boolean): boolean {
    return this.exchanges.some((each) => isRunning(each) && WAITED_FOR.has(each.kind) && waitsFor(each));
  }

  /** Waits until it is known what the answers say of a refusal. */
  async read(): Promise<void> {
    await Promise.all(this.#reading);
  }

  /** Milliseconds since a request last began, ended or was in flight, or a tab or frame last navigated. */
  get idleMs(): number {
    const isBusy = [...this.#byRequest.values()].some((each) => isRunning(each) && WAITED_FOR.has(each.kind));
    return isBusy ? 0 : performance.now() - this.#lastActivity;
  }

  /** Status that the document of a tab was answered with; null when no server did, or a step expected it. */
  statusOf(page: Page): number | null {
    // A tab that has just opened has shown its document before it is announced.
    return this.#statuses.get(page) ?? this.#answers.get(withoutHash(page.url())) ?? null;
  }

  /** The step expects the status of the tab's document. */
  acceptStatus(page: Page): void {
    this.#statuses.delete(page);
    this.#answers.delete(withoutHash(page.url()));
  }

  /** Resolves with the next request that begins or ends, or navigation, at the latest after `ms`. */
  next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#listeners.add(done);
    });
  }

  #answered(response: Response): void {
    const request = response.request();
    if (!request.isNavigationRequest() || !isTopDocument(request)) return;
    if (this.#answers.size >= MAX_KEPT) this.#answers.clear();
    this.#answers.set(withoutHash(response.url()), response.status());
  }

  #shown(frame: Frame): void {
    const page = frame.page();
    const url = withoutHash(frame.url());
    const status = this.#answers.get(url);
    this.#answers.delete(url);
    if (status !== undefined) this.#statuses.set(page, status);
    else if (url === 'about:blank') this.#statuses.delete(page);
  }

  #begin(request: Request): void {
    this.#changed();
    const url = URL.parse(request.url());
    if (url === null || this.exchanges.length >= MAX_KEPT) return;
    const isDocument = request.isNavigationRequest();
    const exchange: Exchange = {
      request,
      url,
      method: request.method(),
      isDocument,
      isTop: isDocument && isTopDocument(request),
      kind: request.resourceType(),
      status: null,
      failure: null,
      refusal: null,
      denial: null,
      isOver: false,
      isAgain: false,
      answeredAt: Infinity,
    };
    exchange.isAgain = this.#wasSentBefore(exchange);
    this.exchanges.push(exchange);
    this.#byRequest.set(request, exchange);
  }

  #end(request: Request, failure: string | null): void {
    const exchange = this.#byRequest.get(request);
    this.#byRequest.delete(request);
    if (exchange !== undefined) {
      exchange.isOver = true;
      exchange.failure = failure;
      this.#read(exchange);
    }
    this.#changed();
  }

  #read(exchange: Exchange): void {
    const answer = this.#said.get(exchange);
    if (answer === undefined) return;
    const reading = answer.then((said) => {
      exchange.refusal = said?.refusal ?? null;
      exchange.denial = said?.denial ?? null;
      this.#reading.delete(reading);
    });
    this.#reading.add(reading);
  }

  #changed(): void {
    this.#lastActivity = performance.now();
    for (const listener of this.#listeners) listener();
  }
}

const traffics = new WeakMap<BrowserContext, Traffic>();

/** The traffic of a browser, which is recorded from the first call on. */
export function trafficOf(context: BrowserContext): Traffic {
  const known = traffics.get(context);
  if (known !== undefined) return known;
  const traffic = new Traffic(context);
  traffics.set(context, traffic);
  return traffic;
}
