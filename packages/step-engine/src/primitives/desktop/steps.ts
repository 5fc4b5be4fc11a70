import { targetWords } from '@errand/contracts/words';
import { setTimeout as delay } from 'node:timers/promises';
import { StepError } from '@errand/browser-runtime';
import {
  type DesktopTarget,
  type Found,
  ComputerError,
  choose,
  click,
  drag,
  fill,
  findAll,
  findOne,
  move,
  openApplication,
  press,
  read,
  scroll,
  takeSnapshot,
  type,
} from '@errand/computer';
import { raceSignal } from '@errand/wait-for';
import type { Handlers } from '../primitive.ts';
import { contentOf } from '../uploads.ts';
import { giveFile } from './given-file.ts';
import { keepPicture } from './look.ts';
import { observed } from './observe.ts';
import {
  type Reach,
  asStepError,
  makeReady,
  onComputer,
  onDesktop,
  placeOf,
  poll,
  takeTurn,
} from './reach.ts';

/** What is wrong with an element that is checked; null when nothing is. */
async function assertionFailure(
  { computer, scope }: Reach,
  {
    target,
    text,
    visible = true,
  }: { target: DesktopTarget; text?: string | undefined; visible?: boolean | undefined },
): Promise<string | null> {
  const name = targetWords(target);
  if (!visible) return (await findAll(computer, target, scope)).length === 0 ? null : `${name} is there`;
  try {
    const found = await findOne(computer, target, scope);
    if (text === undefined) return null;
    return (await read(computer, found)).includes(text) ? null : `${name} does not hold "${text}"`;
  } catch (error) {
    if (error instanceof ComputerError && error.code === 'element_not_found')
      return `nothing matches ${name}`;
    throw error;
  }
}

/** Tells an act from others. */
function deedOf(action: string, input: unknown): string {
  return JSON.stringify([action, input]);
}

export const desktop: Handlers<'desktop'> = {
  'desktop.screenshot': async (call) => {
    const { session, stepId, applicationScope, signal } = call;
    try {
      const artifactId = await keepPicture(session, { stepId, applicationScope });
      await raceSignal(session.host.stored(artifactId), signal);
      return { artifactId };
    } catch (error) {
      throw asStepError(error);
    }
  },
  'desktop.snapshot': (call) =>
    onComputer(call, ({ computer, scope }) => call.interruptible(() => takeSnapshot(computer, scope))),
  'desktop.click': async (call, input) => {
    const { button = 'left', clickCount: count = 1 } = input;
    await onComputer(call, async (reach) => {
      const place = await placeOf(call, reach, input, { enabled: true });
      await makeReady(call, reach, place);
      const act = () => click(reach.computer, place, reach.scope, { button, count });
      await observed(call, reach, deedOf('click', input), act);
    });
    return null;
  },
  'desktop.move': async (call, input) => {
    await onComputer(call, async (reach) => {
      const place = await placeOf(call, reach, input);
      await makeReady(call, reach, place);
      await move(reach.computer, place, reach.scope);
    });
    return null;
  },
  'desktop.drag': async (call, { from, to }) => {
    await onComputer(call, async (reach) => {
      await makeReady(call, reach, from);
      await observed(call, reach, deedOf('drag', { from, to }), () =>
        drag(reach.computer, from, to, reach.scope),
      );
    });
    return null;
  },
  'desktop.scroll': async (call, input) => {
    const { dx = 0, dy = 0 } = input;
    await onComputer(call, async (reach) => {
      const place = await placeOf(call, reach, input);
      await makeReady(call, reach, place);
      await scroll(reach.computer, place, reach.scope, { dx, dy });
    });
    return null;
  },
  'desktop.type': async (call, { text }) => {
    await onComputer(call, async (reach) => {
      await makeReady(call, reach, null);
      const turn = () => takeTurn(call, reach);
      const act = () => type(reach.computer, text, reach.scope, { turn });
      await observed(call, reach, deedOf('type', text), act, { typed: text });
    });
    return null;
  },
  'desktop.press': async (call, { keys }) => {
    await onComputer(call, async (reach) => {
      await makeReady(call, reach, null);
      const chords = typeof keys === 'string' ? [keys] : keys;
      const turn = () => takeTurn(call, reach);
      await observed(call, reach, deedOf('press', chords), () =>
        press(reach.computer, chords, reach.scope, turn),
      );
    });
    return null;
  },
  'desktop.fill': async (call, { target, value }) => {
    const work = async (found: Found, reach: Reach) => {
      await makeReady(call, reach, found);
      const turn = () => takeTurn(call, reach);
      const act = () => fill(reach.computer, found, value, reach.scope, turn);
      // The field is read back; one that held the value before is as it should be.
      await observed(call, reach, deedOf('fill', { target, value }), act, { mayChangeNothing: true });
    };
    await onDesktop(call, target, work, { field: true, enabled: true });
    return null;
  },
  'desktop.select': async (call, { target, label }) => {
    const work = async (found: Found, reach: Reach) => {
      await makeReady(call, reach, found);
      const act = () => choose(reach.computer, found, label);
      await observed(call, reach, deedOf('select', { target, label }), act, { mayChangeNothing: true });
    };
    await onDesktop(call, target, work, { enabled: true });
    return null;
  },
  'desktop.read': (call, { target }) =>
    onDesktop(call, target, (found, { computer }) => read(computer, found)),
  'desktop.open': async (call, input) => {
    const { application, file } = input;
    return await onComputer(call, async (reach) => {
      const content = file === undefined ? null : await contentOf(call, file);
      const place = content === null ? null : await giveFile(reach.files, content);
      await takeTurn(call, reach);
      const act = () =>
        openApplication(reach.computer, application, reach.scope, call.signal, place === null ? [] : [place]);
      await observed(call, reach, deedOf('open', input), act, { mayChangeNothing: true });
      return place === null ? null : { path: place };
    });
  },
  'desktop.wait': async (call, input) => {
    if ('for' in input) await onDesktop(call, input.for, async () => undefined);
    else await delay(input.ms, undefined, { signal: call.signal });
    return null;
  },
  'desktop.assert': async (call, input) => {
    await onComputer(call, async (reach) => {
      let wrong: string | null = null;
      const held = await poll(call, async () => {
        wrong = await assertionFailure(reach, input);
        return wrong === null ? true : null;
      });
      if (held === null)
        throw new StepError(
          'assertion_failed',
          `The check failed: ${wrong ?? 'the desktop did not answer'}.`,
        );
    });
    return null;
  },
};
