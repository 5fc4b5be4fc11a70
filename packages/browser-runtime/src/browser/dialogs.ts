import type { Dialog } from 'playwright-core';
import { StepError } from '../host.ts';
import type { CurrentStep } from './browser-session.ts';
import type { SessionLog } from './session-log.ts';

/** How the next dialog is answered. */
export interface DialogResponse {
  action: 'accept' | 'dismiss';
  text?: string | undefined;
}

/** A dialog as a page showed it. */
export interface ShownDialog {
  type: string;
  message: string;
}

const MAX_LATE_DIALOGS = 100;

/** Answers the dialogs of a Run's pages: as a step announced, else by dismissing them. */
export class Dialogs {
  readonly #log: SessionLog;
  readonly #step: () => CurrentStep | null;
  readonly #fail: (error: StepError) => void;
  readonly #responses: DialogResponse[] = [];
  readonly #late: ShownDialog[] = [];
  #rejectNavigation: (() => void) | null = null;

  /** @param fail fails the current step, or the next one */
  constructor(log: SessionLog, step: () => CurrentStep | null, fail: (error: StepError) => void) {
    this.#log = log;
    this.#step = step;
    this.#fail = fail;
  }

  /** The next dialog gets this response. */
  announce(response: DialogResponse): void {
    this.#responses.push(response);
  }

  /** Withdraws the responses that no dialog has used; false if there are none. */
  withdraw(): boolean {
    return this.#responses.splice(0).length > 0;
  }

  /** The dialogs that were shown when no step acted, each once. */
  takeLate(): ShownDialog[] {
    return this.#late.splice(0);
  }

  /** Awaits a navigation. Throws `StepError` `navigation_failed` when a beforeunload dialog was dismissed. */
  async awaitNavigation<Result>(navigation: Promise<Result>): Promise<Result> {
    const refusal =
      'The page asked whether to leave it, and no browser.dialog step before had announced to accept that.';
    const stayed = new Promise<never>((_resolve, reject) => {
      this.#rejectNavigation = () => reject(new StepError('navigation_failed', refusal, { noEffect: true }));
    });
    navigation.catch(() => undefined);
    try {
      return await Promise.race([navigation, stayed]);
    } finally {
      this.#rejectNavigation = null;
    }
  }

  async answer(dialog: Dialog): Promise<void> {
    const announced = this.#responses.shift();
    const { action, text } = announced ?? { action: 'dismiss' };
    const did = action === 'accept' ? 'Accepted' : 'Dismissed';
    const what = `${dialog.type()} dialog: "${dialog.message()}"`;
    const data = { action, type: dialog.type() };
    if (announced === undefined) this.#log.note(`${did} an unannounced ${what}`, data);
    else this.#log.write(`${did} the ${what}`, data);
    if (action === 'dismiss' && dialog.type() === 'beforeunload') this.#rejectNavigation?.();
    await (action === 'accept' ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined);
    if (announced === undefined) this.#dismissed({ type: dialog.type(), message: dialog.message() });
  }

  /** A dismissed question fails the step that raised it. */
  #dismissed(dialog: ShownDialog): void {
    const step = this.#step();
    if (step?.onDialog !== undefined) step.onDialog(dialog);
    else if (this.#late.length < MAX_LATE_DIALOGS) this.#late.push(dialog);
    const asks = dialog.type === 'confirm' || dialog.type === 'prompt';
    const isRaised = step === null || step.onDialog !== undefined;
    if (asks && isRaised)
      this.#fail(
        new StepError(
          'action_failed',
          `The page asked "${dialog.message}", and no browser.dialog step before had announced an answer; it was dismissed.`,
        ),
      );
  }
}
