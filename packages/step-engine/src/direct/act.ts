import { followOpenings, pageSession, PageFunctionError } from '@errand/browser-runtime';
import type { Call } from '../primitives/call.ts';
import { answered } from './answered.ts';
import type { Choice, Point } from './page-act.ts';
import type { PlainTarget } from './plain-target.ts';
import { callDirectly } from './script.ts';

/**
 * Does without Playwright what a step does to the element of a plain target. Null when nothing was done, and Playwright is to be
 * used.
 * @param onBegin called when what is done from then on may be seen in the page
 */
export type Directly<Result> = (
  call: Call,
  target: PlainTarget,
  onBegin: () => void,
) => Promise<{ result: Result } | null>;

const DONE = { result: undefined };

/** A look at the page that failed; its document may have been replaced meanwhile. */
function nothing(): null {
  return null;
}

function nothingDone(error: unknown): null {
  if (error instanceof PageFunctionError) return null;
  throw error;
}

/** Fills a text field as Playwright does: by selecting what it holds, and inserting the text in its place. */
export function filling(value: string): Directly<void> {
  return async (call, target, onBegin) => {
    // An empty value is no text that could be inserted.
    const id = value === '' ? null : ((await call.watchDirectly?.(false)) ?? null);
    if (id === null) return null;
    const { page, session } = call;
    const isSecret = session.mask.text(value) !== value;
    const begun = callDirectly(page, 'beginFill', target, id, isSecret).catch(nothing);
    if ((await answered(call, begun)) === null) return null;
    onBegin();
    const { send } = await protocolOf(call);
    await answered(call, send('Input.insertText', { text: value }));
    return DONE;
  };
}

/** Chooses the first option of a select that `choice` names, as Playwright does. */
export function choosing(choice: Choice): Directly<void> {
  return async (call, target, onBegin) => {
    const id = (await call.watchDirectly?.(false)) ?? null;
    if (id === null) return null;
    onBegin();
    const chosen = callDirectly(call.page, 'choose', target, id, choice).catch(nothingDone);
    return (await answered(call, chosen)) === null ? null : DONE;
  };
}

/** @param state that a checkbox or radio button is to get; undefined for a click on anything else */
export function clicking(state?: boolean): Directly<void> {
  return async (call, target, onBegin) => {
    const id = (await call.watchDirectly?.(true)) ?? null;
    if (id === null) return null;
    const aim = (mayScroll: boolean) =>
      answered(call, callDirectly(call.page, 'aim', target, id, mayScroll, state).catch(nothing));
    let point = await aim(false);
    if (point === 'outside') {
      // The picture of the step before would show it.
      await call.session.surface.screenshots.flush();
      point = await aim(true);
    }
    if (point === null || point === 'outside') return null;
    onBegin();
    const untilTabsAreKnown = followOpenings(call.session.surface.context);
    await answered(call, click(call, point));
    await untilTabsAreKnown();
    return DONE;
  };
}

async function protocolOf({ page }: Call) {
  const session = await pageSession(page);
  return { send: session.send.bind(session) };
}

/** A press lets the browser handle the move before it at once, so none waits for the other. */
async function click(call: Call, { x, y }: Point): Promise<void> {
  const { send } = await protocolOf(call);
  const left = { x, y, button: 'left', clickCount: 1 } as const;
  await Promise.all([
    send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'none', buttons: 0 }),
    send('Input.dispatchMouseEvent', { type: 'mousePressed', ...left, buttons: 1, force: 0.5 }),
    send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...left, buttons: 0 }),
  ]);
}
