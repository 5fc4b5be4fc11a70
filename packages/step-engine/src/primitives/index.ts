import { primitiveSignatures, type PrimitiveSignature } from '@errand/contracts/primitives';
import { auth } from './auth.ts';
import { data } from './data.ts';
import { type DesktopName, isDesktop, loadDesktop } from './desktop/index.ts';
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
const handlers: { [Name in Exclude<HandledName, DesktopName>]: Handler<Name> } = {
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

function isHandled(name: string): name is keyof typeof handlers {
  return Object.hasOwn(handlers, name);
}

/** Undefined for what no handler performs. Input is parsed with the very signature that types the handler. */
function handlerOf(name: string): Primitive['handler'] | undefined {
  if (isHandled(name)) return handlers[name] as Primitive['handler'];
  if (!isDesktop(name)) return undefined;
  return async (call, input) => {
    const { handlers: desktop } = await loadDesktop();
    return (desktop[name] as Primitive['handler'])(call, input);
  };
}

/** Every primitive that a step can perform: its signature and its handler. */
export const primitives: readonly Primitive[] = primitiveSignatures.flatMap((signature) => {
  const handler = handlerOf(signature.name);
  return handler === undefined ? [] : [{ ...(signature as PrimitiveSignature), handler }];
});

const byName = new Map(primitives.map((primitive) => [primitive.name, primitive]));

/** The primitive of a name such as `browser.click`; undefined when there is none that can be performed. */
export function primitiveOf(name: string): Primitive | undefined {
  return byName.get(name);
}
