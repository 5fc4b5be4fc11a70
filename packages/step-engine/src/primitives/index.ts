import { primitiveSignatures, type PrimitiveSignature } from '@errand/contracts/primitives';
import { auth } from './auth.ts';
import { data } from './data.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { http } from './http.ts';
import { human } from './human.ts';
import { navigation } from './navigation.ts';
import { pointer } from './pointer.ts';
import type { HandledName, Handler, Primitive } from './primitive.ts';
import { reading } from './reading.ts';
import { waiting } from './waiting.ts';

/** A primitive without a handler does not compile. */
const handlers: { [Name in HandledName]: Handler<Name> } = {
  ...navigation,
  ...pointer,
  ...fields,
  ...reading,
  ...waiting,
  ...files,
  ...http,
  ...data,
  ...auth,
  ...human,
};

function isHandled(name: string): name is HandledName {
  return Object.hasOwn(handlers, name);
}

/** Every primitive that a browser surface can perform: its signature and its handler. */
export const primitives: readonly Primitive[] = primitiveSignatures.flatMap((signature) =>
  isHandled(signature.name)
    ? // Input is parsed with the very signature that types the handler.
      [{ ...(signature as PrimitiveSignature), handler: handlers[signature.name] as Primitive['handler'] }]
    : [],
);

const byName = new Map(primitives.map((primitive) => [primitive.name, primitive]));

export function primitiveOf(name: string): Primitive | undefined {
  return byName.get(name);
}
