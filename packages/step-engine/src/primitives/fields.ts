/// <reference lib="dom" />
import type { SignatureOf } from '@errand/contracts/primitives';
import { targetWords } from '@errand/contracts/words';
import type { Locator } from 'playwright-core';
import type { z } from 'zod';
import type { PageFacts } from '../engine/observation/page-facts.ts';
import { StepError } from '@errand/browser-runtime';
import { choosing, clicking, filling } from '../direct/act.ts';
import { onTarget, onUsableTarget, untilEnabled, whenUsable, whileWaiting } from '../targets/act.ts';
import { capitalized } from '../targets/explain-failure.ts';
import { locate } from '../targets/locator.ts';
import { filesToUpload } from './uploads.ts';
import { FORMATTED_TYPES, writtenFor } from './written-values.ts';
import type { Call } from './call.ts';
import type { Handlers } from './primitive.ts';

type Choice = z.output<SignatureOf<'browser.select'>['input']>;

/** Playwright logs this while it waits for an option. */
const NO_OPTION = /did not find some options/;
const OPTIONS_TIMEOUT_MS = 700;
const MAX_OPTIONS = 20;
const KEYLESS = /Unknown key/;
const NOT_A_FILE_FIELD = /not an HTMLInputElement|non-file|file input/i;

type Option = { value: string } | { label: string } | { index: number };

/** The options that are asked for, at least one. */
function chosen(choice: Choice): Option[] {
  if ('value' in choice) return [choice.value].flat().map((value) => ({ value }));
  return 'label' in choice ? [choice.label].flat().map((label) => ({ label })) : [{ index: choice.index }];
}

/** Runs in the page. */
function takesOne(element: Node): boolean {
  const list = element instanceof HTMLLabelElement ? element.control : element;
  return list instanceof HTMLSelectElement && !list.multiple;
}

/** Runs in the page. */
function optionsOf(element: Node): string[] {
  const list = element instanceof HTMLLabelElement ? element.control : element;
  return list instanceof HTMLSelectElement ? [...list.options].map(({ label }) => label) : [];
}

function listOptions(element: Locator): Promise<string[]> {
  return element.evaluate(optionsOf, undefined, { timeout: OPTIONS_TIMEOUT_MS }).catch(() => []);
}

/** The error of a list that did not get the option that was waited for; others are returned as they are. */
async function missingOption(error: unknown, element: Locator, choice: Choice): Promise<unknown> {
  if (!(error instanceof Error) || !NO_OPTION.test(error.message)) return error;
  const options = await listOptions(element);
  const [by, asked = []] = Object.entries(choice).find(([name]) => name !== 'target') ?? [];
  const listed = options.slice(0, MAX_OPTIONS).map((option) => `"${option}"`);
  return new StepError(
    'element_not_found',
    `${capitalized(targetWords(choice.target))} has no option with the ${by} ${[asked]
      .flat()
      .map((one) => JSON.stringify(one))
      .join(' or ')}. It has: ${listed.join(', ')}${options.length > MAX_OPTIONS ? ', …' : ''}.`,
    { cause: error, noEffect: true },
  );
}

function unknownKey(error: unknown, key: string): unknown {
  return error instanceof Error && KEYLESS.test(error.message)
    ? new StepError('action_failed', `"${key}" is not a key.`, { cause: error, noEffect: true })
    : error;
}

/** Runs in the page. */
function renderDots(element: Node) {
  const field = element instanceof HTMLLabelElement ? element.control : element;
  if (field instanceof HTMLElement) field.style.setProperty('-webkit-text-security', 'disc', 'important');
}

/** As `whenUsable`, for what also works when another element covers the field. */
function whenEnabled(call: Call, element: Locator, facts: PageFacts | null): Promise<PageFacts | null> {
  return whenUsable(call, element, facts, () => untilEnabled(call, element));
}

/** Before a secret is typed into a field: pictures show dots there, whatever kind of field it is or becomes. */
async function maskTyping({ session, wait }: Call, element: Locator, text: string): Promise<void> {
  if (session.mask.text(text) !== text) await element.evaluate(renderDots, undefined, wait);
}

/** Runs in the page. The label to press for a box that its own label hides; null where the box itself can be pressed. */
function labelOver(box: Element, state: boolean): Element | null {
  const { labels, checked } = box as HTMLInputElement;
  if (!labels || labels.length === 0 || checked === state) return null;
  box.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = box.getBoundingClientRect();
  // A box of no size cannot be pressed at all.
  if (width === 0 || height === 0) return [...labels].find((each) => each.checkVisibility()) ?? null;
  const root = box.getRootNode() as Document | ShadowRoot;
  const top = root.elementFromPoint(x + width / 2, y + height / 2);
  const over = top === null || top.contains(box) ? undefined : [...labels].find((each) => each.contains(top));
  // A link in it leads away.
  return over === undefined || over.querySelector('a, button') !== null ? null : over;
}

/** Ticks or unticks a box as people do: by its label where that hides it. */
async function setTicked(
  element: Locator,
  state: boolean,
  options: { trial?: true; timeout?: number },
): Promise<void> {
  const found = await element.evaluateHandle(labelOver, state, options);
  const label = found.asElement();
  try {
    await (label === null ? element.setChecked(state, options) : label.click(options));
  } finally {
    await found.dispose();
  }
}

export const fields = {
  'browser.fill': async (call, { target, value }) => {
    const fill = async (element: Locator, facts: PageFacts | null) => {
      const { control = null } = (await whenEnabled(call, element, facts)) ?? {};
      const written = writtenFor(control, value);
      await maskTyping(call, element, value);
      await element.fill(written, call.wait);
    };
    await onTarget(call, target, fill, 'field', filling(value));
    return null;
  },
  'browser.type': async (call, { target, text, delayMs }) => {
    const type = async (element: Locator, facts: PageFacts | null) => {
      const { control = null } = (await whenEnabled(call, element, facts)) ?? {};
      const written = writtenFor(control, text);
      await maskTyping(call, element, text);
      // Keys mean something else in every language of the browser there.
      if (control !== null && FORMATTED_TYPES.has(control.type)) return element.fill(written, call.wait);
      return element.pressSequentially(written, {
        ...call.wait,
        ...(delayMs !== undefined && { delay: delayMs }),
      });
    };
    await onTarget(call, target, type, 'field');
    return null;
  },
  'browser.press': async (call, { key, target }) => {
    if (target === undefined) {
      await call.prepare?.(call.page.locator(':focus, :root:not(:has(:focus))').first());
      await call.page.keyboard.press(key).catch((error: unknown) => {
        throw unknownKey(error, key);
      });
    } else
      await onTarget(call, target, (element) =>
        element.press(key, call.wait).catch((error: unknown) => {
          throw unknownKey(error, key);
        }),
      );
    return null;
  },
  'browser.select': async (call, input) => {
    const options = chosen(input);
    const [only] = options;
    const several = options.length > 1;
    const select = async (element: Locator, facts: PageFacts | null) => {
      await whenEnabled(call, element, facts);
      if (several && (await element.evaluate(takesOne, undefined, call.wait)))
        throw new StepError(
          'action_failed',
          `${capitalized(targetWords(input.target))} takes one option only.`,
          {
            noEffect: true,
          },
        );
      try {
        await element.selectOption(options, call.wait);
      } catch (error) {
        throw await missingOption(error, element, input);
      }
    };
    await onTarget(
      call,
      input.target,
      select,
      'field',
      several || only === undefined ? undefined : choosing(only),
    );
    return null;
  },
  'browser.check': async (call, { target }) => {
    await onUsableTarget(
      call,
      target,
      (element, trial) => setTicked(element, true, { ...trial, ...call.wait }),
      'field',
      clicking(true),
    );
    return null;
  },
  'browser.uncheck': async (call, { target }) => {
    await onUsableTarget(
      call,
      target,
      (element, trial) => setTicked(element, false, { ...trial, ...call.wait }),
      'field',
      clicking(false),
    );
    return null;
  },
  'browser.upload': async (call, { target, files }) => {
    const { page } = call;
    const payloads = await filesToUpload(call, files);
    const element = locate(page, target, 'field');
    const isFileField = await whileWaiting(call, element, target, async () => {
      await call.prepare?.(element);
      try {
        await element.setInputFiles(payloads, call.wait);
        return true;
      } catch (error) {
        if (error instanceof Error && NOT_A_FILE_FIELD.test(error.message)) return false;
        throw error;
      }
    });
    if (!isFileField) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser', call.wait),
        onTarget(call, target, (button) => button.click(call.wait)),
      ]);
      await chooser.setFiles(payloads, call.wait);
    }
    return null;
  },
} satisfies Partial<Handlers<'browser'>>;
