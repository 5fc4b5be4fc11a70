/// <reference lib="dom" />
import { clicking } from '../direct/act.ts';
import { onTarget, onUsableTarget, whileWaiting } from '../targets/act.ts';
import { locate } from '../targets/locator.ts';
import type { Handlers } from './primitive.ts';

export const pointer = {
  'browser.click': async (call, { target, ...options }) => {
    const isPlain = Object.values(options).every((option) => option === undefined);
    await onUsableTarget(
      call,
      target,
      (element, trial) => element.click({ ...options, ...trial, ...call.wait }),
      'any',
      isPlain ? clicking() : undefined,
    );
    return null;
  },
  'browser.hover': async (call, { target }) => {
    await onTarget(call, target, (element) => element.hover(call.wait));
    return null;
  },
  'browser.drag': async (call, { source, destination }) => {
    const place = locate(call.page, destination);
    // Waiting for the destination first names the right one of the two when it is missing. An approval is bound to the source.
    await call.interruptible(() =>
      whileWaiting(
        call,
        place,
        destination,
        () => place.waitFor({ state: 'attached', ...call.wait }),
        () => false,
      ),
    );
    await onTarget(call, source, (element) => element.dragTo(place, call.wait));
    return null;
  },
  'browser.scroll': async (call, input) => {
    if ('target' in input)
      await onTarget(call, input.target, (element) => element.scrollIntoViewIfNeeded(call.wait));
    else
      await call.page.evaluate(
        (by) => scrollBy({ left: by?.x ?? 0, top: by?.y ?? innerHeight, behavior: 'instant' }),
        input.by ?? null,
      );
    return null;
  },
} satisfies Partial<Handlers<'browser'>>;
