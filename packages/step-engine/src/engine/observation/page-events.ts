/// <reference lib="dom" />

/** The `navigate` event of a document. */
export interface NavigateSign {
  hashChange: boolean;
  downloadRequest: string | null;
  destination: { sameDocument: boolean };
}

/** Who is told of the events of a document. */
export interface EventListeners {
  /** Events of the pointer, before all others are told; false when no other listener is to hear of it. */
  onPointer(event: Event): boolean;
  /** What an action can begin with. */
  onFirst(event: Event): void;
  /** What shows that an action did something although nothing in the document changed. */
  onSign(event: Event): void;
  onNavigate(event: NavigateSign): void;
  /** A script of the page failed, with what the browser says of it. */
  onFault(message: string): void;
}

/**
 * Runs in the page. Tells `listeners` alone of the events of its document from now on. The document is listened
 * to once, because adding and removing the listeners at each step costs time.
 */
export function listenTo(listeners: EventListeners): void {
  const KEY = Symbol.for('errand.events');
  const holder = globalThis as unknown as Record<symbol, { to: EventListeners } | undefined>;
  if (holder[KEY] !== undefined) {
    holder[KEY].to = listeners;
    return;
  }
  const current = { to: listeners };
  Object.defineProperty(holder, KEY, { value: current, enumerable: false });
  const FIRST = [
    'pointerdown',
    'mousedown',
    'click',
    'keydown',
    'beforeinput',
    'input',
    'change',
    'dragstart',
  ];
  const SIGNS = ['copy', 'cut', 'play', 'pause', 'fullscreenchange', 'popstate', 'hashchange'];
  const POINTER = [
    'pointerdown',
    'mousedown',
    'pointerup',
    'mouseup',
    'click',
    'auxclick',
    'dblclick',
    'contextmenu',
  ];
  for (const name of new Set([...POINTER, ...FIRST]))
    addEventListener(
      name,
      (event) => {
        if (POINTER.includes(name) && !current.to.onPointer(event)) return;
        if (FIRST.includes(name)) current.to.onFirst(event);
      },
      true,
    );
  for (const name of SIGNS) addEventListener(name, (event) => current.to.onSign(event), true);
  addEventListener('error', (event) => {
    if (event instanceof ErrorEvent) current.to.onFault(event.message);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    current.to.onFault(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason));
  });
  const { navigation } = globalThis as unknown as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) =>
    current.to.onNavigate(event as unknown as NavigateSign),
  );
}
