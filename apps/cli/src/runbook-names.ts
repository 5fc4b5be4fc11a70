import type Errand from '@errand/sdk';
import type { RequestOptions, Runbook } from '@errand/sdk';
import { EXIT, ExitError } from './exit.ts';
import { clean } from './text.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The Runbook with exactly this title, or undefined. */
export async function findByTitle(
  errand: Errand,
  title: string,
  options: RequestOptions,
): Promise<Runbook | undefined> {
  return (await errand.runbooks.list({ title, limit: 1 }, options)).data[0];
}

/** The id of a Runbook that is named by id or exact title. */
export async function idOf(errand: Errand, idOrTitle: string, options: RequestOptions): Promise<string> {
  if (UUID.test(idOrTitle)) return idOrTitle;
  const found = await findByTitle(errand, idOrTitle, options);
  if (found === undefined) throw new ExitError(EXIT.error, `No Runbook has the title "${clean(idOrTitle)}".`);
  return found.id;
}
