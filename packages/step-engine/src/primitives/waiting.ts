import type { SignatureOf } from '@errand/contracts/primitives';
import { targetWords } from '@errand/contracts/words';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { z } from 'zod';
import { isTextVisible } from '../conditions/observe.ts';
import { poll } from '../conditions/poll.ts';
import { waitingFor } from '../direct/read.ts';
import { truncate, StepError } from '@errand/browser-runtime';
import { onTarget } from '../targets/act.ts';
import { explainFailure, isAmbiguous } from '../targets/explain-failure.ts';
import { locate } from '../targets/locator.ts';
import type { Call } from './call.ts';
import type { Handlers } from './primitive.ts';

type Assertion = z.output<SignatureOf<'browser.assert'>['input']>;

const MAX_SEEN_LENGTH = 200;

/** What is wrong with the page, null when nothing is. Asks without waiting. */
async function assertionFailure(call: Call, input: Assertion): Promise<string | null> {
  const { page } = call;
  if (input.url !== undefined && !page.url().includes(input.url))
    return `the URL ${page.url()} does not contain "${input.url}"`;
  const wanted = input.visible ?? true;
  if (input.target === undefined) {
    if (input.text === undefined) return null;
    return (await isTextVisible(page, input.text)) === wanted
      ? null
      : `the text "${input.text}" is ${wanted ? 'not ' : ''}visible`;
  }
  const name = targetWords(input.target);
  const element = locate(page, input.target);
  const count = await element.count();
  if (input.count !== undefined && count !== input.count)
    return `${count} elements match ${name}, not ${input.count}`;
  if (input.count !== undefined && input.text === undefined && input.visible === undefined) return null;
  if (!wanted && input.text === undefined)
    return (await element.filter({ visible: true }).count()) === 0 ? null : `${name} is visible`;
  if (count === 0) return `no element matches ${name}`;
  if (input.count !== undefined) return assertionFailureOfMany(input, name, element);
  const { target } = input;
  return assertionFailureOfOne(input, name, element).catch(async (error: unknown) => {
    throw isAmbiguous(error) ? await explainFailure(call, error, element, target) : error;
  });
}

async function assertionFailureOfOne(
  input: Assertion,
  name: string,
  element: Locator,
): Promise<string | null> {
  const wanted = input.visible ?? true;
  if ((await element.isVisible()) !== wanted) return `${name} is ${wanted ? 'not ' : ''}visible`;
  if (input.text === undefined) return null;
  const seen = await element.innerText({ timeout: 1_000 });
  return seen.includes(input.text)
    ? null
    : `${name} holds "${truncate(seen, MAX_SEEN_LENGTH)}", not "${input.text}"`;
}

async function assertionFailureOfMany(
  input: Assertion,
  name: string,
  elements: Locator,
): Promise<string | null> {
  const { text } = input;
  if (input.visible !== undefined) {
    const visible = await elements.filter({ visible: true }).count();
    if (visible !== (input.visible ? input.count : 0)) return `${visible} of ${name} are visible`;
  }
  if (text === undefined) return null;
  const texts = await elements.allInnerTexts();
  return texts.every((seen) => seen.includes(text)) ? null : `not every one of ${name} holds "${text}"`;
}

export const waiting = {
  'browser.wait': async (call, { for: what, state }) => {
    if (typeof what === 'object' && 'ms' in what) {
      let left = what.ms;
      await call.interruptible(async () => {
        const since = performance.now();
        const { signal } = call.wait;
        try {
          await delay(left, undefined, { signal });
        } finally {
          left = Math.max(0, left - (performance.now() - since));
        }
      });
      return null;
    }
    if (typeof what === 'object' && 'url' in what) {
      const { url } = what;
      if (!(await poll(call, async () => call.page.url().includes(url))))
        throw new StepError(
          'step_timeout',
          `The URL did not come to contain "${url}"; it is ${call.page.url()}.`,
        );
      return null;
    }
    const wanted = state ?? 'visible';
    if (typeof what === 'object' && 'text' in what && Object.keys(what).length === 1) {
      const hidden = wanted === 'hidden' || wanted === 'detached';
      if (!(await poll(call, async () => (await isTextVisible(call.page, what.text)) !== hidden)))
        throw new StepError(
          'step_timeout',
          `The text "${what.text}" did not become ${hidden ? 'hidden' : 'visible'}.`,
        );
      return null;
    }
    await call.interruptible(() =>
      onTarget(
        call,
        what,
        (element) => element.waitFor({ state: wanted, ...call.wait }),
        'any',
        waitingFor(wanted),
      ),
    );
    return null;
  },
  'browser.assert': async (call, input) => {
    let wrong: string | null = null;
    const held = await poll(call, async () => {
      wrong = await assertionFailure(call, input);
      return wrong === null;
    });
    if (!held)
      throw new StepError('assertion_failed', `The check failed: ${wrong ?? 'the page did not answer'}.`);
    return null;
  },
} satisfies Partial<Handlers<'browser'>>;
