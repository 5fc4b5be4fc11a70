import type { Dialog } from 'playwright-core';
import type { StepError } from '../host.ts';

/** The person who controls the browser answers dialogs and file choosers that no step asked for. */
export interface PersonInControl {
  onDialog(dialog: Dialog): void;
  onRefused(refusal: StepError): void;
}

/** Masks everything that leaves the Run, and learns further secrets. */
export interface SessionMask {
  text(text: string): string;
  hide(texts: readonly string[]): void;
}

/** Until something carries out the Run. */
export const NOTHING_SECRET: SessionMask = { text: (text) => text, hide: () => undefined };
