import { type NameKind, nameQuery } from '@errand/browser-runtime';
import type { Target } from '@errand/contracts/primitives';
import { isSelector } from '../targets/locator.ts';

/** A target that is found in the document by means which the browser has itself, or by our own names. */
export type PlainTarget = { nth?: number | undefined } & (
  | { css: string }
  | { testId: string }
  | { named: string }
);

/** Of the other pseudo-classes some mean something else to Playwright. */
const PSEUDO =
  /^(?:first|last|only)-(?:child|of-type)$|^nth-(?:last-)?(?:child|of-type)$|^(?:checked|empty)$/;
const NOT_CSS = />>|\\|^\s*(?:\.\.|\/\/|\*|[a-z-]+=)/;

function isPlainCss(css: string): boolean {
  return !NOT_CSS.test(css) && [...css.matchAll(/:+([\w-]+)/g)].every(([, name = '']) => PSEUDO.test(name));
}

function cssOf(target: string): string | null {
  const css = target.startsWith('css=') ? target.slice('css='.length) : target;
  return isPlainCss(css) ? css : null;
}

/** Null for a target that only Playwright finds as it should be. */
export function plainTarget(target: Target, kind: NameKind = 'any'): PlainTarget | null {
  if (typeof target === 'string') {
    if (!isSelector(target)) return { named: nameQuery(target, kind) };
    const css = cssOf(target);
    return css === null ? null : { css };
  }
  if (target.frame !== undefined) return null;
  if ('testId' in target) return { testId: target.testId, nth: target.nth };
  return 'css' in target && isPlainCss(target.css) ? { css: target.css, nth: target.nth } : null;
}
