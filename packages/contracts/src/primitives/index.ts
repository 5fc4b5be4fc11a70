import type { Effect } from '../public/runbooks.ts';
import { browserPrimitives } from './browser.ts';
import { dataPrimitives, desktopPrimitives, httpPrimitives, humanPrimitives } from './other.ts';
import type { PrimitiveSignature } from './signature.ts';

export { Target } from './target.ts';
export { surfaceOf, type PrimitiveSignature } from './signature.ts';

/** Every primitive there is, as data. */
export const primitiveSignatures = [
  ...browserPrimitives,
  ...httpPrimitives,
  ...dataPrimitives,
  ...humanPrimitives,
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

/** The signature of a primitive, or undefined when there is none of that name. */
export const signatureOf = (name: string): PrimitiveSignature | undefined => byName.get(name);

const EFFECTS: readonly Effect[] = ['read', 'write', 'irreversible'];

/** The stronger of two effects. A step that declares less than its primitive can do is raised by this. */
export const strongerEffect = (a: Effect, b: Effect): Effect =>
  EFFECTS.indexOf(a) >= EFFECTS.indexOf(b) ? a : b;
