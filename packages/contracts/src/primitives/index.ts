import type { Effect } from '../public/runbooks.ts';
import { authPrimitives } from './auth.ts';
import { browserPrimitives } from './browser.ts';
import { dataPrimitives } from './data.ts';
import { desktopPrimitives } from './desktop.ts';
import { httpPrimitives } from './http.ts';
import { humanPrimitives } from './human.ts';
import { runbookPrimitives } from './runbook.ts';
import type { PrimitiveSignature } from './signature.ts';

export { Target } from './target.ts';
export { surfaceOf, type PrimitiveSignature } from './signature.ts';

/** The signatures of all primitives. */
export const primitiveSignatures = [
  ...browserPrimitives,
  ...httpPrimitives,
  ...dataPrimitives,
  ...humanPrimitives,
  ...authPrimitives,
  ...runbookPrimitives,
  ...desktopPrimitives,
] as const;

export type PrimitiveName = (typeof primitiveSignatures)[number]['name'];
export type SignatureOf<Name extends PrimitiveName> = Extract<
  (typeof primitiveSignatures)[number],
  { name: Name }
>;

const byName = new Map<string, PrimitiveSignature>(
  primitiveSignatures.map((signature) => [signature.name, signature as PrimitiveSignature]),
);

/** The signature of a primitive; undefined for an unknown name. */
export function signatureOf(name: string): PrimitiveSignature | undefined {
  return byName.get(name);
}

const EFFECTS: readonly Effect[] = ['read', 'write', 'irreversible'];

/** The stronger of two effects: `read` < `write` < `irreversible`. A step cannot declare less than its primitive does. */
export function strongerEffect(a: Effect, b: Effect): Effect {
  return EFFECTS.indexOf(a) >= EFFECTS.indexOf(b) ? a : b;
}
