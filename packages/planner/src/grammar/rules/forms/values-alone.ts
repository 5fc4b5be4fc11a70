import type { Instruction } from '../../clause.ts';
import { isLiteral } from '../../literals.ts';
import { called } from '../named-phrases.ts';
import type { Reader } from '../rule.ts';

const KINDS: readonly (readonly [names: readonly string[], isSo: (value: string) => boolean])[] = [
  [['email', 'e-mail', 'email address'], (value) => /^\S+@\S+\.\S+$/u.test(value)],
  [['phone', 'phone number', 'telephone'], (value) => /^\+?\d[\d ()/-]{5,}\d$/u.test(value)],
  [
    ['name', 'your name', 'full name'],
    (value) => /^\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’.-]*){0,2}$/u.test(value),
  ],
];
const TEXTS = ['message', 'your message', 'comment', 'text', 'question'];

/** "Ada, ada@home.test, "Hi there"": what each value looks like tells where it belongs; null when that is not sure. */
export function valuesAlone(said: string, reader: Reader): Instruction[] | null {
  const parts = said.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/u);
  const filled = parts.map((part): Instruction | null => {
    const value = reader.value(part);
    if (value === null) return null;
    const [names] = KINDS.find(([, isSo]) => isSo(value)) ?? [];
    const isText = names === undefined && isLiteral(part.trim());
    return names === undefined && !isText ? null : { kind: 'fill', target: called(names ?? TEXTS), value };
  });
  const all = filled.filter((one) => one !== null);
  const fields = new Set(all.map((one) => (one.kind === 'fill' ? one.target?.text : '')));
  return all.length === parts.length && all.length > 1 && fields.size === all.length ? all : null;
}
