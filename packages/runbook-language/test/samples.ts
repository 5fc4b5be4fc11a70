import { CreateRunbook, type RunbookProblem } from '@errand/contracts';
import { checkRunbook } from '../src/index.ts';

export const open = {
  id: 'open',
  kind: 'primitive',
  primitive: 'browser.navigate',
  input: { url: 'https://a.test' },
};
export const read = { id: 'read', kind: 'primitive', primitive: 'browser.extract', input: { as: 'text' } };
export function runbook(changes: object = {}) {
  return {
    schemaVersion: 3,
    title: 'A title',
    steps: [open],
    parameters: [],
    ...changes,
  };
}

/** The problems of a Runbook in a create request. */
export function problemsOf(body: unknown, hasModel = false): RunbookProblem[] {
  const check = checkRunbook(body, CreateRunbook, { hasModel });
  return check.ok ? [] : check.problems;
}
export function linesOf(body: unknown) {
  return problemsOf(body).map(({ path, message }) => `${path}: ${message}`);
}
