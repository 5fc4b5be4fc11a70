import { type RunbookProblem, conflict, unprocessable } from '@errand/contracts';

/** The 409 for a title that another Runbook of the workspace has. */
export function titleTaken() {
  return conflict('title: another Runbook of this workspace has this title');
}

/** The 409 for an `expectedVersion` that is not the current one. */
export function staleVersion(noun: 'Blueprint' | 'Runbook') {
  return conflict(
    `expectedVersion: the ${noun} has another version now. Read it again and repeat the change.`,
  );
}

/** The 422 for an invalid definition; it names the first problem. */
export function brokenDefinition([first]: readonly RunbookProblem[]) {
  return unprocessable(`${first?.path || 'body'}: ${first?.message ?? 'invalid'}`);
}
