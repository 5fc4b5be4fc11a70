import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { pairedAll, pairedOrChosen } from '../forms/paired-fields.ts';
import { called, plain } from '../named-phrases.ts';
import { ADDRESS, urlOf } from '../actions/open-addresses.ts';
import { firstOf, form, type Reader } from '../rule.ts';

function control(text: string, within: Phrase | null = null, also: readonly string[] = []): Phrase {
  const own: Phrase = { text, kind: 'control', ordinal: null, within };
  return also.length === 0 ? own : { ...own, apart: also.map((name) => ({ ...own, text: name })) };
}

const WRITTEN = 'comment|note|review|message|reply|answer|remark|question|feedback';

/** "Leave the comment "Thanks"": it is written into the field of that name, and sent. */
const writing = form(
  `(?:add|post|leave|write|send|submit)\\s+(?:an?\\s+|the\\s+|this\\s+|my\\s+)?(${WRITTEN})\\s*(?:saying|that\\s+says|with\\s+the\\s+text|of|:)?\\s*(${LITERAL})(?:\\s+(?:in|into|under)\\s+(?:the|this)\\s+[\\p{L} ]+?\\s(?:form|box|section))?(?:\\s+(?:with|as|from)\\s+(?:the\\s+)?(.+))?`,
  ([noun = '', text, fields = ''], reader) => {
    const value = reader.value(text);
    const others = fields === '' ? [] : pairedAll(fields, reader);
    if (value === null || others === null) return null;
    const target: Phrase = { text: noun.toLowerCase(), kind: null, ordinal: null, within: null };
    return [...others, { kind: 'fill', target, value }, { kind: 'submit' }];
  },
);

/** "Reply with "Thanks"". */
const replying = form(
  `(reply|answer|respond|comment)\\s*(?:with|saying|:)?\\s*(${LITERAL})`,
  ([verb = '', text], reader) => {
    const value = reader.value(text);
    const name = /^respond$/iu.test(verb) ? 'reply' : verb.toLowerCase();
    const target: Phrase = { text: name, kind: null, ordinal: null, within: null };
    const others = ['message', 'comment', 'reply', 'answer'].map((other) => ({ ...target, text: other }));
    return value === null
      ? null
      : [{ kind: 'fill', target: { ...target, apart: others }, value }, { kind: 'submit' }];
  },
);

/** "Reply "Thanks" to the ticket about …": in its own section. */
const replyingTo = form(
  `(reply|answer|respond)\\s*(?:with|saying|:)?\\s*(${LITERAL})\\s+(?:to|on|under)\\s+(.+)`,
  ([verb = '', text, what], reader) => {
    const value = reader.value(text);
    const within = reader.phrase(what);
    if (value === null || within === null || within.text === '') return null;
    const name = /^respond$/iu.test(verb) ? 'reply' : verb.toLowerCase();
    const target: Phrase = { text: name, kind: null, ordinal: null, within };
    const others = ['reply', 'answer', 'message', 'comment'].map((other) => ({ ...target, text: other }));
    return [{ kind: 'fill', target: { ...target, apart: others }, value }, { kind: 'submit' }];
  },
);

/** "Apply the voucher code SPRING10": it is entered where the page asks for it, and sent. */
const redeeming = form(
  `(?:apply|use|redeem|enter)\\s+(?:the\\s+)?((?:(?:discount|promo(?:tion)?|voucher|coupon|gift)\\s+)?(?:code|voucher|coupon))\\s+(${LITERAL}|[\\p{Lu}\\d-]{3,})`,
  ([noun = '', code], reader) => {
    const value = reader.value(code);
    const target: Phrase = { text: noun.toLowerCase(), kind: null, ordinal: null, within: null };
    const others = [...new Set(['code', ...noun.toLowerCase().split(/\s+/u)])].map((text) => ({
      ...target,
      text,
    }));
    return value === null
      ? null
      : [{ kind: 'fill', target: { ...target, apart: others }, value }, { kind: 'submit' }];
  },
);

const MAKING =
  'put\\s+up|put|write|publish|draft|plan|update|change|edit|complete|record|book|create|add|send|submit|place|make|register|request|order|enter|file|open|report|raise|log|start|set\\s+up|invite|pay|hire|schedule|post|reserve|transfer|enrol|apply\\s+for';

/** "New order", "Add order", "Create order" lead to the form of a new order, "Pay" of invoice 7 to that of its payment. */
function openerOfForm(verb: string, what: string, { phrase }: Reader): Phrase {
  const noun = what.replace(/^(?:an?\s+|the\s+)?(?:new\s+)?/iu, '').trim();
  const item = /[\p{Lu}\d]/u.test(noun) ? phrase(noun) : null;
  if (item !== null) return control(verb, item);
  const names = ['New', 'Add', 'Create', 'Add new', 'Create new', 'Open new'].map(
    (first) => `${first} ${noun}`,
  );
  return control(`${verb} ${noun}`, null, [...names, `New`, `Add new`, verb]);
}

/** "Book a new order at https://…: customer Corvus, quantity 12": the form is filled in and sent. */
const makingByForm = form(
  `(${MAKING})\\s+((?:an?\\s+|the\\s+)?(?:new\\s+)?[\\p{L}\\d -]+?)(?:\\s+(?:at|on|in)\\s+${ADDRESS})?\\s*(?:[:,]|\\b(?:with|using)(?:\\s+(?:the|my))?)\\s+(.+)`,
  ([verb = '', what = '', address = '', fields = ''], reader) => {
    const url = address === '' ? null : urlOf(reader.masked.meant(address));
    if ((address !== '' && url === null) || /\bmessage\s+to\s/iu.test(what)) return null;
    const filled = pairedAll(fields, reader) ?? pairedOrChosen(fields, reader);
    const [first] = filled ?? [];
    if (filled === null || filled.length < 2 || first?.kind !== 'fill' || first.target === null) return null;
    const sent: Instruction[] = [
      { kind: 'form', field: first.target, opener: openerOfForm(verb, what, reader) },
      ...filled,
      { kind: 'submit' },
    ];
    return url === null ? sent : [{ kind: 'open', url }, ...sent];
  },
);

const COUNTS: Readonly<Record<string, string>> = { one: '1', two: '2', three: '3', four: '4', five: '5' };

/** "Give it 4 stars": the control that is called so. */
const rating = form(
  `(?:give|rate)\\s+(?:(.+?)\\s+)?(?:with\\s+)?(\\d|one|two|three|four|five)(?:\\s+|-)stars?(?:\\s+rating)?(?:\\s+out\\s+of\\s+\\S+)?(?:\\s+(?:with|and)\\s+(?:the|an?)\\s+(comment|review|note|text|message)\\s+(${LITERAL}))?`,
  ([what = '', number = '', noun = '', text = ''], reader) => {
    const count = COUNTS[number.toLowerCase()] ?? number;
    const within = /^(?:|it|her|him|them|us|(?:this|that)(?:\s+\p{Ll}+)?)$/u.test(what)
      ? null
      : reader.phrase(what);
    const name = `${count} ${count === '1' ? 'star' : 'stars'}`;
    const target = { ...control(name, within, [`Rate ${name}`]), kind: null };
    const words = text === '' ? null : reader.value(text);
    const click: Instruction = { kind: 'click', target };
    const save: Instruction = { kind: 'save', orSend: true };
    return words === null
      ? [click, save]
      : [
          click,
          { kind: 'fill', target: { text: noun, kind: null, ordinal: null, within: null }, value: words },
          save,
        ];
  },
);

/** "Rate the repair as great": the choice of that name of it. */
const ratingAs = form(
  `(?:rate|grade|judge|mark)\\s+(.+?)\\s+(?:as\\s+)(\\p{L}+)`,
  ([what, mark = ''], reader) => {
    const within = reader.phrase(what);
    return within === null || within.text === ''
      ? null
      : { kind: 'click', target: { ...control(mark, within), kind: null } };
  },
);

/** "Put the customer on hold", "save it for later": the verb stands around what it is done to. */
const around = form(
  `(put|save|set|keep|take|mark)\\s+(.+?)\\s+((?:on\\s+hold|for\\s+later|aside|off\\s+hold|on\\s+(?:the\\s+)?(?:wish\\s?list|watch\\s?list)))`,
  ([verb = '', what = '', rest = ''], reader) => {
    const within = reader.phrase(what);
    const name = `${verb} ${rest}`;
    if (within === null) return null;
    // On the page of the thing itself the control stands alone.
    return { kind: 'click', target: { ...control(name, within), apart: [control(name)] } };
  },
);

/** "Order 7001 again": a control "Order again" of it. */
const again = form(`(order|buy|send|run|book|play|try)\\s+(.+?)\\s+again`, ([verb = '', what], reader) => {
  const within = reader.phrase(what);
  return within === null ? null : { kind: 'click', target: control(`${verb} again`, within, ['Reorder']) };
});

/** "Send a reminder for invoice 7": a control "Send reminder" or "Remind" of it. */
const sendingAbout = form(
  `(?:send|issue|create|make)\\s+an?\\s+(\\p{L}+)\\s+(?:for|to|about|on)\\s+(.+)`,
  ([noun = '', what], reader) => {
    const within = reader.phrase(what);
    if (within === null || new RegExp(`^(?:${WRITTEN}|e-?mail)$`, 'iu').test(noun)) return null;
    return { kind: 'click', target: control(`Send ${noun}`, within, [noun, noun.replace(/er$/u, '')]) };
  },
);

/** "Accept the privacy notice" ticks a box where there is one. */
const agreeing = form(
  `(?:accept|agree\\s+(?:to|with)|consent\\s+to|acknowledge)\\s+(?:all\\s+)?(?:the\\s+|our\\s+|your\\s+)?([\\p{L} &-]*(?:terms|conditions|notice|policy|agreement|rules|statement|privacy|declaration|(?<=\\b(?:agree|consent)\\s+to\\s[\\p{L} ]*)(?:e-?mails|mailings|newsletters|updates|marketing))[\\p{L} &-]*)`,
  ([what = '']) => ({ kind: 'check', target: { text: what, kind: null, ordinal: null, within: null } }),
);

/** "Accept all cookies": the banner's button, whatever of it the name says. */
const cookies = form(
  `(accept|allow|agree\\s+to|reject|decline|refuse)\\s+all\\s+(?:the\\s+|of\\s+the\\s+)?cookies`,
  ([verb = '']) => ({
    kind: 'click',
    target: control(`${verb} all cookies`, null, [`${verb} cookies`, `${verb} all`, verb]),
  }),
);

/** "Open Invoices from the Sales menu": the menu is opened where it does not show the entry yet. */
const fromMenu = form(
  `(?:open|choose|select|pick|click|click\\s+on|go\\s+to)\\s+(.+?)\\s+(?:from|in|under|on|of)\\s+(?:the\\s+)?(.+?)\\s+(?:menu|navigation)`,
  ([what, menu], reader: Reader) => {
    const target = reader.phrase(what);
    const opener = reader.phrase(menu);
    return target === null || opener === null || opener.text === ''
      ? null
      : { kind: 'click', target: { ...target, kind: target.kind ?? 'menuitem', menu: opener.text } };
  },
);

/** "Go to Products > Pumps": the entry of that menu. */
const alongPath = form(
  `(?:go\\s+to|open|choose|select|click|click\\s+on)\\s+([^>›→]+?)\\s*[>›→]\\s*([^>›→]+?)(?:\\s+(?:from|in)\\s+the\\s+(?:menu|navigation))?`,
  ([menu, what], reader) => {
    const opener = reader.phrase(menu);
    const target = reader.phrase(what);
    return opener === null || target === null || opener.text === '' || target.text === ''
      ? null
      : { kind: 'click', target: { ...target, kind: 'menuitem', menu: opener.text } };
  },
);

/** "From the Actions menu of order 7 choose Duplicate": the entry of the menu that stands in its row. */
const fromMenuOf = firstOf(
  form(
    `(?:from|in|on)\\s+the\\s+(?:\\p{L}+\\s+)?menu\\s+(?:of|for|next\\s+to)\\s+(.+?),?\\s+(?:choose|select|pick|click|open|use)\\s+(.+)`,
    ([item, what], reader) => entryOf(what, item, reader),
  ),
  form(
    `(?:choose|select|pick|click|open|use)\\s+(.+?)\\s+(?:from|in|on)\\s+the\\s+(?:\\p{L}+\\s+)?menu\\s+(?:of|for|next\\s+to)\\s+(.+)`,
    ([what, item], reader) => entryOf(what, item, reader),
  ),
);

function entryOf(what: string | undefined, item: string | undefined, reader: Reader): Instruction | null {
  const target = reader.phrase(what);
  const within = reader.phrase(item);
  return target === null || target.text === '' || within === null
    ? null
    : { kind: 'click', target: { ...target, kind: 'control', within } };
}

/** "Open the menu of order 7": the opener stands in its row. */
const menuOf = form(
  `(?:open|click|click\\s+on|press)\\s+the\\s+(?:(?:(?:actions?|options?|more|context)\\s+)?menu|(?:three\\s+)?dots|ellipsis|actions?)\\s+(?:of|for|next\\s+to|on)\\s+(.+)`,
  ([what], reader) => {
    const within = reader.phrase(what);
    return within === null
      ? null
      : { kind: 'click', target: { text: '', kind: 'menu', ordinal: null, within } };
  },
);

/** "Create a new bed named Herbs": the form asks for its name, and nothing else is said. */
const DAYS: Readonly<Record<string, readonly string[]>> = {
  born: ['date of birth', 'birth date', 'birthday', 'born', 'born on'],
  due: ['due date', 'due', 'due on', 'deadline'],
  starting: ['start date', 'start', 'starts on', 'from'],
  ending: ['end date', 'end', 'ends on', 'until'],
  dated: ['date'],
};

const makingNamed = form(
  `(create|add|make|generate|set\\s+up|start|publish|post|put\\s+up|write|open|file)\\s+an?\\s+(?:new\\s+)?([\\p{L} -]+?)\\s+(?:named|called|titled|headed)\\s+(${LITERAL}(?=\\s*,|\\s+(?:with|and)\\s)|.+?)(?:(?<=${LITERAL})(?:\\s*,|\\s+(?:with|and))\\s+(?:with\\s+|and\\s+)?(.+))?`,
  ([verb = '', what = '', said = '', more = ''], reader) => {
    // "… called October as proof of income": what it is to be is a choice of the form.
    // "… called Noor born on 3 May 1990": a day is no part of a name.
    const [, dated = said, state = '', day = ''] =
      /^(.+?),?\s+(?:(?:who|which|that)\s+(?:is|was)\s+)?(born|due|starting|ending|dated)\s+(?:on\s+|at\s+|by\s+|from\s+)?(.*\d.*)$/iu.exec(
        said,
      ) ?? [];
    const on = day === '' ? '' : reader.value(day);
    if (on === null) return null;
    const [, name = dated, kind = ''] =
      /^(.+?)\s+(?:as|(?:who|which|that)\s+is)\s+(?:an?\s+|my\s+)?(\p{Ll}.*)$/u.exec(dated) ?? [];
    const value = reader.value(name);
    const others = more === '' ? [] : pairedAll(more.replace(/^the\s+/iu, ''), reader);
    if (value === null || others === null) return null;
    const field: Phrase = { text: `${what} name`, kind: null, ordinal: null, within: null };
    const target = {
      ...field,
      apart: ['name', 'title', 'heading', 'subject'].map((text) => ({ ...field, text })),
    };
    return [
      { kind: 'form', field: target, opener: openerOfForm(verb, what, reader) },
      { kind: 'fill', target, value },
      ...(on === ''
        ? []
        : [{ kind: 'set' as const, target: called(DAYS[state.toLowerCase()] ?? ['date']), value: on }]),
      ...others,
      ...(kind === '' ? [] : [{ kind: 'choose' as const, target: plain(kind) }]),
      { kind: 'submit' },
    ];
  },
);

/** Sentences about what people do on sites every day, beside the instructions of each kind. */
export const everyday = firstOf(
  cookies,
  replyingTo,
  replying,
  redeeming,
  writing,
  makingByForm,
  rating,
  ratingAs,
  around,
  again,
  sendingAbout,
  agreeing,
  alongPath,
  fromMenuOf,
  fromMenu,
  menuOf,
  makingNamed,
);
