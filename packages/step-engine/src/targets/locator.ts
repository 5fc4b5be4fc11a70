import type { Target } from '@errand/contracts/primitives';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { byName, type NameKind } from '@errand/browser-runtime';
import { TAG_NAMES } from './tag-names.ts';

const ENGINE_PREFIX = /^(css|text|role|xpath|id|data-testid|data-test-id|data-test|aria-ref)=/;
const AFTER_TAG = /^([a-z][a-z0-9]*)(?=\[|#|:[a-z]| ?> ?)/;

/** True for a string target that is a selector rather than a visible name. */
export function isSelector(text: string): boolean {
  return (
    /^(#|\.|\[|\/\/)/.test(text) ||
    ENGINE_PREFIX.test(text) ||
    TAG_NAMES.has(text) ||
    TAG_NAMES.has(AFTER_TAG.exec(text)?.[1] ?? '')
  );
}

/** A target that says by which means it is found. */
export type TargetBy = Exclude<Target, string>;

type Scope = Page | FrameLocator | Locator;

function frameSelector(frame: string): string {
  if (isSelector(frame)) return frame;
  const name = JSON.stringify(frame);
  return `:is(iframe, frame):is([name=${name}], [id=${name}], [title=${name}])`;
}

/** On a page, finds a frame at any depth; inside an element, only a direct one. */
function inFrame(scope: Scope, frame: string | undefined): Scope {
  if (frame === undefined) return scope;
  const around = 'goto' in scope ? scope.frameLocator() : scope;
  return around.frameLocator(frameSelector(frame));
}

function plain(scope: Scope, target: TargetBy): Locator {
  const exact = target.exact ?? false;
  if ('role' in target)
    // Playwright refuses unknown roles only when it runs, as an ordinary failure of the step.
    return scope.getByRole(target.role as Parameters<Page['getByRole']>[0], {
      ...(target.name !== undefined && { name: target.name, exact }),
    });
  if ('label' in target) return scope.getByLabel(target.label, { exact });
  if ('placeholder' in target) return scope.getByPlaceholder(target.placeholder, { exact });
  if ('text' in target) return scope.getByText(target.text, { exact });
  if ('testId' in target) return scope.getByTestId(target.testId);
  if ('css' in target) return scope.locator(`css=${target.css}`);
  return scope.locator(`aria-ref=${target.ref}`);
}

/** Matches every element that a target names; actions are strict, so more than one is an error. */
export function locate(scope: Scope, target: Target, kind: NameKind = 'any'): Locator {
  if (typeof target === 'string') return scope.locator(isSelector(target) ? target : byName(target, kind));
  const found = plain(inFrame(scope, target.frame), target);
  return target.nth === undefined ? found : found.nth(target.nth);
}
