/// <reference lib="dom" />

/** What a document sends and is told beside its requests: by WebSockets, and by streams of events. */
export interface PageSockets {
  /** Counts from now on. */
  forget(): void;
  /** Something was sent by a WebSocket. */
  readonly isSent: boolean;
  /** The texts that came since. */
  readonly answers: readonly string[];
  /** An answer to what was sent, or the next event of a stream that opened, may still come. */
  isAwaited(): boolean;
}

/** Runs in the page. Follows its sockets from now on; the second call returns those that the first one followed. */
export function followSockets(): PageSockets {
  const KEY = Symbol.for('errand.sockets');
  const holder = globalThis as unknown as Record<symbol, PageSockets | undefined>;
  if (holder[KEY] !== undefined) return holder[KEY];

  const MAX_ANSWER_MS = 2000;
  /** An event of a stream is followed by the next within this time. */
  const MAX_PAUSE_MS = 600;
  const MAX_ANSWERS = 20;
  const MAX_LENGTH = 20_000;
  const followed = new WeakSet<EventTarget>();
  /** Sockets that never answer, so that they are not waited for again. */
  const mute = new WeakSet<EventTarget>();
  const awaited = new Map<EventTarget, number>();
  let isSent = false;
  let answers: string[] = [];

  const follow = (source: EventTarget, isStream: boolean) => {
    if (!mute.has(source)) awaited.set(source, performance.now() + MAX_ANSWER_MS);
    if (followed.has(source)) return;
    followed.add(source);
    source.addEventListener('message', (event) => {
      mute.delete(source);
      const { data } = event as MessageEvent<unknown>;
      if (awaited.delete(source) && isStream) awaited.set(source, performance.now() + MAX_PAUSE_MS);
      if (typeof data === 'string' && data.length <= MAX_LENGTH && answers.length < MAX_ANSWERS)
        answers.push(data);
    });
    for (const type of ['close', 'error']) source.addEventListener(type, () => awaited.delete(source));
  };
  const own = globalThis as unknown as Record<
    'WebSocket' | 'EventSource',
    new (...given: never[]) => EventTarget
  >;
  const opening = (name: 'WebSocket' | 'EventSource', isStream: boolean) => {
    own[name] = new Proxy(own[name], {
      construct(target, given, self) {
        const source = Reflect.construct(target, given, self) as EventTarget;
        follow(source, isStream);
        return source;
      },
    });
  };
  const send = new Proxy(Reflect.get(WebSocket.prototype, 'send'), {
    apply(target, self: EventTarget, given) {
      isSent = true;
      follow(self, false);
      return Reflect.apply(target, self, given) as undefined;
    },
  });
  WebSocket.prototype.send = send;
  opening('WebSocket', false);
  opening('EventSource', true);

  const value: PageSockets = {
    forget: () => {
      isSent = false;
      answers = [];
      awaited.clear();
    },
    get isSent() {
      return isSent;
    },
    get answers() {
      return answers;
    },
    isAwaited: () => {
      for (const [source, until] of awaited)
        if (performance.now() >= until) {
          awaited.delete(source);
          mute.add(source);
        }
      return awaited.size > 0;
    },
  };
  Object.defineProperty(holder, KEY, { value, enumerable: false });
  return value;
}
