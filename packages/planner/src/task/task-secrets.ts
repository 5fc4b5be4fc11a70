import { joinSecretNames, secretNamesIn } from '@errand/runbook-language';
import { writtenSecrets } from '@errand/step-engine/written-secrets';
import type { Clause } from '../grammar/clause.ts';
import { parseTask } from '../grammar/parse-task.ts';

const SECRET_FIELD = /\b(?:pass\s?(?:word|phrase|code)|pin|pwd?|token|api\s?key)\b/iu;

/** What a clause types into fields that sound like a password's. */
function clauseSecrets(clause: Clause): string[] {
  if (clause.kind === 'login') return [clause.password];
  if (clause.kind === 'password') return [clause.old ?? '', clause.next].filter((value) => value !== '');
  if (clause.kind !== 'fill' && clause.kind !== 'set' && clause.kind !== 'select') return [];
  const isSecret = clause.target !== null && SECRET_FIELD.test(clause.target.text);
  return isSecret && typeof clause.value === 'string' ? [clause.value] : [];
}

/** Passwords and similar values written into a task, even if the task is not understood. */
export function taskSecrets(given: string): string[] {
  const task = joinSecretNames(given);
  const parsed = parseTask(task);
  const typed = 'clauses' in parsed ? parsed.clauses.flatMap(clauseSecrets) : [];
  const written = [...writtenSecrets(task).map(({ value }) => value), ...typed];
  return [...new Set(written)].filter((value) => secretNamesIn(value).length === 0);
}
