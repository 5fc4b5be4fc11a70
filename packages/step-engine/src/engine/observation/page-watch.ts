/// <reference lib="dom" />
import {
  everywhere,
  focused,
  isBlank,
  isShown,
  nameOf,
  readWithSameRoots,
  rootsOf,
  tidy,
} from './page-elements.ts';
import { factsOfControl, factsOfPage, type PageFacts } from './page-facts.ts';
import {
  areEmptied,
  asksSignIn,
  controlsOf,
  formAround,
  formInPlaceOf,
  formKey,
  hasPassword,
  heldBy,
  listsPutBack,
  moreFields,
  otherText,
  otherValue,
  putBack,
  signsOut,
} from './page-forms.ts';
import { buttonNames } from './page-buttons.ts';
import { guardClick } from './page-click-guard.ts';
import type { Reading } from './page-reading.ts';
import { followChanges } from './page-changes.ts';
import { listenTo, type NavigateSign } from './page-events.ts';
import { tellLeaving } from './page-leaving.ts';
import { asksCode, openedChoice, openQuestion, proofFields } from './page-questions.ts';
import { errorPlaces, errorsShown, isMarked, isOutlined, redTexts } from './page-errors.ts';
import {
  type ShownText,
  atWork,
  hintOf,
  messageFor,
  newTexts,
  showsProgress,
  withGone,
} from './page-texts.ts';
import { turns } from './page-progress.ts';
import { followSockets } from './page-sockets.ts';
import { followTimers } from './page-timers.ts';

interface Watch {
  id: number;
  settle(mostMs: number, waitsWhileBusy: boolean): Promise<Reading>;
}

/**
 * Runs in the page. Watches it from the next event on, and answers how it is now.
 * @param id of the watch; 0 only answers how the page is
 * @param isClick keeps a click off everything but the element
 */
export function watchPage(target: Element | null, id: number, isClick = false): PageFacts {
  return readWithSameRoots(() => startWatch(target, id, isClick));
}

/** Runs in the page, for `watchPage`. */
export function startWatch(target: Element | null, id: number, isClick: boolean): PageFacts {
  const element = target ?? focused();
  const facts = factsOfPage(element, id !== 0);
  if (id === 0) return facts;
  const KEY = Symbol.for('errand.watch');
  const holder = globalThis as unknown as Record<symbol, Watch & { stop(): void }>;
  holder[KEY]?.stop();

  const timers = followTimers();
  const sockets = followSockets();
  const form = formAround(element);
  const changes = followChanges(element);
  const said = new Map(
    errorPlaces()
      .slice(0, 30)
      .map((place) => [place, tidy((place as HTMLElement).innerText)]),
  );
  const { title } = document;
  const ownFields = form === null ? [] : controlsOf(form).slice(0, 50);
  const hints = new Map(
    controlsOf(document)
      .slice(0, 200)
      .map((field) => [field, field.getAttribute('placeholder')]),
  );
  const markedBefore = new Set(ownFields.filter(isMarked));
  const control = element instanceof HTMLLabelElement ? element.control : element;
  // A select, and a field for dates, has its new value before its first event.
  const held = control !== null && control.matches('input,select') ? heldBy(control) : null;
  const values = new Map<Element, string>();
  const buttons = new Set<string>();
  const isNewButton = (name: string) => !buttons.has(name);
  let isAsking = false;
  const look = () =>
    control === null
      ? ''
      : [
          control.textContent,
          control.className,
          control.ariaPressed,
          control.ariaChecked,
          heldBy(control),
        ].join('|');
  const looked = look();
  const invalidBefore = new Set(everywhere('[aria-invalid=true]'));

  let tickSince: number | null = null;
  let hasTicked = false;
  /** A notice may be gone once the timer that takes it away is over. */
  const noted = new Map<string, ShownText>();
  let begun = false;
  let submitted: string | null = null;
  let fault = '';
  let happened = false;
  let leaves = false;
  let focus: Element | null = null;
  let scroll = '';
  const invalid = new Map<Element, string>();

  const isField = element?.matches('input,textarea,select,[contenteditable]') ?? false;
  const guard = isClick ? guardClick(element) : null;

  /** Fields that are outlined since the action, or of which the label is. */
  const outlined = () =>
    changes.restyled().flatMap((each) => {
      const field = each instanceof HTMLLabelElement ? each.control : each;
      return field !== null && field.matches('input,select,textarea') && isOutlined(each) ? [field] : [];
    });

  const at = () => `${scrollX},${scrollY}`;
  const begin = (event: Event) => {
    changes.answersEvent(true);
    void timers.pause(0).then(() => changes.answersEvent(false));
    if (begun) return;
    begun = true;
    timers.forget();
    sockets.forget();
    focus = focused();
    scroll = at();
    // What only puts a value into a control shows nothing that could be taken back.
    isAsking = !/input|change/.test(event.type);
    changes.begin(isAsking);
    for (const name of isAsking ? buttonNames(document) : []) buttons.add(name);
    for (const each of controlsOf(document))
      values.set(each, each === control && held !== null ? held : heldBy(each));
  };
  const onInvalid = (event: Event) => {
    const field = event.target as HTMLInputElement;
    if (begun && !invalid.has(field)) invalid.set(field, field.validationMessage);
  };
  const onSubmit = (event: Event) => {
    submitted = formKey(event.target as Element);
  };
  /** A link to "#" leads nowhere. */
  const isElsewhere = () => location.href.replace(/#$/, '') !== facts.url.replace(/#$/, '');
  const isLinkToNowhere = element?.closest('a')?.getAttribute('href') === '#';
  const onSign = ({ type }: Event) => {
    if (begun && (isElsewhere() || !/^(?:popstate|hashchange)$/.test(type))) happened = true;
  };
  const textsNow = () => newTexts(changes.touched, said, form, changes.wasSaid, element);
  const tellTexts = () => {
    changes.update();
    tellLeaving(id, textsNow());
  };
  const onNavigate = ({ hashChange, downloadRequest, destination }: NavigateSign) => {
    if (!begun || hashChange || downloadRequest !== null || destination.sameDocument) return;
    leaves = true;
    tellTexts();
    // What is shown in the same task of the event loop is shown as well.
    void timers.pause(0).then(tellTexts);
  };
  const onFault = (message: string) => {
    if (begun && fault === '') fault = tidy(message);
  };
  listenTo({
    onPointer: (event) => guard?.onPointer(event) ?? true,
    onFirst: begin,
    onSign,
    onNavigate,
    onFault,
  });
  // The events of a form in a shadow root do not leave it.
  for (const root of rootsOf()) {
    root.addEventListener('invalid', onInvalid, true);
    root.addEventListener('submit', onSubmit, true);
  }

  const read = (): Reading => {
    const newlyInvalid = everywhere('[aria-invalid=true]').filter((field) => !invalidBefore.has(field));
    for (const field of newlyInvalid.slice(0, 10))
      if (!invalid.has(field)) invalid.set(field, messageFor(field));
    const changedValue = [...values].some(([each, value]) => each.isConnected && heldBy(each) !== value);
    const active = focused();
    const isFocusElsewhere =
      active !== focus &&
      active !== element &&
      active !== document.body &&
      !(element?.contains(active) ?? false);
    const changedElse =
      happened || changedValue || isFocusElsewhere || (begun && !isLinkToNowhere && scroll !== at());
    const changed = changes.isChanged() || changedElse;
    const isStanding =
      (element?.isConnected ?? false) &&
      isShown(element as Element) &&
      controlsOf(document).every((each) => values.has(each)) &&
      [...values.keys()].every((each) => each.isConnected);
    return {
      url: isElsewhere() ? location.href : facts.url,
      missed: guard?.isMissed() ?? false,
      leaves,
      changed,
      moved: changedElse,
      saidAgain: changedElse ? '' : changes.saidAgain(),
      fault,
      socket: { isSent: begun && sockets.isSent, answers: begun ? sockets.answers.slice(0, 5) : [] },
      stillSays: changed ? [] : [...errorsShown(), ...redTexts()].map(({ text }) => text),
      submitted,
      invalid: [...invalid]
        .slice(0, 10)
        .map(([each, message]) => ({ name: nameOf(each), message: tidy(message) })),
      ownInvalid:
        control !== null && 'validationMessage' in control ? tidy(control.validationMessage as string) : '',
      marked: [
        ...new Set([
          ...ownFields.filter((field) => field.isConnected && !markedBefore.has(field) && isMarked(field)),
          ...outlined(),
        ]),
      ].map((field) => ({ name: nameOf(field), message: messageFor(field) })),
      texts: withGone(noted, textsNow()),
      title: document.title === title ? '' : tidy(document.title),
      atWork: atWork(changes.touched),
      putBack: putBack(values, control),
      otherValue: otherValue(values, control),
      otherText: otherText(values, control),
      moreFields: moreFields(form, ownFields, values),
      hints: [...hints]
        .filter(([field, hint]) => field.isConnected && tidy(hint) !== hintOf(field))
        .map(([field]) => hintOf(field))
        .filter((hint) => hint !== ''),
      isRedrawn: !changedElse && changes.isRedrawn(),
      isEmptied: isAsking && !happened && !changes.isChanged() && areEmptied(ownFields, values),
      focusesField:
        !isField && ownFields.some((each) => each === active && heldBy(each) === values.get(each)),
      formAgain: formInPlaceOf(form),
      listsPutBack: listsPutBack(values, control),
      isBlank: begun && facts.text !== '' && isBlank(),
      turns: turns(changes.touched, changes.isNew),
      newButtons: isAsking && changes.isChanged() ? buttonNames(document).filter(isNewButton) : [],
      asksCode: !facts.asksCode && asksCode(),
      onlyTexts: isStanding && values.size > 0,
      isStanding,
      takenBack: changes.takenBack(),
      question: openQuestion(),
      choice: isAsking && changes.isChanged() ? openedChoice(changes.touched, element) : null,
      proofs: isAsking && changes.isChanged() ? proofFields(changes.touched) : [],
      asksSignIn: !facts.asksSignIn && !facts.asksPassword && asksSignIn(),
      signsOut: (facts.form?.hasPassword ?? false) && !facts.signsOut && signsOut() && !hasPassword(document),
      passwordFormStays:
        (facts.form?.hasPassword ?? false) && form !== null && form.isConnected && isShown(form),
      control: factsOfControl(element),
      isControlThere: element?.isConnected ?? false,
    };
  };

  const stop = () => {
    changes.stop();
    for (const root of rootsOf()) {
      root.removeEventListener('invalid', onInvalid, true);
      root.removeEventListener('submit', onSubmit, true);
    }
  };

  holder[KEY] = {
    id,
    stop,
    async settle(mostMs, waitsWhileBusy) {
      const end = performance.now() + mostMs;
      for (let last = -1; ;) {
        changes.update();
        const isAnswerAwaited = begun && sockets.isAwaited();
        const isAtWork = () => showsProgress(changes.touched) || turns(changes.touched, changes.isNew);
        const waits = isAnswerAwaited || (waitsWhileBusy && isAtWork());
        // A page that shows a new state before it is answered may take it back later than anything else.
        const showsNew = waitsWhileBusy && look() !== looked;
        if (begun && showsNew) tickSince ??= performance.now();
        // What a page asks for at intervals may take it back as well.
        const tick = tickSince === null || hasTicked ? Infinity : timers.nextTick(tickSince);
        hasTicked ||= tickSince !== null && tick === Infinity;
        const next = begun ? Math.min(timers.next(showsNew), tick) : Infinity;
        if (performance.now() >= end) break;
        if (next === Infinity && changes.mutations === last && !waits) break;
        last = changes.mutations;
        if (next !== Infinity) for (const each of textsNow()) if (noted.size < 20) noted.set(each.text, each);
        const idle = isAnswerAwaited ? 25 : Number(waits) * 100;
        await timers.pause(next === Infinity ? idle : Math.max(0, Math.min(next, end) - performance.now()));
      }
      changes.update();
      return readWithSameRoots(read);
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
