/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { clicking } from '../direct/act.ts';
import { onTarget, onUsableTarget, whileWaiting } from '../targets/act.ts';
import { locate } from '../targets/locator.ts';
import type { Handlers } from './primitive.ts';

/** Lists that are sorted by hand take an entry past another once it is beyond the other's middle. */
async function pastMiddle(
  source: Locator,
  destination: Locator,
): Promise<{ targetPosition?: { x: number; y: number } }> {
  const [from, to, entry] = [
    await source.boundingBox(),
    await destination.boundingBox(),
    await source.elementHandle(),
  ];
  const areEntries = await destination.evaluate(
    (other, one) =>
      other !== one && other.parentElement === one?.parentElement && other.localName === one?.localName,
    entry,
  );
  if (!areEntries || from === null || to === null) return {};
  const [right, down] = [to.x - from.x, to.y - from.y];
  const [across, along] = Math.abs(right) > Math.abs(down) ? [Math.sign(right), 0] : [0, Math.sign(down)];
  return { targetPosition: { x: to.width * (0.5 + across / 4), y: to.height * (0.5 + along / 4) } };
}

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
    await onTarget(call, source, async (element) =>
      element.dragTo(place, { ...call.wait, ...(await pastMiddle(element, place)) }),
    );
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
