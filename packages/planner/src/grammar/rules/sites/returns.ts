import type { Instruction, Phrase } from '../../clause.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called, control, plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

/** "Return the items because they are damaged, comment "…"": the form of a return asks for the reason. */
const returningAll = form(
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

/** The form of a return, with what is sent back. */
function inForm(noun: string, thing: string, order: string): Instruction[] {
  const field = called(['order number', 'order']);
  const opener = called(
    ['Return', 'Return item', 'New return', 'Start a return', 'Register return'],
    'control',
  );
  return [
    { kind: 'form', field, opener },
    { kind: 'set', target: field, value: order },
    { kind: 'fill', target: called([`${noun} number`, noun, 'item', 'product']), value: thing },
  ];
}

/** "Return 3 of part GV-50 from order K-5018, reason faulty": what the form of a return asks for. */
const returningSome = form(
  `return\\s+(\\d{1,4})\\s+(?:x\\s+|of\\s+)?(?:the\\s+)?(part|item|article|product)\\s+(\\S*\\d\\S*)\\s+(?:from|of)\\s+(?:the\\s+|my\\s+)?order\\s+(\\S*\\d\\S*?)(?:\\s*,\\s*(?:and\\s+)?(?:with\\s+)?(.+))?`,
  ([count = '', noun = '', thing = '', order = '', fields = ''], reader) => {
    const others = fields === '' ? [] : pairedAll(fields, reader);
    if (others === null) return null;
    return [
      ...inForm(noun, thing, order),
      { kind: 'set', target: plain('quantity'), value: count },
      ...others,
      { kind: 'submit' },
    ];
  },
);

/** "Return the X200 from order 4711": by the control of that line, or in the form of a return. */
const returningOne = form(
  `return\\s+(?:the\\s+|my\\s+)?(?:(part|item|article|product)\\s+)?(\\S*\\d\\S*)\\s+from\\s+(?:the\\s+|my\\s+)?order\\s+(\\S*\\d\\S*)`,
  ([noun = 'item', thing = '', order = '']) => {
    const line: Phrase = { ...plain(thing), within: plain(`order ${order}`) };
    const byForm = inForm(noun, thing, order);
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...control('Return', line), quoted: true } }],
        [...byForm, { kind: 'submit' }],
      ],
    };
  },
);

export const returning = firstOf(returningAll, returningSome, returningOne);
