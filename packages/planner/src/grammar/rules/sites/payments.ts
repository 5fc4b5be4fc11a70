import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const AMOUNT = '[£$€]?\\s?(\\d[\\d.,]*)\\s?(?:€|pounds?|euros?|dollars?|quid|GBP|EUR|USD)?';

/** "Pay £93.50 by bank transfer with the reference May": the amount, the way and the rest, each where the page asks for it. */
const payingBy = form(
  `(pay|transfer|deposit|withdraw|donate|top\\s+up|send)\\s+${AMOUNT}(?:\\s+(?:by|via|using)\\s+(?!reference)([\\p{L} -]+?))?(?:,?\\s+(?:and\\s+)?(?:with|under|for|as)\\s+(?:the\\s+|my\\s+)?(reference|purpose|note|message|subject)\\s+(.+))?`,
  ([verb = '', amount = '', way = '', noun = '', words], reader) => {
    const value = noun === '' ? '' : reader.value(words);
    if ((way === '' && noun === '') || value === null) return null;
    const sum = called(['amount', 'sum', 'how much', 'value']);
    const all: Instruction[] = [
      { kind: 'form', field: sum, opener: called([verb, `${verb} now`, `Make a payment`], 'control') },
      { kind: 'set', target: sum, value: amount },
    ];
    if (way !== '') all.push({ kind: 'choose', target: plain(way) });
    if (noun !== '') all.push({ kind: 'fill', target: plain(noun), value });
    return [...all, { kind: 'submit' }];
  },
);

/** "Pay 12.50 with card 4111 1111 1111 1111, name on card Ana Lee": the fields of a payment. */
const payingByCard = form(
  `pay\\s+${AMOUNT}\\s+(?:with|by|using|from)\\s+(?:the\\s+|my\\s+)?(?:credit\\s+|debit\\s+)?card\\s+(?:number\\s+)?(${LITERAL}|\\d[\\d ]{10,22}\\d)\\s*,\\s*(?:and\\s+)?(.+)`,
  ([amount = '', number, fields = ''], reader) => {
    const rest = pairedAll(fields, reader);
    const card = reader.value(number);
    return rest === null || card === null
      ? null
      : [
          { kind: 'fill', target: called(['amount', 'sum', 'how much', 'value']), value: amount },
          { kind: 'fill', target: called(['card number', 'card']), value: card },
          ...rest,
          { kind: 'submit' },
        ];
  },
);

/** "Transfer 250 euros to Grace with the reference Rent": whom it is for is a field of the form. */
const payingSomebody = form(
  `(transfer|pay|send|wire)\\s+${AMOUNT}\\s+to\\s+(${LITERAL}|\\p{Lu}[^,]*?)(?:\\s*,?\\s+(?:and\\s+)?(?:with|under|for|as)\\s+(?:the\\s+|my\\s+)?(reference|purpose|note|message|subject)\\s+(.+))?`,
  ([verb = '', amount = '', whom, noun = '', words], reader) => {
    const recipient = reader.value(whom);
    const value = noun === '' ? '' : reader.value(words);
    if (recipient === null || value === null || !/^[\p{Lu}\uE000]/u.test(whom ?? '')) return null;
    const sum = called(['amount', 'sum', 'how much', 'value']);
    return [
      {
        kind: 'form',
        field: sum,
        opener: called([verb, `New ${verb}`, `Make a ${verb}`, 'Make a payment'], 'control'),
      },
      {
        kind: 'set',
        target: called(['recipient', 'to', 'payee', 'beneficiary', 'send to', 'name']),
        value: recipient,
      },
      { kind: 'set', target: sum, value: amount },
      ...(noun === '' ? [] : [{ kind: 'fill' as const, target: plain(noun), value }]),
      { kind: 'submit' },
    ];
  },
);

const WAY =
  '(?:bank\\s+transfer|direct\\s+debit|standing\\s+order|(?:credit\\s+|debit\\s+)?card|invoice|cash|cheque|check|PayPal|Apple\\s+Pay|Google\\s+Pay|SEPA)';

/** "Pay invoice 88 by bank transfer": the way is chosen before, or in what comes up. */
export const payingThingBy = form(
  `pay\\s+((?:for\\s+)?(?:(?:the|my|this|our)\\s+|(?:invoice|bill|order|booking|fee)\\s).*?)\\s+(?:by|via|using|with|in)\\s+(${WAY})`,
  ([thing = '', way = ''], reader) => {
    const pay = reader.phrase(`pay ${thing}`);
    if (pay === null || pay.text === '') return null;
    const press: Instruction = { kind: 'click', target: { ...pay, kind: 'control' } };
    const choose: Instruction = { kind: 'choose', target: plain(way) };
    return {
      kind: 'either',
      ways: [
        [choose, press],
        [press, choose, { kind: 'submit' }],
      ],
    };
  },
);

/** "Pay by bank transfer": a control that says just that, or a choice of the form that is sent then. */
export const payingWith = form(
  `pay\\s+(?:by|via|using|with|in)\\s+(?:the\\s+|my\\s+)?(${WAY})`,
  ([way = '']) => {
    const names = ['by', 'with', 'using'].map((word) => `Pay ${word} ${way}`);
    const [first = plain(way), ...others] = names.map((name): Phrase => ({
      ...plain(name),
      kind: 'button',
      exact: true,
    }));
    return {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...first, apart: others } }],
        [{ kind: 'choose', target: called([way, ...names]) }, { kind: 'submit' }],
      ],
    };
  },
);

/** What is paid, and with what. */
export const paying = firstOf(payingSomebody, payingByCard, payingBy);
