/// <reference lib="dom" />
import { around, everywhere, nameOf, rootsOf, tidy } from './page-elements.ts';
import { generatedWords } from './page-texts.ts';
import { saysBusy, saysInProgress } from './page-progress.ts';

/** The changes in a document since an action began. */
export interface PageChanges {
  readonly mutations: number;
  /** Something is there that was not, or the other way round, or a text was shown for a time. */
  isChanged(): boolean;
  /** The text that was written anew as it was, when nothing else changed; else empty. */
  saidAgain(): string;
  /** All that changed was written anew as it was. */
  isRedrawn(): boolean;
  /** True for an element that came after the action began, as far as is known. */
  readonly isNew: (element: Element) => boolean;
  /** Elements whose text, children or attributes changed. */
  readonly touched: ReadonlySet<Element>;
  /** Counts from now on. `keepsState`: also remembers the elements and their states, to find those that return. */
  begin(keepsState: boolean): void;
  /** True while the page answers an event, before anything that it waits for. */
  answersEvent(isDirect: boolean): void;
  /** Reads the mutations that the browser has not delivered yet. */
  update(): void;
  /** Whether all words of an element were on the page before. */
  readonly wasSaid: (element: Element) => boolean;
  /** A text that the page showed and removed again, or null. */
  takenBack(): string | null;
  /** Elements of which a class or the style changed, at most 50. */
  restyled(): Element[];
  stop(): void;
}

/**
 * Runs in the page. Follows the changes of its document.
 * @param element the one that is acted on
 */
export function followChanges(element: Element | null): PageChanges {
  const MAX_SENTENCE_LENGTH = 160;
  const MAX_ELEMENTS = 5000;
  /** Dialogs and notices are put into the body: one that comes where another went is no state that returns. */
  const places = new Map<Element, number>();
  const placeOf = (node: Element): string => {
    if (node.parentElement !== document.body) return `<${node.tagName}>`;
    if (!places.has(node)) places.set(node, places.size);
    return `<${node.tagName} ${places.get(node)}>`;
  };
  const own = (each: Element): string =>
    [...each.childNodes]
      .map((node) => {
        if (node instanceof Element) return placeOf(node);
        return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : '';
      })
      .join('');
  const HELD = ['mousedown', 'mouseup', 'dragend'];
  /** Pixels; a shorter way is the tremble of a click. */
  const DRAGGED = 5;
  const STATES = ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-current', 'data-state', 'checked'];
  const before = new Map<Element, string>();
  const states = new Map<Element, string>();
  const words = new Set<string>();
  /** A button without a state is not pressed. */
  const OFF_WITHOUT = new Set(['aria-pressed', 'aria-checked']);
  const stateOf = (each: Element) =>
    STATES.map((name) => {
      const value = each.getAttribute(name) ?? '';
      return value === 'false' && OFF_WITHOUT.has(name) ? '' : value;
    }).join('|');
  const NO_STATE = STATES.map(() => '').join('|');

  let begun = false;
  let mutations = 0;
  let isText = false;
  /** What attributes were before, and nodes without text that came and went. */
  const attributes = new Map<Element, Map<string, string | null>>();
  const rewritten = new Set<Element>();
  const came = new Set<Node>();
  const went = new Set<Node>();
  const weigh = ({ type, target, attributeName, oldValue, addedNodes, removedNodes }: MutationRecord) => {
    if (type === 'attributes' && target instanceof Element && attributeName !== null) {
      const known = attributes.get(target) ?? new Map<string, string | null>();
      attributes.set(target, known);
      if (!known.has(attributeName)) known.set(attributeName, oldValue);
      return;
    }
    const words = (nodes: NodeList) => tidy([...nodes].map((node) => node.textContent).join(' '));
    const isSame =
      type === 'characterData'
        ? tidy(oldValue) === tidy(target.nodeValue)
        : words(addedNodes) !== '' && words(addedNodes) === words(removedNodes);
    if (isSame) {
      rewritten.add(target instanceof Element ? target : (target.parentElement ?? document.body));
      return;
    }
    if (type === 'characterData') isText = true;
    for (const [nodes, kept] of [
      [addedNodes, came],
      [removedNodes, went],
    ] as const)
      for (const node of nodes) {
        isText ||= tidy(node.textContent) !== '';
        kept.add(node);
      }
  };
  /** The effect of a press, such as a ripple, is no change of the page. */
  const isOfPress = (node: Node) => element !== null && element !== node && element.contains(node);
  let isDirect = false;
  const touched = new Set<Element>();
  /** Elements that changed for a time, with the text that they showed then. */
  const passing = new Map<Element, string>();
  const added = new Map<Element, { text: string; parent: Element }>();

  const PASSES =
    '[role=status],[role=alert],[aria-live],[class*=toast i],[class*=snack i],[class*=notif i],[class*=notic i]';
  const isBusy = (text: string, each: Element): boolean =>
    text === '' ||
    saysBusy(text) ||
    around(
      each,
      `${PASSES},[aria-busy=true],[disabled],[role=progressbar],[class*=spin i],[class*=load i],[class*=busy i],[class*=progress i]`,
    ) !== null;
  const isSuccess = (text: string): boolean =>
    !isDirect &&
    /[✓✔]|saved|done|added|sent|success|gespeichert|gesendet|hinzugef|guardad|enviad|a[ñn]adid|enregistr|envoy|ajout/i.test(
      text,
    );
  /** What a button says for a moment once it was done, and what is said of a copy, is no change that could be taken back. */
  const isFlash = (text: string, each: Element): boolean =>
    /cop(?:y|ied)|kopier|copi[ée]|copiad/i.test(text) ||
    ((element?.contains(each) ?? false) && isSuccess(text));

  /** Entries and rows that were taken out of sight. */
  const hidden = new Map<Element, string>();
  const isEntry = (each: Element) => each.matches('li,tr,article,[role=row],[role=listitem]');

  /** The entry that the action takes off its list, as often as it stands there. */
  const TAKES_AWAY =
    /^\W*(?:delete|remove|discard|löschen|entfernen|supprimer|retirer|eliminar|quitar|borrar)\b/iu;
  const row =
    element !== null && TAKES_AWAY.test(nameOf(element)) ? around(element, 'li,tr,article,[role=row]') : null;
  const rowText = tidy(row?.textContent);
  const countRows = (): number => {
    const all = row === null ? [] : everywhere(row.localName);
    return all.length > 500 ? 0 : all.filter((each) => tidy(each.textContent) === rowText).length;
  };
  let rows = 0;
  let isRowGone = false;

  let heldAt = { x: 0, y: 0 };
  /** What a page marks only while something is held over it, such as the place where it would land, is no state. */
  const onHeld = (event: Event) => {
    const { clientX: x, clientY: y } = event as MouseEvent;
    const way = Math.hypot(x - heldAt.x, y - heldAt.y);
    if (event.type === 'mousedown') heldAt = { x, y };
    if (event.type === 'mousedown' || (event.type === 'mouseup' && way < DRAGGED)) return;
    setTimeout(() => {
      note(observer.takeRecords());
      for (const each of passing.keys()) if (own(each) === before.get(each)) passing.delete(each);
    });
  };

  const withoutTags = (text: string): string => tidy(text.replaceAll(/<[A-Z0-9 -]*>/gi, ' '));
  const isOfControl = (each: Element): boolean => element?.contains(each) ?? false;

  /** A page may write the attributes of its menus anew at every click. */
  const changes = ({ type, target, attributeName, oldValue }: MutationRecord): boolean =>
    type !== 'attributes' ||
    !(target instanceof Element) ||
    attributeName === null ||
    target.getAttribute(attributeName) !== oldValue;

  const note = (all: MutationRecord[]) => {
    if (!begun) return;
    const records = all.filter(changes);
    isRowGone ||=
      rows > 0 && records.some(({ removedNodes }) => removedNodes.length > 0) && countRows() < rows;
    mutations += records.length;
    for (const record of records) if (!isText || record.type === 'attributes') weigh(record);
    for (const { target: node, addedNodes, removedNodes, attributeName } of records) {
      const host = node instanceof ShadowRoot ? node.host : node.parentElement;
      const each = node instanceof Element ? node : host;
      if (each === null || touched.size > 500) continue;
      if (/^(?:hidden|style|class)$/.test(attributeName ?? '') && isEntry(each) && !each.checkVisibility())
        hidden.set(each, tidy(each.textContent));
      // ARIA states reveal no text that was hidden before.
      if (attributeName !== null && /^(?:aria-(?!hidden)|data-|tabindex$|value$)/.test(attributeName)) {
        if (OFF_WITHOUT.has(attributeName) && before.has(each) && !states.has(each))
          states.set(each, NO_STATE);
        if (states.has(each) && states.get(each) !== stateOf(each)) passing.set(each, nameOf(each));
        if (attributeName.startsWith('data-') && generatedWords(each) !== '') touched.add(each);
        continue;
      }
      // What stays when something else is taken away was said before.
      if (addedNodes.length > 0 || removedNodes.length === 0) touched.add(each);
      let isNotice = false;
      for (const child of addedNodes)
        if (child instanceof Element && child.isConnected) {
          touched.add(child);
          const text = tidy(child.textContent);
          // What lies over the page for a moment is no state of it.
          isNotice ||=
            isSuccess(text) || child.matches(PASSES) || getComputedStyle(child).position === 'fixed';
          if (!isBusy(text, child) && !isNotice)
            added.set(child, { text, parent: child.parentElement ?? each });
        }
      const was = before.get(each);
      const now = own(each);
      if (
        was !== undefined &&
        was !== now &&
        !isNotice &&
        tidy(was) !== '' &&
        !isBusy(tidy(now), each) &&
        !saysInProgress(tidy(each.textContent)) &&
        !isFlash(tidy(now), each) &&
        !(isOfControl(each) && withoutTags(was) === withoutTags(now))
      )
        passing.set(each, withoutTags(now) || 'another state');
      if (states.has(each) && states.get(each) !== stateOf(each)) passing.set(each, nameOf(each));
    }
  };
  const observer = new MutationObserver(note);
  for (const root of rootsOf())
    observer.observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
      characterDataOldValue: true,
    });

  const isOtherwiseChanged = () =>
    [...attributes].some(([each, known]) =>
      [...known].some(([name, value]) => {
        const now = each.getAttribute(name);
        return now !== value && !(/^(?:class|style)$/.test(name) && (now ?? '') === (value ?? ''));
      }),
    ) ||
    [...came].some((node) => node.isConnected && !went.has(node) && !isOfPress(node)) ||
    [...went].some((node) => !node.isConnected && !came.has(node));

  return {
    get mutations() {
      return mutations;
    },
    isChanged: () => isText || rewritten.size > 0 || isOtherwiseChanged(),
    saidAgain: () => {
      const [first, another] = rewritten;
      if (first === undefined || another !== undefined || isText || isOtherwiseChanged()) return '';
      // Pages that draw whatever they hold anew, with its controls, say nothing by it.
      const isSentence =
        first.isConnected &&
        around(first, '[contenteditable]') === null &&
        first.querySelector('li,tr,article,a,button,input,select') === null;
      const text = isSentence ? tidy(first.textContent) : '';
      return text.length <= MAX_SENTENCE_LENGTH ? text : '';
    },
    isRedrawn: () => rewritten.size > 0 && !isText && !isOtherwiseChanged(),
    isNew: (each) => before.size > 0 && before.size < MAX_ELEMENTS && !before.has(each),
    touched,
    begin: (keepsState) => {
      begun = true;
      for (const name of HELD) addEventListener(name, onHeld, true);
      observer.takeRecords();
      rows = countRows();
      for (const root of keepsState ? rootsOf() : [])
        for (const each of root.querySelectorAll('*')) {
          if (before.size >= MAX_ELEMENTS) break;
          before.set(each, own(each));
          for (const node of each.childNodes)
            if (node.nodeType === Node.TEXT_NODE) words.add(tidy(node.nodeValue));
          if (STATES.some((name) => each.hasAttribute(name))) states.set(each, stateOf(each));
        }
    },
    answersEvent: (isAnswering) => {
      isDirect = isAnswering;
    },
    wasSaid: (each) => {
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        if (tidy(node.nodeValue) !== '' && !words.has(tidy(node.nodeValue))) return false;
      return words.size > 0;
    },
    update: () => note(observer.takeRecords()),
    restyled: () =>
      [...attributes]
        .filter(([, known]) => known.has('class') || known.has('style'))
        .slice(0, 50)
        .map(([each]) => each),
    takenBack: () => {
      if (isRowGone && countRows() >= rows) return `the list without ${rowText}`;
      for (const [each, text] of hidden) if (each.isConnected && each.checkVisibility()) return text;
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
          // An element that is there again was only redrawn.
          !tidy(parent.textContent).includes(text)
        )
          return text;
      return null;
    },
    stop: () => {
      observer.disconnect();
      for (const name of HELD) removeEventListener(name, onHeld, true);
    },
  };
}
