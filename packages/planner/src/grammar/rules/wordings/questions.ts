import { STATES_OF_WORDS } from '../../nouns.ts';
import { TELL, type Wording } from './wording.ts';

const LABELS = 'number|id|status|total|amount|date|title|price';

/** Questions that other rules would read as something else. */
export const QUESTIONS: readonly Wording[] = [
  // "List the parts that are out of stock", "list all parts out of stock"
  [
    new RegExp(
      `^${TELL}\\s+(?:all\\s+(?:of\\s+)?)?(?:the\\s+|my\\s+|our\\s+)?(\\p{Ll}{3,}s)\\s+(?:(?:that|which)\\s+are\\s+)?(?:currently\\s+|still\\s+)?(${STATES_OF_WORDS})$`,
      'iu',
    ),
    (_, things = '', state = '') => `which ${things} are ${state}`,
  ],
  // "List all pumps under 100"
  [
    new RegExp(
      `^${TELL}\\s+(?:all\\s+(?:of\\s+)?|every\\s+)?(?:the\\s+|your\\s+|our\\s+)?(\\p{Ll}{3,}s)\\s+(?:(?:that|which)\\s+(?:cost|are)\\s+)?(under|below|less\\s+than|for\\s+less\\s+than|over|above|more\\s+than|for\\s+more\\s+than)\\s+([€£$]?\\d[\\d.,]*(?:\\s?(?:€|£|euros?|pounds?|dollars?|eur|usd|gbp))?)$`,
      'iu',
    ),
    (_, things = '', way = '', amount = '') =>
      `list all ${things} ${/^(?:over|above|.*more)/iu.test(way) ? 'more expensive' : 'cheaper'} than ${amount}`,
  ],
  // "What's my e-mail address on file?"
  [
    /^((?:tell\s+me\s+)?what(?:\s+is|['’]s|\s+are)\s.+?)\s+(?:(?:do\s+)?(?:you|they)\s+have\s+)?on\s+file(?:\s+for\s+me)?$/iu,
    (_, what = '') => what,
  ],
  // "How many X200 are left?"
  [
    /^(?:tell\s+me\s+)?how\s+many\s+(?:of\s+)?(?:the\s+)?(\S*\d\S*|\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}\d-]*)*)\s+(?:are|is)\s+(?:there\s+)?(?:still\s+)?(?:left|in\s+stock|available|on\s+stock)$/u,
    (_, what = '') => `what is the stock of ${what}`,
  ],
  // "How many of CP-25 do you have?"
  [
    /^(?:tell\s+me\s+)?how\s+many\s+(?:of\s+)?(?:the\s+)?(\S*\d\S*)\s+(?:do|have)\s+(?:you|they|we)\s+(?:have|got)(?:\s+(?:left|in\s+stock))?$/iu,
    (_, what = '') => `what is the stock of ${what}`,
  ],
  // "How many rows does the table have?"
  [
    /^(?:tell\s+me\s+)?how\s+many\s+(rows|entries|lines|items)\s+(?:does|has)\s+the\s+(?:table|list)\s+(?:have|got|contain|show)$/iu,
    (_, rows = '') => `count the ${rows}`,
  ],
  // "What did Ann write?"
  [
    /^(?:tell\s+me\s+)?what\s+(?:did|does|has)\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)\s+(?:write|say|written|said)(?:\s+to\s+(?:me|us))?$/u,
    (_, who = '') => `read the message from ${who}`,
  ],
  // "What's in my cart?"
  [
    /^(?:(?:tell\s+me\s+)?what(?:\s+is|['’]s)\s+|(?:list|show(?:\s+me)?)\s+(?:everything|(?:all\s+)?(?:the\s+)?(?:items|products|things|articles))\s+(?:that\s+(?:is|are)\s+)?)in\s+(?:my|the|our)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)(?:\s+(?:now|right\s+now|at\s+the\s+moment))?$/iu,
    () => 'list the names of all results',
  ],
  // "How many things do I have in my cart?"
  [
    /^(?:tell\s+me\s+)?how\s+many\s+(?:things|items|products|articles)\s+(?:do|have)\s+(?:i|we)\s+(?:have|got)\s+in\s+(my|the|our)\s+(?:shopping\s+)?(cart|basket|bag|trolley)$/iu,
    (_, my = '', cart = '') => `how many items are in ${my} ${cart}`,
  ],
  // "How many orders are open on all pages?"
  [
    /^((?:(?:tell\s+me\s+)?how\s+many|count)\s+(?!(?:the\s+|all\s+)*(?:rows|entries|items|lines|results|links|buttons)\b).+?)\s+(?:on|across|over|in|from)\s+(?:all|every)\s+(?:of\s+)?(?:the\s+)?pages?$/iu,
    (_, count = '') => count,
  ],
  // "Price of the gate valve?"
  [
    /^(price|cost|status|total|weight|size|colou?r|phone\s+number|address|e-?mail(?:\s+address)?|date|balance)\s+(of|for)\s+(?!all\b|each\b|every\b)(.+)$/iu,
    (_, label = '', of = '', what = '') => `what is the ${label} ${of} ${what}`,
  ],
  // "What's the average order value?"
  [
    /^(?:tell\s+me\s+)?what(?:\s+is|['’]s)\s+the\s+average\s+(?:order|invoice|purchase|booking)\s+(?:value|amount|total)$/iu,
    () => 'what is the average total',
  ],
  // "Get all the data from the table"
  [
    /^(?:get|give\s+me|read|show\s+me|extract|fetch|collect|return)\s+(?:all\s+)?(?:(?:the\s+|of\s+the\s+)?(?:data|contents?|rows|values)\s+(?:from|of|in)\s+)?(?:the|this)\s+(?:whole\s+|entire\s+)?table(?:\s+as\s+(?:a\s+)?(?:list|json|data))?$/iu,
    () => 'read the table',
  ],
  // "Tell me the first"
  [
    new RegExp(`^(${TELL}\\s+the\\s+(?:first|last|second|third|top))(?:\\s+one)?$`, 'iu'),
    (_, tell = '') => `${tell} result`,
  ],
  // "What phone number do you have for us?"
  [
    /^(?:tell\s+me\s+)?(?:what|which)\s+(\p{Ll}[\p{Ll} -]*?)\s+do\s+(?:you|they)\s+have\s+(?:(?:on\s+file|stored|saved)\s+)?(?:for|of|on)\s+(?:me|us)$/u,
    (_, label = '') => `what is my ${label}`,
  ],
  // "What do the open invoices come to?"
  [
    /^(?:tell\s+me\s+)?what\s+do\s+((?:the|my|our|all)\s+.+?)\s+(?:come|add\s+up|amount)\s+to(?:\s+(?:in\s+total|altogether))?$/iu,
    (_, things = '') => `what is the sum of all ${things.replace(/^(?:the|my|our|all)\s+/iu, '')}`,
  ],
  // "How many orders have we placed?"
  [
    /^((?:tell\s+me\s+)?how\s+many\s+(?:\p{Ll}+\s)?\p{Ll}{3,}s)\s+(?:have|did)\s+(?:i|we)\s+(?:placed?|made?|make|sent|send|written|write|ordered|booked|submitted|opened)(?:\s+(?:so\s+far|in\s+total|altogether|until\s+now))?$/iu,
    (_, many = '') => `${many} are there`,
  ],
  // "On which days does Ivy Grant drive?"
  [
    /^(?:tell\s+me\s+)?(?:on|at|in)\s+(?:which|what)\s+(\p{Ll}{3,})s\s+(?:does|do|is|will)\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)\s+\p{Ll}+(?:\s+(?:on|for|us))?$/u,
    (_, noun = '', who = '') => `which ${noun}s are from ${who}`,
  ],
  // "Which part has the number BV-15?", "what is BV-15?"
  [
    /^(?:tell\s+me\s+)?(?:which|what)\s+\p{Ll}{3,}\s+has\s+the\s+(?:number|code|id|reference)\s+(\S*\d\S*)$/iu,
    (_, code = '') => `what is the name of ${code}`,
  ],
  [
    /^(?:tell\s+me\s+)?what\s+is\s+(\p{Lu}[\p{Lu}\d]*-?\d+[\p{Lu}\d-]*)$/u,
    (_, code = '') => `what is the name of ${code}`,
  ],
  // "What's on sale?"
  [/^what(?:\s+is|['’]s)\s+(?:on\s+sale|reduced|discounted)$/iu, () => 'which products are reduced'],
  // "When was ticket 12 last updated?"
  [
    /^((?:tell\s+me\s+)?when\s+(?:was|were)\s+(?:the\s+|my\s+)?(?:\p{Ll}+\s+)?\S*\d\S*)\s+last\s+(\p{Ll}+ed)$/u,
    (_, when = '', done = '') => `${when} ${done}`,
  ],
  // "How much did I spend in total?"
  [
    /^(?:tell\s+me\s+)?how\s+much\s+(?:did|have)\s+(?:i|we)\s+spen[dt]\s+(?:in\s+total|altogether|overall|so\s+far)$/iu,
    () => 'what is the total spent',
  ],
  // "Where is the pump made?"
  [
    /^(?:tell\s+me\s+)?(?:in\s+which\s+country|where)\s+(?:is|are|was|were)\s+(.+?)\s+(?:made|manufactured|produced|built)$/iu,
    (_, what = '') => `what is the origin of ${what}`,
  ],
  // "What payment method was used for order 4711?"
  [
    /^(?:tell\s+me\s+)?(?:what|which)\s+(\p{Ll}+(?:\s\p{Ll}+)?)\s+(?:was|is|were|did\s+(?:i|we))\s+(?:used?|given?|chosen|choose|selected?|entered?)\s+(?:for|on|with)\s+(.+)$/u,
    (_, label = '', what = '') => `what is the ${label} of ${what}`,
  ],
  // "What address was order 4711 sent to?"
  [
    /^(?:tell\s+me\s+)?(?:(?:to\s+)?(?:what|which)\s+address|where)\s+(?:was|is|will)\s+((?:my\s+)?(?:the\s+)?order\s+\S+?)\s+(?:be(?:ing)?\s+)?(?:sent|shipped|delivered|going)(?:\s+to)?$/iu,
    (_, what = '') => `what is the delivery address of ${what}`,
  ],
  // "Is sound switched on?"
  [
    /^((?:tell\s+me\s+)?(?:is|are)\s+(?:the\s+)?.+?)\s+(?:(?:switched|turned)\s+)?(on|off)$/iu,
    (_, what = '', way = '') => `${what} ${way.toLowerCase() === 'on' ? 'ticked' : 'unticked'}`,
  ],
  // "… and say when it ships"
  [/^say\s+(?=(?:when|what|how|where|who|which|whether|if)\s)/iu, () => 'tell me '],
  // "Which invoices haven't been paid yet?"
  [
    /^((?:tell\s+me\s+|list\s+)?which\s+\p{Ll}+s)\s+(?:(?:have|are|were)\s+not|(?:have|are|were)n['’]t)\s+(?:yet\s+)?(?:been\s+)?(paid|read|answered|confirmed|approved|assigned)(?:\s+yet)?$/iu,
    (_, which = '', done = '') => `${which} are un${done}`,
  ],
  // "Which order is the most recent one?"
  [
    /^((?:tell\s+me\s+)?which\s+)(\p{Ll}+)\s+(is\s+the\s+)((?:most\s+|least\s+)?\p{Ll}+)\s+one$/iu,
    (_, which = '', noun = '', be = '', most = '') => `${which}${be}${most} ${noun}`,
  ],
  // "How much does the belt cost with tax?"
  [
    /^how\s+much\s+(?:does|do|would|will)\s+(.+?)\s+cost\s+((?:with|without|including|excluding|incl\.|excl\.)\s+(?:tax|vat|delivery|shipping|postage))$/iu,
    (_, what = '', how = '') => `what is the price ${how} of ${what}`,
  ],
  // "Tell me the oldest order number"
  [
    new RegExp(
      `^(${TELL}\\s+the)\\s+((?:most\\s+recent|oldest|newest|latest)\\s+\\p{Ll}+)\\s+(${LABELS})$`,
      'iu',
    ),
    (_, tell = '', thing = '', label = '') => `${tell} ${label} of the ${thing}`,
  ],
  // "How many orders did Ana Ruiz place?"
  [
    /^((?:tell\s+me\s+)?how\s+many\s+\p{Ll}+s)\s+(?:did|does|has|have)\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)\s+(?:place|make|order|buy|send|submit|write|open|have|placed|made|ordered|bought|sent|submitted|written|opened)$/u,
    (_, many = '', who = '') => `${many} are from ${who}`,
  ],
  // "How many products are there for cats?"
  [
    /^((?:tell\s+me\s+)?how\s+many\s+\p{Ll}+)\s+are\s+there\s+(for|from|by|with)\s+(.+)$/iu,
    (_, many = '', way = '', what = '') => `${many} ${way} ${what} are there`,
  ],
  // "Which vet will see Mog?"
  [
    /^((?:tell\s+me\s+)?)which\s+(vet|doctor|dentist|nurse|teacher|trainer|driver|agent|engineer|technician|mechanic|therapist|consultant)\s+(?:will|is\s+going\s+to|does|is)\s+(?:see|seeing|treat|treating|visit|visiting|teach|teaching|handle|handling|look\s+after|looking\s+after)\s+(\p{Lu}.*)$/u,
    (_, tell = '', who = '', whom = '') => `${tell}what is the ${who} of ${whom}`,
  ],
  // "When does Hanne work on Tuesday?"
  [
    /^(?:when|what\s+(?:time|hours))\s+(?:does|will|do|is)\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)\s+(?:work|working)\s+on\s+(\p{Lu}\p{L}+day)s?$/u,
    (_, who = '', day = '') => `what is the ${day} of ${who}`,
  ],
  // "How many dental chews are in the basket?"
  [
    /^((?:tell\s+me\s+)?)how\s+many\s+(?!(?:items?|things?|products?|articles?|different|pieces?|lines?|positions?)\b)(\S+\s.+?)\s+(?:are|is)\s+(?:there\s+)?in\s+(?:my|the|our)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)$/iu,
    (_, tell = '', what = '') => `${tell}what is the quantity of ${what}`,
  ],
];
