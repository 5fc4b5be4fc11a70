import {
  ComparisonError,
  compilePattern,
  holdsForValue,
  isValueCondition,
  printCondition,
  type Condition,
} from '@errand/runbook-language';
import type { Page } from 'playwright-core';
import { StepError, truncate } from '@errand/browser-runtime';
import { countVisible, isTextVisible } from './observe.ts';

/** What one part of a condition found on the page. */
export interface ConditionResult {
  checked: string;
  held: boolean;
  saw: string;
}

const MAX_SEEN_LENGTH = 200;

function outputText(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
}

/** @throws {StepError} `output_invalid` if a value that is compared with a number is not one */
function compare(condition: Parameters<typeof holdsForValue>[0]): boolean {
  try {
    return holdsForValue(condition);
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error;
    throw new StepError('output_invalid', error.message, { cause: error, noEffect: true });
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** Checks a condition once. Every part that decided is noted in `findings`. */
export async function evaluateCondition(
  condition: Condition,
  page: () => Page,
  output: unknown,
  findings: ConditionResult[],
): Promise<boolean> {
  const note = (checked: string, held: boolean, saw: string): boolean => {
    findings.push({ checked, held, saw: truncate(saw, MAX_SEEN_LENGTH) });
    return held;
  };
  if (isValueCondition(condition))
    return note(printCondition(condition), compare(condition), shown(condition.value));
  switch (condition.type) {
    case 'url_contains': {
      const url = page().url();
      return note(`url contains "${condition.text}"`, url.includes(condition.text), url);
    }
    case 'url_matches': {
      const url = page().url();
      const { source, flags } = condition;
      return note(`url matches /${source}/${flags}`, compilePattern(source, flags).test(url), url);
    }
    case 'text_visible': {
      const visible = await isTextVisible(page(), condition.text);
      return note(`text "${condition.text}" is visible`, visible, visible ? 'visible' : 'not visible');
    }
    case 'text_hidden': {
      const visible = await isTextVisible(page(), condition.text);
      return note(`text "${condition.text}" is hidden`, !visible, visible ? 'visible' : 'not visible');
    }
    case 'element_visible': {
      const count = await countVisible(page(), condition.selector);
      return note(`element "${condition.selector}" is visible`, count > 0, `${count} visible`);
    }
    case 'output_contains': {
      const text = outputText(output);
      return note(`output contains "${condition.text}"`, text.includes(condition.text), text);
    }
    case 'not':
      return !(await evaluateCondition(condition.condition, page, output, findings));
    case 'and':
      for (const part of condition.conditions)
        if (!(await evaluateCondition(part, page, output, findings))) return false;
      return true;
    default:
      for (const part of condition.conditions)
        if (await evaluateCondition(part, page, output, findings)) return true;
      return false;
  }
}
