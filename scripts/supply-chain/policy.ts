import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Policy = z.strictObject({
  /** SPDX names that anybody may use without asking. */
  licences: z.array(z.string()),
  licenceExceptions: z.array(
    z.strictObject({ package: z.string(), licence: z.string(), reason: z.string().min(1) }),
  ),
  /** Advisories that do not concern this product, each until a day on which somebody looks again. */
  advisoryExceptions: z.array(
    z.strictObject({ advisory: z.string().regex(/^GHSA-/), reason: z.string().min(1), until: z.iso.date() }),
  ),
});
export type Policy = z.infer<typeof Policy>;

/** The named exceptions, from policy.json next to this file. */
export function readPolicy(): Policy {
  return Policy.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'policy.json'), 'utf8')));
}
