import { oneOf } from '../../../words/vocabulary.ts';
import { LITERAL } from '../../literals.ts';
import { VALUE_NOUNS } from '../../nouns.ts';
import { COMPARING, mostOf } from '../compared.ts';
import { TELL, type Wording } from './wording.ts';

const CHOOSE = '(?:choose|select|pick|take|use)';

/** Clauses that other rules would read as something else. */
export const MISLEADING: readonly Wording[] = [
  // "Select the options A, B and C"
  [
    new RegExp(
      `^(${CHOOSE}|tick|check)\\s+(?:the\\s+)?(?:options|choices|values|entries|boxes|checkboxes|check\\s+boxes)\\s+((?:\\p{Lu}|${LITERAL}).*?)(?:\\s+(?:from|in)\\s+the\\s+list(?:\\s+of\\s+[\\p{Ll} ]+)?)?$`,
      'u',
    ),
    (_, verb = '', names = '') => `${verb} ${names}`,
  ],
  // "Choose Red, Green and Blue from the list of colours"
  [
    new RegExp(
      `^(${CHOOSE}\\s+.+(?:,|\\sand)\\s.+?)\\s+(?:from|in|out\\s+of)\\s+the\\s+list(?:\\s+of\\s+[\\p{Ll} ]+)?$`,
      'u',
    ),
    (_, chosen = '') => chosen,
  ],
  // "Throw the pen into the basket"
  [
    /^(?:throw|toss|drop|pop|stick|chuck)\s+(.+\s(?:in|into)\s+(?:the|my|our|your)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley))$/iu,
    (_, thing = '') => `put ${thing}`,
  ],
  // "Click the button with the text Save", "click on the link in the footer that says Imprint"
  [
    /^((?:click|press|tap|hit|push|open)(?:\s+on)?\s+the\s+(?:button|link|tab|entry|item|option))(\s+(?:in|at|on)\s+the\s+\p{Ll}+)?\s+(?:with\s+the\s+(?:text|label|caption|name|title|words?)|(?:that|which)\s+(?:says|reads)|saying|reading|labell?ed|named|called)\s+(.+)$/iu,
    (_, click = '', place = '', name = '') => `${click} called ${name}${place}`,
  ],
  // "Slide the price limit up to 250"
  [
    /^((?:slide|move|drag|set|push|pull|raise|lower|turn)\s+.+?)\s+(?:all\s+the\s+way\s+)?(?:up|down|over)\s+to\s+(\d.*)$/iu,
    (_, slider = '', value = '') => `${slider} to ${value}`,
  ],
  // "Press Enter in the search field"
  [
    /^(?:press|hit)\s+(?:the\s+)?((?:enter|return|escape|esc|tab)(?:\s+key)?)\s+(?:in|inside|within)\s+the\s+.+$/iu,
    (_, key = '') => `press ${key}`,
  ],
  // "Make German the language"
  [
    /^make\s+(\p{Lu}[\p{L} ]*|\d\S*)\s+(?:the|my|our)\s+(?!default|main|primary|first|next|last)(\p{Ll}[\p{Ll} ]*)$/u,
    (_, value = '', field = '') => `set the ${field} to ${value}`,
  ],
  // "My new phone is 0171 5555"
  [
    /^(?:my|our)\s+new\s+(?!password|pin\b|passcode)(\p{Ll}[\p{Ll}-]*(?:\s\p{Ll}+)?)\s+is\s+((?:\p{Lu}|\+?\d|\S+@|\uE000).*)$/u,
    (_, field = '', value = '') => `change my ${field} to ${value}`,
  ],
  // "Tell me where the parcel is", "tell me how long the warranty is"
  [
    new RegExp(
      `^(?:${TELL})\\s+(where|how\\s+(?:long|old|big|heavy|tall|far|high|wide|deep|large))\\s+(.+?)\\s+(is|are|was|were)$`,
      'iu',
    ),
    (_, asked = '', what = '', be = '') => `${asked} ${be} ${what}`,
  ],
  // "Tell me when it is expected"
  [
    new RegExp(`^(?:${TELL}|let\\s+me\\s+know)\\s+when\\s+(it|this|that)\\s+(is|was)\\s+(\\p{Ll}+ed)$`, 'iu'),
    (_, what = '', be = '', done = '') => `when ${be} ${what} ${done}`,
  ],
  // "Tell me when order 4711 will arrive"
  [
    new RegExp(
      `^(?:${TELL}|let\\s+me\\s+know)\\s+when\\s+(.+?)\\s+(will|does|did|can)\\s+(?:be\\s+)?(\\p{Ll}+(?:\\s\\p{Ll}+)?)$`,
      'iu',
    ),
    (_, what = '', will = '', verb = '') => `when ${will} ${what} ${verb}`,
  ],
  // "Tell me when it ships"
  [
    new RegExp(`^(?:${TELL}|let\\s+me\\s+know)\\s+when\\s+(it|this|that)\\s+(\\p{Ll}{3,}?)(s)$`, 'iu'),
    (_, it = '', verb = '') => `when does ${it} ${verb.replace(/(?<=sh|ch|x|ss)e$/u, '')}`,
  ],
  // "How many of the invoices are unpaid?"
  [
    /^((?:tell\s+me\s+)?how\s+many)\s+of\s+(?:the|my|our|these)\s+(\p{Ll}+s\s+(?:are|is|have|has|do|were)\s)/iu,
    (_, many = '', things = '') => `${many} ${things}`,
  ],
  // "What is written under Delivery?"
  [
    /^what\s+(?:is\s+(?:written|said|shown|listed|stated|given)|does\s+it\s+say|stands)\s+(?:under|next\s+to|beside|for|behind)\s+(?:the\s+)?(.+)$/iu,
    (_, label = '') => `what is the ${label}`,
  ],
  // "Find Bob's phone number"
  [
    new RegExp(
      `^find\\s+(?:me\\s+)?((?:the\\s+)?\\p{L}[\\p{L} ]*['’]s\\s+(?:\\p{L}+\\s+)?${oneOf(VALUE_NOUNS)})$`,
      'iu',
    ),
    (_, value = '') => `what is ${value}`,
  ],
  // "When does the contract run out?"
  [/^(when\s+(?:does|do|did|will)\s.+)\s+run\s+out$/iu, (_, asked = '') => `${asked} expire`],
  // "Fill the form in with …"
  [
    /^(?:fill|complete)\s+(?:in\s+|out\s+)?(?:the|this)\s+((?:\p{L}+\s+)?form)\s+(?:in|out)\s+/iu,
    (_, form = '') => `fill in the ${form} `,
  ],
  // "Delete the text in the field Notes"
  [
    /^(?:delete|erase|remove|clear)\s+(?:all\s+)?(?:the\s+)?(?:text|contents?|value)\s+(?:in|of|from)\s+(?:the\s+)?(?:field\s+|box\s+)?(.+)$/iu,
    (_, field = '') => `clear the ${field}`,
  ],
  // "Go to Settings via the account menu", "use the menu to go to Returns"
  [
    /^(?:go|get|navigate)\s+to\s+(.+?)\s+(?:via|through|using|by|from|in)\s+(the\s+(?:\p{L}+\s+){0,2}menu)$/iu,
    (_, entry = '', menu = '') => `choose ${entry} from ${menu}`,
  ],
  [
    /^use\s+(the\s+(?:\p{L}+\s+){0,2}menu)\s+to\s+(?:go\s+to|open|get\s+to|choose|reach)\s+(.+)$/iu,
    (_, menu = '', entry = '') => `choose ${entry} from ${menu}`,
  ],
  // "Open the terms in the new tab"
  [
    /^(open|click|follow)\s+(.+?)\s+in\s+(?:the|its)\s+(?:new|other)\s+tab$/iu,
    (_, verb = '', what = '') => `${verb} ${what}`,
  ],
  // "List the names of the people in it", of what was just chosen or opened
  [
    /^((?:list|give|show|read|tell|name|count|report|how\s+many)\s.*(?:\p{L}{3,}s|people|children|staff))\s+(?:in|on)\s+(?:it|there)$/iu,
    (_, question = '') => question,
  ],
  // "How many cards are in To do now?"
  [/^((?:how\s+many|what|which|who)\s.+)\s+(?:right\s+)?now$/iu, (_, question = '') => question],
  // "What does the driver earn?"
  [
    /^(?:what|how\s+much)\s+(?:does|do|will|would)\s+(?:the|an?)\s+(.+?)\s+(?:earn|get\s+paid)$/iu,
    (_, what = '') => `what is the salary of the ${what}`,
  ],
  // "Move Call Ann to the right"
  [
    /^(?:move|push|shift)\s+(.+?)\s+(?:to\s+the\s+)?(right|left|up|down)$/iu,
    (_, what = '', way = '') => `click Move ${way} of ${what}`,
  ],
  [/^get\s+rid\s+of\s+(.+)$/iu, (_, what = '') => `delete ${what}`],
  [/^(?:start|begin)\s+(?:typing|by\s+typing|to\s+type)\s+(.+)$/iu, (_, rest = '') => `type ${rest}`],
  [
    /^(?:drag|move)\s(.+)\s+by\s+(?:dragging|drag(?:\s+and\s+|\s*-\s*and\s*-\s*)drop)(?:\s+(?:it|them))?$/iu,
    (_, moved = '') => `drag ${moved}`,
  ],
  // "Choose Berlin in the autocomplete city field"
  [
    /^(.+\s(?:in|into|from)\s+the)\s+(?:autocomplete|auto-complete|typeahead)\s+(.+)$/iu,
    (_, before = '', field = '') => `${before} ${field}`,
  ],
  // "Contact support with the subject Refund and the text …"
  [
    /^(?:contact|write\s+to|message|e-?mail)\s+(?:the\s+)?(?:support|customer\s+service|us|them|sales|\p{Ll}+\s+team|team)\s+(?=with\s+(?:the\s+)?(?:subject|text|message)\s)/iu,
    () => 'send a message ',
  ],
  // "Give me a list of the prices"
  [
    new RegExp(
      `^(?:${TELL}|make)\\s+(?:a|the)\\s+(?:full\\s+|complete\\s+)?list\\s+of\\s+(?:all\\s+(?:of\\s+)?)?(?:the\\s+)?(.+)$`,
      'iu',
    ),
    (_, things = '') => `list all ${things}`,
  ],
  // "Choose the month November and the year 2026"
  [
    /^(?:choose|select|pick|set)\s+(?:the\s+)?(\p{Ll}+)\s+(\p{Lu}\S*|\d+)\s+and\s+(?:the\s+)?(\p{Ll}+)\s+(\p{Lu}\S*|\d+)$/u,
    (_, one = '', value = '', other = '', second = '') =>
      `set the ${one} to ${value} and the ${other} to ${second}`,
  ],
  // "Press plus twice for the blue mug"
  [
    /^((?:press|click|tap|hit)\s.+?)\s+(twice|(?:two|three|four|five|\d)\s+times)\s+(?:for|of|at|next\s+to)\s+(.+)$/iu,
    (_, press = '', times = '', item = '') => `${press} of ${item} ${times}`,
  ],
  // "Which rows have status open"
  [
    /^((?:tell\s+me\s+|list\s+|show\s+me\s+)?which\s+\p{Ll}+s)\s+(?:have|has|had|with)\s+(?:the\s+|a\s+)?(?:status|state)\s+(?:of\s+)?(.+)$/iu,
    (_, which = '', state = '') => `${which} are ${state}`,
  ],
  // "Do you know how long delivery takes", "I wonder what …", "any idea what …"
  [
    /^(?:do\s+you\s+(?:happen\s+to\s+)?know|(?:have\s+you\s+|do\s+you\s+have\s+)?any\s+idea|i\s+(?:was\s+)?wonder(?:ing)?|i\s+am\s+wondering|i['’]m\s+wondering)\s+(?=(?:how|what|when|where|who|which|whether|if)\s)/iu,
    () => 'tell me ',
  ],
  // "Leave the phone field empty"
  [
    /^leave\s+(?:the\s+)?(.+?)(?:\s+(?:field|box))?\s+(?:empty|blank)$/iu,
    (_, field = '') => `clear the ${field}`,
  ],
  // "Click the image of the lamp"
  [
    /^((?:click|press|tap|open)(?:\s+on)?)\s+(?:the\s+)?(image|picture|photo)\s+(?:of|showing)\s+(?:the\s+)?(\p{L}[\p{L} ]*)$/iu,
    (_, verb = '', noun = '', what = '') => `${verb} the ${what} ${noun}`,
  ],
  // "Press the X to close the window"
  [
    /^((?:click|press|tap)(?:\s+on)?\s+the\s+(?:x|cross))\s+to\s+(?:close|dismiss|leave)\s+.+$/iu,
    (_, press = '') => press,
  ],
  [/^show\s+(?:me\s+)?(?:the|my)\s+password$/iu, () => 'click show password'],
  // "Leave 4 stars and the comment …", "write a review: …, 5 stars"
  [
    new RegExp(
      `^(?:leave|give|write|post|add)\\s+(?:it\\s+)?(\\d|one|two|three|four|five)\\s+stars?\\s+(?:and|with)\\s+(?:the|a)\\s+(comment|review|text|note)\\s+(${LITERAL})$`,
      'iu',
    ),
    (_, stars = '', noun = '', text = '') => `give it ${stars} stars with the ${noun} ${text}`,
  ],
  [
    new RegExp(
      `^(?:leave|give|write|post|add)\\s+a\\s+review\\s*:?\\s+(${LITERAL})\\s*,?\\s+(?:and\\s+|with\\s+)?(\\d|one|two|three|four|five)\\s+stars?$`,
      'iu',
    ),
    (_, text = '', stars = '') => `give it ${stars} stars with the review ${text}`,
  ],
  // "Log in: ada / teapot-42"
  [/^((?:log|sign)\s+in)\s*:\s+/iu, (_, signIn = '') => `${signIn} with `],
  // "Look up how long the warranty is", "find out whether …"
  [/^(?:look\s+up|find\s+out)\s+(?=(?:how|what|when|where|who|which|whether|if)\s)/iu, () => 'tell me '],
  // "Fill in name and e-mail with Ada and ada@example.com"
  [
    /^(?:fill\s+(?:in|out)|complete)\s+(?:the\s+)?(\p{Ll}[\p{Ll}-]*)\s+and\s+(?:the\s+)?(\p{Ll}[\p{Ll}-]*)\s+with\s+(\S+)\s+and\s+(\S+)$/u,
    (_, one = '', other = '', first = '', second = '') =>
      `enter ${first} as the ${one} and ${second} as the ${other}`,
  ],
  // "How many products are under 10?"
  [
    /^(how\s+many\s+\p{Ll}+)\s+are\s+(?:(under|below)|over|above)\s+([£$€]?\d[\d.,]*(?:\s+(?:euros?|pounds?|dollars?))?)$/iu,
    (_, things = '', less = '', price = '') =>
      `${things} cost ${less === '' ? 'more' : 'less'} than ${price}`,
  ],
  // "Print the label": papers are printed, and not told
  [
    /^print\s+(?:out\s+)?(?:the|my|this|our|an?)\s+((?:\p{Ll}+\s+)?(?:label|invoice|receipt|ticket|slip|pass|certificate|form|voucher|badge|recipe|page|statement|timetable)s?)$/iu,
    (_, paper = '') => `click print ${paper}`,
  ],
  // "Cancel order 4711 because I moved house"
  [
    /^((?:cancel|reject|decline|refuse|withdraw|void)\s.+?),?\s+because\s+(.+)$/iu,
    (_, act = '', reason = '') => `${act} with the reason ${reason}`,
  ],
  // "Which plan is cheaper?": the cheapest of the two
  [
    new RegExp(
      `^((?:tell\\s+me\\s+)?which\\s+(?:of\\s+the\\s+(?:two\\s+)?)?\\p{Ll}+)\\s+is\\s+${COMPARING}$`,
      'iu',
    ),
    (_, which = '', by = '') => `${which} is the ${mostOf(by)}`,
  ],
  // "Find the phone number on the contact page"
  [
    /^find\s+(the\s+\p{Ll}+(?:\s\p{Ll}+)?\s+on\s+the\s+\p{Ll}+\s+page)$/u,
    (_, what = '') => `tell me ${what}`,
  ],
  // "The names of everyone in Sales"
  [
    /^(.+\s(?:of|for)\s+)(?:everyone|everybody)(\s+(?:in|from)\s+(?!(?:the|this)\s+(?:table|list|page)$).+)$/iu,
    (_, before = '', where = '') => `${before}all people${where}`,
  ],
  [
    /^(?:rate|score)\s+(it|this)\s+(?:with\s+)?(\d|one|two|three|four|five)\s+stars?$/iu,
    (_, it = '', stars = '') => `give ${it} ${stars} stars`,
  ],
  [new RegExp(`^say\\s+(${LITERAL})$`, 'iu'), (_, text = '') => `write ${text}`],
];
