import type { Clause } from './clause.ts';
import { parseTask } from './parse.ts';

const SECRET_FIELD = /\b(?:pass\s?(?:word|phrase|code)|pin)\b/iu;

/** What a clause types into fields that sound like a password's. */
export const clauseSecrets = (clause: Clause): string[] => {
  if (clause.kind === 'login') return [clause.password];
  const isTyped = clause.kind === 'fill' || clause.kind === 'set';
  return isTyped && clause.target !== null && SECRET_FIELD.test(clause.target.text) ? [clause.value] : [];
};

/** The same of a task, as far as it is a plain instruction. */
export const taskSecrets = (task: string): string[] => {
  const parsed = parseTask(task);
  return 'clauses' in parsed ? parsed.clauses.flatMap(clauseSecrets) : [];
};
