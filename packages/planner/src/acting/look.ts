import { truncate, StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import type { Question, Sight } from '../grammar/clause.ts';
import { nameCandidate } from '../finding/require-single.ts';
import { sizeOf } from '../finding/grade-label.ts';
import { normalised } from '../words/match-name.ts';
import { read } from '../answering/read-answer.ts';

async function compare(driver: PageDriver, question: Question, expected: string): Promise<void> {
  const { name, value, pattern, by } = await read(driver, question);
  const seen = typeof value === 'string' ? value : JSON.stringify(value);
  const isSo =
    typeof value === 'number' ? sizeOf(expected) === value : normalised(seen).includes(normalised(expected));
  if (!isSo)
    throw new StepError('assertion_failed', `The ${name} is "${truncate(seen, 200)}", not "${expected}".`);
  driver.note(`The ${name} is as expected.`, {
    expected: typeof value === 'string' && seen.includes(expected) ? expected : seen,
    ...(by !== undefined && { output: { pattern, by } }),
  });
}

export async function see(driver: PageDriver, kind: 'wait' | 'verify', sight: Sight): Promise<unknown> {
  const verb = kind === 'wait' ? 'Wait for' : 'Check';
  const say = (what: string) => `${verb} ${what}`;
  if ('question' in sight) return compare(driver, sight.question, sight.text);
  if ('ms' in sight) return driver.step('browser.wait', { for: { ms: sight.ms } }, `Wait ${sight.ms} ms`);
  if ('load' in sight) return driver.step('browser.wait', { for: { css: 'body' } }, 'Wait for the page');
  if ('target' in sight) {
    const { candidate, target } = await driver.find(sight.target, 'point');
    return kind === 'wait'
      ? driver.step('browser.wait', { for: target }, say(`the ${nameCandidate(candidate)}`))
      : driver.step('browser.assert', { target, visible: true }, say(`the ${nameCandidate(candidate)}`));
  }
  if ('gone' in sight) {
    const target = { text: sight.gone };
    return kind === 'wait'
      ? driver.step('browser.wait', { for: target, state: 'hidden' }, `Wait until "${sight.gone}" is gone`)
      : driver.step('browser.assert', { target, visible: false }, `Check that "${sight.gone}" is not shown`);
  }
  const what = 'text' in sight ? `text "${sight.text}"` : `address "${sight.url}"`;
  if (kind === 'verify') return driver.step('browser.assert', sight, say(what));
  return driver.step('browser.wait', { for: sight }, say(what));
}
