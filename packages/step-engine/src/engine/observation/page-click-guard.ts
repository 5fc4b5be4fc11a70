/// <reference lib="dom" />

/** Keeps a click off everything but the element that it is meant for. */
export interface ClickGuard {
  /** False for an event that no other listener is to hear of. */
  onPointer(event: Event): boolean;
  /** The click went to something else. */
  isMissed(): boolean;
}

/** Runs in the page. Guards the next click that is meant for `element`. */
export function guardClick(element: Element | null): ClickGuard {
  const isField = element?.matches('input,textarea,select,[contenteditable]') ?? false;
  const aim = isField ? element : (element?.closest('button,[role=button],a,[role=link]') ?? element);
  // A click that was given up is followed by a person's, which may go anywhere.
  const guardedUntil = performance.now() + 5_000;
  let isAimed: boolean | null = null;
  return {
    isMissed: () => isAimed === false,
    onPointer: (event) => {
      if (!event.isTrusted || aim === null || performance.now() > guardedUntil) return true;
      isAimed ??= event.composedPath().includes(aim);
      if (isAimed) return true;
      event.preventDefault();
      event.stopImmediatePropagation();
      return false;
    },
  };
}
