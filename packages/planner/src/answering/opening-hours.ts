import { StepError } from '@errand/browser-runtime';
import type { Hours } from '../grammar/clause.ts';

const CLOCK = /\b\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?(?![\d:.]*\d)/giu;

/**
 * What hours such as "8:00 – 17:00" or "closed" answer.
 * @throws {StepError} `element_not_found` where they are neither
 */
export function hoursAnswer(shown: string, asked: Hours): string | boolean {
  if (asked === 'all') return shown;
  const times = [...shown.matchAll(CLOCK)].map(([time]) => time.trim());
  const isClosed = times.length === 0 && /^\W*(?:closed|shut)\W*$/iu.test(shown);
  const [opens = '', closes = ''] = times;
  const isKnown = isClosed || times.length === 2;
  if (isKnown && asked === 'isOpen') return !isClosed;
  if (isKnown && asked === 'isClosed') return isClosed;
  if (!isClosed && isKnown) return asked === 'opens' ? opens : closes;
  if (isClosed) return shown;
  throw new StepError('element_not_found', `The hours on the page are "${shown}".`, { noEffect: true });
}
