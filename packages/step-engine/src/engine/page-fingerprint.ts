import { createHash } from 'node:crypto';
import type { Mask } from './mask.ts';
import type { PageFacts } from './observation/page-facts.ts';

/** The part of an approval beyond the step itself: the control's texts, and its form's values and destination. */
export function fingerprintOf(facts: PageFacts | null): string | null {
  if (facts === null) return null;
  const { control, form } = facts;
  return JSON.stringify([control?.says, control?.value, form?.method, form?.action, form?.values]);
}

/** Fields that hold another value each time the page is loaded, such as `csrf_token=…`. */
const ONE_TIME_TOKENS =
  /(^|&)([^=&]*(?:csrf|xsrf|nonce|authenticity_token|verificationtoken|_token)[^=&]*)=[^&]*/gi;

/**
 * Of a fingerprint, for an execution that resumes with an approval on the same page loaded again. It says nothing about
 * secrets and does not depend on one-time tokens.
 */
export function digestOf(fingerprint: string | null, mask: Mask): string | null {
  if (fingerprint === null) return null;
  const parts = (JSON.parse(fingerprint) as unknown[]).map((part) =>
    typeof part === 'string' ? part.replaceAll(ONE_TIME_TOKENS, '$1$2=') : part,
  );
  return createHash('sha256')
    .update(JSON.stringify(mask.value(parts)))
    .digest('base64url');
}
