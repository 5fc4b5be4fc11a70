import type { Instruction } from '../../clause.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called } from '../named-phrases.ts';
import { form } from '../rule.ts';

/** "Return the items because they are damaged, comment "…"": the form of a return asks for the reason. */
export const returning = form(
  `return\\s+(?:the|my|these)\\s+\\p{Ll}+(?:\\s\\p{Ll}+)?\\s+because\\s+(?:they\\s+are|it\\s+is|they['’]re|it['’]s)\\s+(\\p{Ll}[\\p{Ll} ]*?)(?:\\s*,\\s*(?:and\\s+)?(?:with\\s+)?(.+))?`,
  ([why = '', fields = ''], reader) => {
    const value = reader.value(why);
    const others = fields === '' ? [] : pairedAll(fields, reader);
    if (value === null || others === null) return null;
    const reason = called(['reason', 'return reason', 'reason for return', 'why']);
    const opener = called(['Return items', 'Return item', 'Return', 'Start a return'], 'control');
    const set: Instruction = { kind: 'set', target: reason, value };
    return [{ kind: 'form', field: reason, opener }, set, ...others];
  },
);
