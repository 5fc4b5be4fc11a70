import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '../exit.ts';
import { type Places, writePrivately } from '../pairing/store.ts';

/** The owner's consent to what Runs may do with the desktop of a machine. */
export const Consent = z.strictObject({
  /** Desktop ids or executables; null: every application that is not kept apart. */
  applications: z.array(z.string().min(1)).nullable(),
  /** Also while it is not known whether the screen is locked. */
  unattended: z.boolean(),
});
export type Consent = z.infer<typeof Consent>;

/** Null: nothing is allowed, which also a file that cannot be read means. */
export async function readConsent({ consent }: Pick<Places, 'consent'>): Promise<Consent | null> {
  try {
    return Consent.parse(JSON.parse(await readFile(consent, 'utf8')));
  } catch {
    return null;
  }
}

/** @throws {Failure} when an application has no name */
export async function writeConsent({ consent }: Pick<Places, 'consent'>, value: Consent): Promise<void> {
  const parsed = Consent.safeParse(value);
  if (!parsed.success) throw new Failure('Name applications by their desktop id, such as "mousepad".');
  await writePrivately(consent, parsed.data);
}

/** Deletes the consent, so that nothing is allowed; none need exist. */
export async function withdrawConsent({ consent }: Pick<Places, 'consent'>): Promise<void> {
  await rm(consent, { force: true });
}

/** Describes the consent for people. */
export function describeConsent(consent: Consent | null): string {
  if (consent === null) return 'the desktop is not allowed';
  const { applications, unattended } = consent;
  const which = applications?.join(', ') ?? 'all applications that are not kept apart';
  return `the desktop is allowed: ${which}${unattended ? ', also unattended' : ''}`;
}

/** Why a Run may not use the desktop now; null when it may. */
export function refusal(consent: Consent | null, isLocked: boolean | null): string | null {
  if (consent === null)
    return 'The owner of this machine has not allowed Runs to use its desktop (errand-desktop allow)';
  if (isLocked === true) return 'The screen is locked';
  if (isLocked === null && !consent.unattended)
    return 'Whether the screen is locked is not known (errand-desktop allow --unattended accepts that)';
  return null;
}
