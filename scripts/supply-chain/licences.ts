import { z } from 'zod';
import type { Policy } from './policy.ts';

/** As license-checker prints it: `name@version`, and a licence or several. */
export const Licences = z.record(
  z.string(),
  z.object({ licenses: z.union([z.string(), z.array(z.string())]).optional() }),
);
export type Licences = z.infer<typeof Licences>;

/** One of several suffices, all of them that hold together must be allowed. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  if (/ or /i.test(plain)) return plain.split(/ or /i).some((part) => isAllowed(part, allowed));
  return plain.split(/ and /i).every((part) => allowed.includes(part.trim()));
}

/** Packages under a licence that neither the list nor an exception allows, and exceptions that nothing needs. */
export function licenceProblems(found: Licences, policy: Policy): string[] {
  const excused = new Set<string>();
  const problems = Object.entries(found).flatMap(([id, { licenses = 'none' }]) => {
    const licence = [licenses].flat().join(' AND ');
    if (isAllowed(licence, policy.licences)) return [];
    const name = id.slice(0, id.lastIndexOf('@'));
    const exception = policy.licenceExceptions.find(
      (each) => each.package === name && each.licence === licence,
    );
    if (exception === undefined) return [`${id} is under ${licence}`];
    excused.add(exception.package);
    return [];
  });
  const idle = policy.licenceExceptions
    .filter((each) => !excused.has(each.package))
    .map((each) => `the exception for ${each.package} is not needed any more`);
  return [...problems, ...idle];
}
