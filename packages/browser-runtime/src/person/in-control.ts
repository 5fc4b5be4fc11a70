import type { Dialog } from 'playwright-core';
import type { StepError } from '../host.ts';

/** A person controls the browser, who answers what no step asked for. */
export interface PersonInControl {
  onDialog(dialog: Dialog): void;
  onRefused(refusal: StepError): void;
}

/** Masks what leaves the Run, and learns what else is secret. */
export interface SessionMask {
  text(text: string): string;
  hide(texts: readonly string[]): void;
}

/** Until something carries out the Run. */
export const NOTHING_SECRET: SessionMask = { text: (text) => text, hide: () => undefined };
