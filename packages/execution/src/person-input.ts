import { type BrowserSession, type Hand, createHand } from '@errand/browser-runtime';
import type { PersonInput } from '@errand/contracts';
import type { LiveOrder, LiveReport } from '@errand/contracts/internal';
import type { Control } from './control.ts';

/** Carries out, in order, the input of the person who controls a Run's browser. */
export interface PersonControl {
  /** The browser is open. */
  attach(surface: BrowserSession): void;
  receive(order: LiveOrder): void;
  /** The controller has changed, or whether an action of the Run is in progress. */
  update(): void;
  /** Resolves when nothing that the person did is still in progress. */
  returnControl(): Promise<void>;
}

/** More than a person can do before the page has answered. */
const MAX_WAITING = 500;

/** Pointing alone changes nothing that matters; everything else may. */
function mayHaveEffect(input: PersonInput): boolean {
  return !(input.type === 'mouse' && input.action === 'move') && input.type !== 'copy';
}

/**
 * @param declare records in the effect ledger that a person acts from now on; rejects when they may not
 * @param tell shows a message to the person in control
 */
export function createPersonControl(
  control: Pick<Control, 'isPersons' | 'controller'>,
  declare: () => Promise<void>,
  tell: (report: LiveReport) => void,
): PersonControl {
  let surface: BrowserSession | null = null;
  let hand: Hand | null = null;
  let isDeclared = false;
  let isReady = false;
  let waiting = 0;
  let queue: Promise<void> = Promise.resolve();

  const update = (): void => {
    const ready = surface !== null && control.isPersons();
    if (ready && surface !== null) hand ??= createHand(surface, tell);
    if (ready === isReady) return;
    isReady = ready;
    tell({ type: 'ready', ready });
  };
  const carryOut = async (input: PersonInput): Promise<void> => {
    if (hand === null || !control.isPersons()) {
      if (mayHaveEffect(input))
        tell({ type: 'refused', detail: 'The Run ends its last action first. Try again in a moment.' });
      return;
    }
    if (!isDeclared && mayHaveEffect(input)) {
      await declare();
      isDeclared = true;
    }
    await hand.carryOut(input);
  };
  return {
    attach: (opened) => {
      surface = opened;
      update();
    },
    update,
    receive: ({ by, input }) => {
      if (by !== control.controller || waiting >= MAX_WAITING) return;
      waiting += 1;
      queue = queue
        .then(() => carryOut(input))
        .catch(() => tell({ type: 'refused', detail: 'That could not be done. Try again.' }))
        .finally(() => {
          waiting -= 1;
        });
    },
    returnControl: async () => {
      await queue;
      const ended = hand;
      hand = null;
      isDeclared = false;
      await ended?.end();
      update();
    },
  };
}
