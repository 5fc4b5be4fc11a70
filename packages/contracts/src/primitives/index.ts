import type { Effect } from '../public/runbooks.ts';
import type { PrimitiveSignature } from './signature.ts';
import { primitiveSignatures } from './signatures.ts';

export { DesktopTarget } from './desktop-target.ts';
export { Target } from './target.ts';
export { surfaceOf, type PrimitiveSignature } from './signature.ts';
export { primitiveSignatures } from './signatures.ts';
export { Template, primitiveSteps, type PrimitiveStepSchema } from './steps.ts';

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
