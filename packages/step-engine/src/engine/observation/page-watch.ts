/// <reference lib="dom" />
import {
  around,
  asksSignIn,
  controlsOf,
  errorsShown,
  everywhere,
  factsOfControl,
  factsOfPage,
  focused,
  formAround,
  formKey,
  heldBy,
  isRed,
  isShown,
  nameOf,
  rootsOf,
  tidy,
} from './page-facts.ts';
import type { ControlFacts, PageFacts } from './page-facts.ts';
import { followTimers } from './page-timers.ts';

/** What happened in the document between the first event of the action and the moment at which the page was quiet. */
export interface Reading {
  url: string;
  /** The document is being left for another. */
  leaves: boolean;
  /** A mutation, value, focus of another element, scroll position, copy or playback. */
  changed: boolean;
  /** A form was sent, as far as its events tell. */
  submitted: string | null;
  /** Fields for which the browser or the page refused to send the form. */
  invalid: { name: string; message: string }[];
  /** Why the browser holds the value of the control itself to be invalid; empty when it does not. */
  ownInvalid: string;
  /** Texts that came to be seen. */
  texts: { text: string; isAlert: boolean; isError: boolean; inForm: boolean }[];
  /** Nothing but texts came and went: the control and all fields are there as they were. */
  onlyTexts: boolean;
  /** What the page showed and took back. */
  takenBack: string | null;
  /** A form to sign in came to be seen. */
  asksSignIn: boolean;
  /** The form acted on can still be seen, and holds a password field. */
  passwordFormStays: boolean;
  control: ControlFacts | null;
  isControlThere: boolean;
}

interface Watch {
  id: number;
  settle(mostMs: number, waitsWhileBusy: boolean): Promise<Reading>;
}

/** Runs in the page. True for a text that may say that something is in progress. */
export function saysBusy(text: string): boolean {
  return /…|\.\.\.|^\W*(?:saving|sending|loading|processing|submitting|adding|updating|working|deleting|removing|uploading|signing|logging|searching|checking|creating|connecting|placing|paying|busy|one moment)\b|\bwait\b|\bbitte\b|\bpatiente[rz]?\b|\bespere\b/i.test(
    text,
  );
}

/** Runs in the page. True for a text that says nothing but that something is in progress: "Saving…", "Please wait". */
export function saysInProgress(text: string): boolean {
  return (
    text.length < 80 &&
    (/^\W*(?:saving|sending|loading|processing|submitting|adding|updating|working|deleting|removing|uploading|signing|logging|searching|checking|verifying|confirming|creating|connecting|placing|paying)(?:\b[^.!?…]{0,40})?(?:…|\.\.\.)\W*$/i.test(
      text,
    ) ||
      /^\W*(?:saving|sending|processing|submitting|updating|deleting|uploading|verifying)\W*$/i.test(text) ||
      /\b(?:please wait|one moment|bitte warten|einen moment|veuillez patienter|espere)\b/i.test(text))
  );
}

/**
 * Runs in the page. Watches it from the next event on, and answers how it is now.
 * @param id of the watch; 0 only answers how the page is
 */
export function watchPage(target: Element | null, id: number): PageFacts {
  const element = target ?? focused();
  const facts = factsOfPage(element, id !== 0);
  if (id === 0) return facts;
  const KEY = Symbol.for('errand.watch');
  const holder = globalThis as unknown as Record<symbol, Watch & { stop(): void }>;
  holder[KEY]?.stop();

  const timers = followTimers();
  const form = formAround(element);
  const said = new Set(facts.errors.map(({ text }) => text));
  const own = (each: Element): string =>
    [...each.childNodes]
      .map((node) =>
        node instanceof Element ? `<${node.tagName}>` : node.nodeType === 3 ? (node.nodeValue ?? '') : '',
      )
      .join('');
  const STATES = ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-current', 'data-state', 'checked'];
  const before = new Map<Element, string>();
  const states = new Map<Element, string>();
  const stateOf = (each: Element) => STATES.map((name) => each.getAttribute(name) ?? '').join('|');
  const values = new Map<Element, string>();
  const invalidBefore = new Set(everywhere('[aria-invalid=true]'));

  let begun = false;
  let mutations = 0;
  let submitted: string | null = null;
  let happened = false;
  let leaves = false;
  /** True while the page answers an event, before anything that it waits for. */
  let isDirect = false;
  let focus: Element | null = null;
  let scroll = '';
  const invalid = new Map<Element, string>();
  const touched = new Set<Element>();
  /** What was shown for a time: elements with the text that they held then. */
  const passing = new Map<Element, string>();
  const added = new Map<Element, { text: string; parent: Element }>();

  const at = () => `${scrollX},${scrollY}`;
  const isBusy = (text: string, each: Element): boolean =>
    text === '' ||
    saysBusy(text) ||
    around(
      each,
      '[aria-busy=true],[disabled],[role=status],[role=alert],[role=progressbar],[aria-live],[class*=toast i],[class*=snack i],[class*=spin i],[class*=load i],[class*=busy i],[class*=progress i]',
    ) !== null;

  const note = (records: MutationRecord[]) => {
    if (!begun) return;
    mutations += records.length;
    for (const { target: node, addedNodes, attributeName } of records) {
      const each =
        node instanceof Element ? node : node instanceof ShadowRoot ? node.host : node.parentElement;
      if (each === null || touched.size > 500) continue;
      // A state that is told to assistive technology shows no text that was hidden before.
      if (attributeName !== null && /^(?:aria-(?!hidden)|data-|tabindex$|value$)/.test(attributeName)) {
        if (states.has(each) && states.get(each) !== stateOf(each)) passing.set(each, nameOf(each));
        continue;
      }
      touched.add(each);
      let isNotice = false;
      for (const child of addedNodes)
        if (child instanceof Element && child.parentElement !== null) {
          touched.add(child);
          const text = tidy(child.textContent);
          isNotice ||= isSuccess(text);
          if (!isBusy(text, child) && !isNotice && getComputedStyle(child).position !== 'fixed')
            added.set(child, { text, parent: child.parentElement });
        }
      const was = before.get(each);
      const now = own(each);
      if (
        was !== undefined &&
        was !== now &&
        !isNotice &&
        tidy(was) !== '' &&
        !isBusy(tidy(now), each) &&
        !isFlash(tidy(now), each)
      )
        passing.set(each, tidy(now.replaceAll(/<[A-Z0-9-]*>/gi, ' ')) || 'another state');
      if (states.has(each) && states.get(each) !== stateOf(each)) passing.set(each, nameOf(each));
    }
  };
  const observer = new MutationObserver(note);

  const isSuccess = (text: string): boolean =>
    !isDirect &&
    /[✓✔]|saved|done|added|sent|success|gespeichert|gesendet|hinzugef|guardad|enviad|a[ñn]adid|enregistr|envoy|ajout/i.test(
      text,
    );
  /** What a button says for a moment once it was done, and what is said of a copy, is no change that could be taken back. */
  const isFlash = (text: string, each: Element): boolean =>
    /cop(?:y|ied)|kopier|copi[ée]|copiad/i.test(text) ||
    ((element?.contains(each) ?? false) && isSuccess(text));

  const begin = (event: Event) => {
    isDirect = true;
    void timers.pause(0).then(() => (isDirect = false));
    if (begun) return;
    begun = true;
    timers.forget();
    observer.takeRecords();
    focus = focused();
    scroll = at();
    // What only puts a value into a control shows nothing that could be taken back.
    const roots = /input|change/.test(event.type) ? [] : rootsOf();
    for (const root of roots)
      for (const each of root.querySelectorAll('*')) {
        if (before.size >= 5000) break;
        before.set(each, own(each));
        if (STATES.some((name) => each.hasAttribute(name))) states.set(each, stateOf(each));
      }
    for (const control of controlsOf(document)) values.set(control, heldBy(control));
  };
  const onInvalid = (event: Event) => {
    const field = event.target as HTMLInputElement;
    if (begun && !invalid.has(field)) invalid.set(field, field.validationMessage);
  };
  const onSubmit = (event: Event) => {
    submitted = formKey(event.target as Element);
  };
  const onSign = () => {
    if (begun) happened = true;
  };
  const onNavigate = (event: {
    hashChange: boolean;
    downloadRequest: string | null;
    destination: { sameDocument: boolean };
  }) => {
    if (begun && !event.hashChange && event.downloadRequest === null && !event.destination.sameDocument)
      leaves = true;
  };
  const navigation = (globalThis as unknown as { navigation?: EventTarget }).navigation;
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
  for (const name of FIRST) addEventListener(name, begin, true);
  for (const name of SIGNS) addEventListener(name, onSign, true);
  navigation?.addEventListener('navigate', onNavigate as never);
  // What happens in a shadow root is told to itself only.
  for (const root of rootsOf()) {
    root.addEventListener('invalid', onInvalid, true);
    root.addEventListener('submit', onSubmit, true);
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  }

  const takenBack = (): string | null => {
    for (const [each, shown] of passing) {
      if (!each.isConnected || own(each) !== before.get(each)) continue;
      if (states.has(each) && states.get(each) !== stateOf(each)) continue;
      return shown;
    }
    for (const [child, { text, parent }] of added)
      if (
        !child.isConnected &&
        parent.isConnected &&
        own(parent) === before.get(parent) &&
        // What is there again was only drawn anew.
        !tidy(parent.textContent).includes(text)
      )
        return text;
    return null;
  };

  const isWaiting = (): boolean =>
    [...touched].some((each) => {
      if (!each.isConnected || !isShown(each)) return false;
      const text = tidy((each as HTMLElement).innerText);
      return each.matches('[aria-busy=true]') || saysInProgress(text);
    });

  const newTexts = (): Reading['texts'] => {
    const texts: Reading['texts'] = [];
    const seen = new Set<string>();
    const push = (text: string, isAlert: boolean, isError: boolean, inForm: boolean) => {
      if (text === '' || seen.has(text) || said.has(text) || texts.length >= 20) return;
      seen.add(text);
      texts.push({ text, isAlert, isError, inForm });
    };
    for (const { text, isAlert } of errorsShown()) push(text, isAlert, !isAlert, false);
    for (const each of touched) {
      if (around(each, '[role=listbox],[role=menu],[role=option]') !== null) continue;
      if (!each.isConnected || each === document.body || each === document.documentElement || !isShown(each))
        continue;
      const text = tidy((each as HTMLElement).innerText);
      const isError = each.childElementCount === 0 && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(text) && isRed(each);
      const isData =
        !isError &&
        (each.childElementCount > 3 ||
          each.querySelector('tr,[role=row],td,[role=cell]') !== null ||
          (!/\s/.test(text) && around(each, 'td,[role=cell],[role=gridcell],tr,[role=row]') !== null));
      if (text.length < 200 && !isData) push(text, false, isError, form?.contains(each) ?? false);
    }
    return texts;
  };

  const messageFor = (field: Element): string => {
    const ids = `${field.getAttribute('aria-errormessage') ?? ''} ${field.getAttribute('aria-describedby') ?? ''}`;
    const described = ids
      .split(/\s+/)
      .map((id) =>
        id === '' ? '' : tidy((field.getRootNode() as Document | ShadowRoot).getElementById(id)?.textContent),
      );
    return described.find((text) => text !== '') ?? '';
  };

  const read = (): Reading => {
    const newlyInvalid = everywhere('[aria-invalid=true]').filter((field) => !invalidBefore.has(field));
    for (const field of newlyInvalid.slice(0, 10))
      if (!invalid.has(field)) invalid.set(field, messageFor(field));
    const changedValue = [...values].some(
      ([control, value]) => control.isConnected && heldBy(control) !== value,
    );
    const active = focused();
    const isFocusElsewhere =
      active !== focus &&
      active !== element &&
      active !== document.body &&
      !(element?.contains(active) ?? false);
    const field = element instanceof HTMLLabelElement ? element.control : element;
    return {
      url: location.href,
      leaves,
      changed: mutations > 0 || happened || changedValue || isFocusElsewhere || (begun && scroll !== at()),
      submitted,
      invalid: [...invalid]
        .slice(0, 10)
        .map(([each, message]) => ({ name: nameOf(each), message: tidy(message) })),
      ownInvalid:
        field !== null && 'validationMessage' in field ? tidy(field.validationMessage as string) : '',
      texts: newTexts(),
      onlyTexts:
        (element?.isConnected ?? false) &&
        isShown(element as Element) &&
        values.size > 0 &&
        controlsOf(document).every((control) => values.has(control)) &&
        [...values.keys()].every((control) => control.isConnected),
      takenBack: takenBack(),
      asksSignIn: !facts.asksSignIn && !facts.asksPassword && asksSignIn(),
      passwordFormStays:
        (facts.form?.hasPassword ?? false) && form !== null && form.isConnected && isShown(form),
      control: factsOfControl(element),
      isControlThere: element?.isConnected ?? false,
    };
  };

  const stop = () => {
    observer.disconnect();
    for (const name of FIRST) removeEventListener(name, begin, true);
    for (const name of SIGNS) removeEventListener(name, onSign, true);
    for (const root of rootsOf()) {
      root.removeEventListener('invalid', onInvalid, true);
      root.removeEventListener('submit', onSubmit, true);
    }
    navigation?.removeEventListener('navigate', onNavigate as never);
  };

  holder[KEY] = {
    id,
    stop,
    async settle(mostMs, waitsWhileBusy) {
      const end = performance.now() + mostMs;
      for (let last = -1; ;) {
        note(observer.takeRecords());
        const waits = waitsWhileBusy && isWaiting();
        const next = begun ? timers.next() : Infinity;
        if (performance.now() >= end) break;
        if (next === Infinity && mutations === last && !waits) break;
        last = mutations;
        const idle = waits ? 100 : 0;
        await timers.pause(next === Infinity ? idle : Math.max(0, Math.min(next, end) - performance.now()));
      }
      note(observer.takeRecords());
      return read();
    },
  };
  Object.defineProperty(holder, KEY, { enumerable: false, configurable: true, writable: true });
  return facts;
}

/** Runs in the page. What the watch saw, null when this document has none: it is another than the one acted in. */
export function readWatch(id: number, mostMs: number, waitsWhileBusy: boolean): Promise<Reading> | null {
  const watch = (globalThis as unknown as Record<symbol, Watch | undefined>)[Symbol.for('errand.watch')];
  return watch?.id === id ? watch.settle(mostMs, waitsWhileBusy) : null;
}

/** Runs in the page. How a document is that followed an action, once what it started when it was loaded is over. */
export async function readAfter(mostMs: number): Promise<PageFacts> {
  const timers = followTimers();
  const end = performance.now() + mostMs;
  const places = 'title,h1,h2,[role=status],[role=progressbar],[aria-live],[aria-busy=true]';
  const isBusy = () =>
    document.readyState !== 'complete' ||
    [...document.querySelectorAll(places)].some(
      (each) =>
        (each.matches('title') || isShown(each)) &&
        (each.matches('[aria-busy=true]') || saysInProgress(tidy(each.textContent))),
    );
  for (;;) {
    const now = performance.now();
    const next = timers.next();
    if (now >= end || (next === Infinity && !isBusy())) break;
    await timers.pause(next === Infinity ? 100 : Math.max(0, Math.min(next, end) - now));
  }
  return factsOfPage(null, false);
}
