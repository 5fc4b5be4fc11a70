import { taskSecrets } from '@errand/planner';
import { createSecrets, type Secrets } from '@errand/step-engine';

/**
 * The secrets of an ad-hoc task: those given by name, and passwords that a person wrote into the task. The model is told
 * their names only.
 */
export function secretsOfTask(task: string, given: Readonly<Record<string, string>> = {}): Secrets {
  const byName: Record<string, string> = { ...given };
  const known = new Set(Object.values(given));
  for (const value of taskSecrets(task)) {
    if (known.has(value)) continue;
    let name = 'password';
    for (let next = 2; Object.hasOwn(byName, name); next += 1) name = `password_${next}`;
    byName[name] = value;
  }
  return createSecrets(byName, 'secrets');
}
