import { targetWords } from '@errand/contracts/words';
import { plainText } from '../ui/plain-text.ts';
import type { RunDetails } from '@errand/sdk';

type Pending = NonNullable<RunDetails['pending_approval']>;

export const quoted = (text: string): string => `“${text}”`;

export function isTarget(value: unknown): value is string | object {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** What the target of a step names, in words. */
export function namedBy(target: unknown): string {
  return isTarget(target) ? targetWords(target, quoted) : 'the page';
}

const VERBS: Readonly<Record<string, string>> = {
  'browser.click': 'Clicks',
  'browser.press': 'Presses a key on',
  'browser.check': 'Ticks',
  'browser.uncheck': 'Clears',
  'browser.upload': 'Uploads files to',
  'browser.drag': 'Drags',
  'browser.download': 'Downloads from',
};

/** What a step will do when it is approved, in one sentence. */
export function sentenceOf({ primitive, input, origin }: Pending): string {
  const values = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const where = origin === null ? '' : ` on ${origin}`;
  const target = namedBy(values['target'] ?? values['source']);
  if (primitive === null) return `The agent carries out this step as a whole${where}.`;
  if (primitive === 'human.approve' || primitive === 'human.input')
    return 'The Run goes on after your answer.';
  if (primitive === 'http.request')
    return `Sends ${plainText(values['method'])} to ${plainText(values['url'])}.`;
  const value = values['value'] ?? values['text'] ?? values['label'];
  if (value !== undefined) return `Puts ${JSON.stringify(value)} into ${target}${where}.`;
  const verb = VERBS[primitive];
  return verb === undefined ? `Does ${primitive}${where}.` : `${verb} ${target}${where}.`;
}
