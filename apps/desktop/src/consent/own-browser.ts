import { readFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import { type Places, writePrivately } from '../pairing/store.ts';

/** The owner's consent to Runs without a scope working in the browser that they use themselves. */
export const OwnBrowser = z.strictObject({
  /** Where that browser keeps its data; null: where browsers do by default. */
  userDataDir: z.string().min(1).nullable(),
});
export type OwnBrowser = z.infer<typeof OwnBrowser>;

/** Null: Runs use their own profile, which also a file that cannot be read means. */
export async function readOwnBrowser({ ownBrowser }: Pick<Places, 'ownBrowser'>): Promise<OwnBrowser | null> {
  try {
    return OwnBrowser.parse(JSON.parse(await readFile(ownBrowser, 'utf8')));
  } catch {
    return null;
  }
}

/** Keeps the consent in place of an earlier one, in a file for the owner alone. */
export async function allowOwnBrowser(
  { ownBrowser }: Pick<Places, 'ownBrowser'>,
  value: OwnBrowser,
): Promise<void> {
  await writePrivately(ownBrowser, value);
}

/** Deletes the consent, so that Runs use their own profile; none need exist. */
export async function withdrawOwnBrowser({ ownBrowser }: Pick<Places, 'ownBrowser'>): Promise<void> {
  await rm(ownBrowser, { force: true });
}

/** Describes the consent for people. */
export function describeOwnBrowser(value: OwnBrowser | null): string {
  return value === null ? 'Runs use their own profile' : "Runs without a scope use the owner's own browser";
}
