import { plainText } from '../ui/plain-text.ts';
import type { RunDetails } from '@errand/sdk';

type Pending = NonNullable<RunDetails['pending_approval']>;

/** What a target names, in words. */
export function targetWords(target: unknown): string {
  if (typeof target === 'string') return `“${target}”`;
  if (typeof target !== 'object' || target === null) return 'the page';
  const { role, name, label, text, placeholder, testId, css } = target as Record<string, unknown>;
  const called = name ?? label ?? text ?? placeholder ?? testId ?? css;
  return `${typeof role === 'string' ? `the ${role} ` : ''}“${plainText(called ?? target)}”`;
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
  const target = targetWords(values['target'] ?? values['source']);
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
