import { countOf } from '../../../words/counts.ts';
import type { Instruction, Phrase } from '../../clause.ts';
import { LITERAL } from '../../literals.ts';
import { pairedAll } from '../forms/paired-fields.ts';
import { called, control, plain } from '../named-phrases.ts';
import { makingByForm, makingNamed } from './make-by-form.ts';
import { answeringCookies } from './cookies.ts';
import { firstOf, form, type Reader } from '../rule.ts';

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

/** "Send "Please call me" with my name Ada and phone …": the words and the fields of a form, which is sent. */
const sendingWords = form(
  `(?:send|submit|post)\\s+(${LITERAL})\\s+(?:with|as|from)\\s+(?:the\\s+|my\\s+)?(.+)`,
  ([text, fields = ''], reader) => {
    const value = reader.value(text);
    const others = pairedAll(fields, reader);
    return value === null || others === null
      ? null
      : [
          ...others,
          { kind: 'fill', target: called(['message', 'your message', 'comment', 'text', 'question']), value },
          { kind: 'submit' },
        ];
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

/** "Confirm my e-mail address with the code 482913": the code is entered where the page asks for it, and sent. */
const confirmingByCode = form(
  `(?:confirm|verify|validate|activate|unlock|authori[sz]e)\\s+(?:the\\s+|my\\s+|our\\s+|this\\s+)?([\\p{L} -]+?)\\s+(?:with|using|by|by\\s+entering)\\s+(?:the\\s+|this\\s+)?((?:[\\p{L}-]+\\s+)?(?:code|token))\\s+(${LITERAL}|[\\p{L}-]*\\d[\\p{L}\\d-]*)`,
  ([what = '', noun = '', code], reader) => {
    const value = reader.value(code);
    const names = [noun, `${what} code`, 'code', 'confirmation code', 'verification code', 'security code'];
    return value === null
      ? null
      : [
          { kind: 'fill', target: called(names.map((name) => name.toLowerCase())), value },
          { kind: 'submit' },
        ];
  },
);

/** "Track parcel JD0002233": the control of that parcel, or its number is entered where the page asks for one. */
const tracking = form(
  `(track|trace|locate)\\s+(?:the\\s+|my\\s+)?((parcel|package|shipment|delivery|order|consignment)\\s+(?:(?:with\\s+)?(?:the\\s+)?(?:number|no\\.?|code)\\s+)?(${LITERAL}|#?[\\p{L}-]*\\d[\\p{L}\\d-]*))`,
  ([verb = '', what, noun = '', code], reader) => {
    const within = reader.phrase(what);
    const value = reader.value(code);
    if (within === null || value === null) return null;
    const names = ['tracking number', `${noun} number`, 'tracking code', 'number', noun].map((name) =>
      name.toLowerCase(),
    );
    return {
      kind: 'either',
      ways: [
        [{ kind: 'fill', target: called(names), value }, { kind: 'submit' }],
        [{ kind: 'click', target: control(verb, within) }],
      ],
    };
  },
);

/** "Give it 4 stars": the control that is called so. */
const rating = form(
  `(?:give|rate)\\s+(?:(.+?)\\s+)?(?:with\\s+)?(\\d(?:\\.5)?|one|two|three|four|five)(?:\\s+|-)stars?(?:\\s+rating)?(?:\\s+out\\s+of\\s+\\S+)?(?:\\s+(?:with|and)\\s+(?:the|an?)\\s+(comment|review|note|text|message)\\s+(${LITERAL}))?`,
  ([what = '', number = '', noun = '', text = ''], reader) => {
    const count = String(countOf(number));
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

/** "Save it as draft": the control that saves it so. */
const savingAs = form(`save\\s+(?:it|this|that|them)\\s+as\\s+(?:an?\\s+)?(\\p{Ll}+)`, ([what = '']) => ({
  kind: 'click',
  target: control(`Save as ${what}`, null, [`Save as a ${what}`, `Save ${what}`]),
}));

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

/** "Export from the Actions menu": the entry of that name. */
const entryFromMenu = form(
  `(export|duplicate|copy|rename|archive|share|print|move|delete|download|edit|remove|hide)\\s+(?:from|in|via|using)\\s+the\\s+(\\p{L}+(?:\\s\\p{L}+)?)\\s+menu`,
  ([what = '', menu = '']) => ({
    kind: 'click',
    target: { text: what, kind: 'menuitem', ordinal: null, within: null, menu },
  }),
);

/** "Go to Products > Pumps": the entry of that menu. */
const alongPath = form(
  `(?:go\\s+to|open|choose|select|click|click\\s+on)\\s+([^>›→]+?)\\s*[>›→]\\s*([^>›→]+?)(?:\\s+(?:from|in)\\s+the\\s+(?:menu|navigation))?`,
  ([menu, what], reader) => {
    const opener = reader.phrase(menu);
    // The last of a path is called so as a whole: "Copy link" is no link.
    const text = reader.value(what);
    return opener === null || text === null || opener.text === '' || text === ''
      ? null
      : {
          kind: 'click',
          target: { ...plain(text), kind: 'menuitem', quoted: true, menu: opener.text },
        };
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

/** Sentences about what people do on sites every day, beside the instructions of each kind. */
export const everyday = firstOf(
  answeringCookies,
  replyingTo,
  replying,
  redeeming,
  confirmingByCode,
  tracking,
  writing,
  sendingWords,
  makingByForm,
  rating,
  ratingAs,
  around,
  again,
  savingAs,
  sendingAbout,
  agreeing,
  alongPath,
  fromMenuOf,
  fromMenu,
  entryFromMenu,
  menuOf,
  makingNamed,
);
