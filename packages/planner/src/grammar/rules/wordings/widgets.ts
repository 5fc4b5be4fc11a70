import { oneOf, VERBS } from '../../../words/vocabulary.ts';
import { LITERAL } from '../../literals.ts';
import type { Wording } from './wording.ts';

const CLICK = oneOf(VERBS.click);
const WRITE = oneOf([...VERBS.type, ...VERBS.fill]);
const BOX =
  '(?:text\\s?box|text\\s?area|text\\s(?:field|input)|input(?:\\s+(?:field|box|text\\s?box))?|field|box)';

const ICON_FOR = new RegExp(
  `^(${CLICK}(?:\\s+on)?)\\s+(?:the|its)\\s+((?:[\\p{L}-]+\\s+){1,2}(?:icon|button|symbol))\\s+to\\s+(?:delete|remove|mark|open|star|flag|archive|edit|save|like|close|send|move)\\s+(?:it|them|this|that)(?:\\s+as\\s+\\p{L}+)?$`,
  'iu',
);

/** Clauses about widgets that name them by what they are, and that other rules would read as something else. */
export const WIDGETS: readonly Wording[] = [
  // "Select 17 with the slider"
  [
    /^(?:select|choose|pick|set)\s+(-?\d+(?:[.,]\d+)?)\s+(?:with|using|on)\s+(the\s+(?:\p{Ll}+\s+)?(?:slider|spinner|stepper))$/iu,
    (_, value = '', widget = '') => `set ${widget} to ${value}`,
  ],
  // "Enter the number 16 into the 3rd text box"
  [
    new RegExp(
      `^(${WRITE})\\s+the\\s+(?:number|value|text|word|amount|string)\\s+(${LITERAL}|\\d+)\\s+((?:in|into)\\s+the\\s+(?:\\S+\\s+)?${BOX})$`,
      'iu',
    ),
    (_, verb = '', value = '', place = '') => `${verb} ${value} ${place}`,
  ],
  // "Enter the user name … and the password … into the text fields"
  [
    new RegExp(
      `^(${WRITE}\\s+.*${LITERAL}.*${LITERAL})\\s+(?:in|into)\\s+the\\s+(?:two\\s+)?(?:text\\s+|input\\s+|form\\s+)?(?:fields|boxes|inputs)$`,
      'iu',
    ),
    (_, fields = '') => fields,
  ],
  // "Enter the password … into both text fields"
  [
    new RegExp(
      `^${WRITE}\\s+(?:the\\s+)?(?:\\p{Ll}+\\s+)?(${LITERAL})\\s+(?:in|into)\\s+((?:both|all|each)\\s(?!upper|lower|capital).+)$`,
      'iu',
    ),
    (_, value = '', fields = '') => `fill ${fields} with ${value}`,
  ],
  // "Focus into the third input text box"
  [
    /^(?:focus|put\s+the\s+(?:cursor|focus))\s+(?:in|on|into)?\s*(the\s+(?:\S+\s+)?)(?:input\s+)?(\p{Ll}+)$/iu,
    (_, which = '', widget = '') => `click ${which}${widget}`,
  ],
  // "Click the button in the dialog box labelled Cancel"
  [
    new RegExp(
      `^(${CLICK}(?:\\s+on)?\\s+the\\s+(?:button|link|option|entry))\\s+(?:in|on|of)\\s+the\\s+(?:dialog(?:ue)?|popup|pop-up|modal|message)(?:\\s+(?:box|window))?\\s+(?:labell?ed|called|named|with\\s+the\\s+(?:text|label)|(?:that|which)\\s+says)\\s+(.+)$`,
      'iu',
    ),
    (_, click = '', name = '') => `${click} called ${name}`,
  ],
  // "Close the dialog by clicking the X"
  [
    new RegExp(
      `^(?:close|dismiss|hide|leave)\\s[\\p{L} ]+?\\s+by\\s+(?:clicking|pressing|tapping|hitting)\\s+(?:on\\s+)?(the\\s.+|${LITERAL}.*)$`,
      'iu',
    ),
    (_, control = '') => `click ${control}`,
  ],
  // "Click the bin icon to delete it"
  ...[
    (click = '', icon = '') => `${click} its ${icon}`,
    (click = '', icon = '') => `${click} the ${icon}`,
  ].map((plainly): Wording => [ICON_FOR, (_, click, icon) => plainly(click, icon)]),
  // "Reply to them with the text …", to who wrote what was found
  [
    new RegExp(
      `^(reply\\s+to)\\s+(?:them|him|her)\\s+with\\s+(?:the\\s+(?:text|message|words?)\\s+)?(${LITERAL})$`,
      'iu',
    ),
    (_, reply = '', text = '') => `${reply} it with ${text}`,
  ],
  // "Select Ada and Bob from the scroll list"
  [
    new RegExp(
      `^(${oneOf(VERBS.choose)}\\s+.+(?:,|\\sand)\\s.+?)\\s+(?:from|in|out\\s+of)\\s+the\\s+(?:scroll(?:ing)?|drop-?down|long|select(?:ion)?)\\s+(?:list|box)$`,
      'iu',
    ),
    (_, chosen = '') => chosen,
  ],
  // "Copy the text from the second text area"
  [
    new RegExp(
      `^(copy|read)\\s+the\\s+(?:text|contents?|value)\\s+(?:from|of|inside)\\s+(the\\s+(?:\\S+\\s+)?${BOX})(?=$|\\s(?:in)?to\\s)`,
      'iu',
    ),
    (_, verb = '', box = '') => `${verb} the text in ${box}`,
  ],
  // "Click the folder or file called Livia"
  [
    new RegExp(
      `^(${CLICK}(?:\\s+on)?)\\s+the\\s+\\p{Ll}+\\s+or\\s+\\p{Ll}+\\s+(?:labell?ed|called|named|titled)\\s+(.+)$`,
      'iu',
    ),
    (_, click = '', name = '') => `${click} ${name}`,
  ],
  // "Select the rows of Ann and Bob"
  [
    /^(select|tick|check|mark|choose)\s+the\s+(?:rows?|lines?|entries|boxes|check\s?boxes)\s+(?:of|for|with|next\s+to|beside)\s+(\p{Lu}.*(?:,|\sand\s).+)$/u,
    (_, verb = '', names = '') => `${verb} ${names}`,
  ],
  // "Choose two extras: gift wrap and insurance"
  [
    new RegExp(
      `^(${oneOf(VERBS.choose)}|tick|check)\\s+(?:the\\s+)?(?:two|three|four|five|\\d)\\s+\\p{Ll}+s\\s*:\\s+(.+(?:,|\\sand\\s).+)$`,
      'iu',
    ),
    (_, verb = '', names = '') => `${verb} ${names}`,
  ],
  // "Get the PDF of my newest invoice"
  [
    /^(?:get|fetch|save|grab|download)\s+(?:me\s+)?the\s+pdf\s+(?:of|for)\s+(.+)$/iu,
    (_, paper = '') => `download ${paper} as a PDF`,
  ],
  // "Open the FAQ about shipping"
  [
    /^(?:open|click(?:\s+on)?|look\s+at)\s+the\s+(?:faq|question)(?:\s+entry)?\s+(?:about|on|regarding)\s+(?:the\s+)?(.+)$/iu,
    (_, name = '') => `expand ${name}`,
  ],
  // "Enter the value of Gender into the text field"
  [
    new RegExp(`^${WRITE}\\s+the\\s+value\\s+of\\s+(.+?)\\s+(?:in|into)\\s+(the\\s.+)$`, 'iu'),
    (_, label = '', field = '') => `copy the ${label} into ${field}`,
  ],
];
