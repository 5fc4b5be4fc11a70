import { StepError } from '@errand/browser-runtime';
import type { PageDriver } from '../task/page-driver.ts';
import type { Phrase } from '../grammar/clause.ts';
import { put } from './put-value.ts';
import { read } from '../answering/read-answer.ts';

/** Reads the value under one name and puts it into the field of another. */
export async function copy(driver: PageDriver, from: Phrase, to: Phrase): Promise<unknown> {
  const { value } = await read(driver, { what: 'labelled', label: from.text, of: from.within });
  if (typeof value !== 'string')
    throw new StepError('action_failed', `"${from.text}" is not text that can be copied.`);
  return put(driver, to, value);
}
