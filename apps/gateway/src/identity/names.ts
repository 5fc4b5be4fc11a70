import { PersonName, WorkspaceName, parseOrThrow } from '@errand/contracts';
import type { GenericEndpointContext } from 'better-auth';

interface Body {
  readonly name?: unknown;
  readonly data?: { readonly name?: unknown } | null;
}

/** The rule and the value of each name that better-auth takes; it sets no limit, and the services get names as a header. */
const NAMES: Readonly<Record<string, (body: Body) => [rule: typeof PersonName, name: unknown]>> = {
  '/sign-up/email': ({ name }) => [PersonName, name],
  '/update-user': ({ name }) => [PersonName, name],
  '/organization/create': ({ name }) => [WorkspaceName, name],
  '/organization/update': ({ data }) => [WorkspaceName, data?.name],
};

/** Throws 422 for a name of a person or workspace that is blank, too long or cannot be stored. */
export function checkNames({ path, body }: GenericEndpointContext): void {
  const [rule, name] = NAMES[path]?.((body ?? {}) as Body) ?? [PersonName, undefined];
  // better-auth itself refuses a missing name, and a value of another type.
  if (typeof name === 'string') parseOrThrow(rule, name, 'name');
}
