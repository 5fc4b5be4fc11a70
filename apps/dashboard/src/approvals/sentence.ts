import type { PrimitiveName } from '@errand/contracts/primitives';
import { targetWords } from '@errand/contracts/words';
import type { RunDetails } from '@errand/sdk';
import { plainText } from '../ui/plain-text.ts';

type Pending = NonNullable<RunDetails['pending_approval']>;
type Input = Readonly<Record<string, unknown>>;

export function quoted(text: string): string {
  return `“${text}”`;
}

/** True for what may name a target: words, or an object. */
export function isTarget(value: unknown): value is string | object {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** Describes the target of a step. */
export function namedBy(target: unknown): string {
  return isTarget(target) ? targetWords(target, quoted) : 'the page';
}

/** The element, or the point of the screen, that a step of the pointer acts on. */
function spotOf({ target, x, y }: Input): string {
  return target === undefined ? `the point ${plainText(x)}, ${plainText(y)} of the screen` : namedBy(target);
}

function pointOf(point: unknown): string {
  return spotOf(isTarget(point) ? (point as Input) : {});
}

function tabWords({ action, index, url }: Input): string {
  if (action === 'new') return url === undefined ? 'Opens a tab' : `Opens ${plainText(url)} in a new tab`;
  if (action === 'close') return index === undefined ? 'Closes the tab' : `Closes tab ${plainText(index)}`;
  return `Switches to tab ${plainText(index)}`;
}

function dialogWords({ action, text }: Input): string {
  if (action !== 'accept') return 'Dismisses the next dialog';
  return text === undefined
    ? 'Accepts the next dialog'
    : `Answers the next dialog with ${JSON.stringify(text)}`;
}

function quotedEach(said: unknown): string {
  return [said]
    .flat()
    .map((one) => JSON.stringify(one))
    .join(', ');
}

function putsInto({ target, value }: Input) {
  return `Puts ${JSON.stringify(value)} into ${namedBy(target)}`;
}
function chooses({ target, label, value, index }: Input) {
  return `Chooses ${label === undefined && value === undefined ? `entry ${plainText(index)}` : quotedEach(label ?? value)} in ${namedBy(target)}`;
}
function reads({ target }: Input) {
  return `Reads ${namedBy(target)}`;
}
function waits({ for: awaited, ms }: Input) {
  return `Waits for ${ms === undefined ? namedBy(awaited) : `${plainText(ms)} ms`}`;
}

/** What each primitive does with its input, without the full stop. */
const SENTENCES: Readonly<Record<PrimitiveName, (input: Input) => string>> = {
  'browser.navigate': ({ url }) => `Opens ${plainText(url)}`,
  'browser.back': () => 'Goes one page back',
  'browser.forward': () => 'Goes one page forward',
  'browser.reload': () => 'Loads the page again',
  'browser.tab': tabWords,
  'browser.scroll': ({ target }) =>
    target === undefined ? 'Scrolls the page' : `Scrolls to ${namedBy(target)}`,
  'browser.wait': () => 'Waits for the page',
  'browser.dialog': dialogWords,
  'browser.click': ({ target }) => `Clicks ${namedBy(target)}`,
  'browser.hover': ({ target }) => `Points at ${namedBy(target)}`,
  'browser.fill': putsInto,
  'browser.type': ({ target, text }) => `Types ${JSON.stringify(text)} into ${namedBy(target)}`,
  'browser.press': ({ key, target }) => `Presses ${plainText(key)} on ${namedBy(target)}`,
  'browser.select': chooses,
  'browser.check': ({ target }) => `Ticks ${namedBy(target)}`,
  'browser.uncheck': ({ target }) => `Clears ${namedBy(target)}`,
  'browser.upload': ({ target }) => `Uploads files to ${namedBy(target)}`,
  'browser.drag': ({ source, destination }) => `Drags ${namedBy(source)} onto ${namedBy(destination)}`,
  'browser.extract': reads,
  'browser.assert': () => 'Checks the page',
  'browser.screenshot': ({ target }) => `Takes a picture of ${namedBy(target)}`,
  'browser.download': ({ target, url }) =>
    `Downloads ${target === undefined ? plainText(url) : `from ${namedBy(target)}`}`,
  'browser.snapshot': reads,
  'browser.evaluate': () => 'Runs a script in the page',
  'browser.pdf': () => 'Prints the page to a PDF',
  'http.request': ({ method, url }) => `Sends ${plainText(method)} to ${plainText(url)}`,
  'data.set': () => 'Sets a value for later steps',
  'data.match': () => 'Reads a value by a pattern',
  'human.approve': () => 'The Run goes on after your answer',
  'human.input': () => 'The Run goes on after your answer',
  'auth.totp': () => 'Makes the one-time code of an authenticator app',
  'runbook.run': ({ runbookId }) => `Runs the Runbook ${plainText(runbookId)}`,
  'desktop.screenshot': () => 'Takes a picture of the desktop',
  'desktop.snapshot': () => 'Reads what the applications show',
  'desktop.click': (input) => `Clicks ${spotOf(input)}`,
  'desktop.move': (input) => `Moves the pointer to ${spotOf(input)}`,
  'desktop.drag': ({ from, to }) => `Drags from ${pointOf(from)} to ${pointOf(to)}`,
  'desktop.scroll': (input) => `Scrolls at ${spotOf(input)}`,
  'desktop.type': ({ text }) => `Types ${JSON.stringify(text)}`,
  'desktop.press': ({ keys }) => `Presses ${plainText(keys)}`,
  'desktop.fill': putsInto,
  'desktop.select': chooses,
  'desktop.read': reads,
  'desktop.open': ({ application }) => `Opens the application ${plainText(application)}`,
  'desktop.wait': waits,
  'desktop.assert': ({ target }) => `Checks ${namedBy(target)}`,
};

/** Describes in one sentence what a step will do once approved. */
export function sentenceOf({ primitive, input, origin }: Pending): string {
  const isOfPage = primitive === null || primitive.startsWith('browser.');
  const where = origin === null || !isOfPage ? '' : ` on ${origin}`;
  if (primitive === null) return `The agent carries out this step as a whole${where}.`;
  // A page that is older than the API does not know every primitive.
  const words = (SENTENCES as Readonly<Record<string, (input: Input) => string>>)[primitive];
  const does = words?.(isTarget(input) ? (input as Input) : {}) ?? `Does ${primitive}`;
  return `${does}${where}.`;
}
