import { compilePattern, PatternError } from '@errand/runbook-language';
import { StepError } from '@errand/browser-runtime';
import type { Handlers } from './primitive.ts';

export const data: Handlers<'data'> = {
  'data.set': async (_call, { value }) => value,
  'data.match': async (_call, { value, pattern }) => {
    try {
      const match = compilePattern(pattern).match(value);
      if (match === null) throw new StepError('assertion_failed', `The value does not match /${pattern}/.`);
      return match.groups ?? [...match.captures];
    } catch (error) {
      if (error instanceof PatternError)
        throw new StepError('action_failed', `input.pattern: ${error.message}.`, { cause: error });
      throw error;
    }
  },
};
