import { LITERAL } from '../../literals.ts';
import type { Wording } from './wording.ts';

const SORTED = 'price|date|name|title|rating|amount|size|age|status|popularity|number';

/** Clauses about fields, choices and lists that other rules would read as something else. */
export const FORMS_AND_CHOICES: readonly Wording[] = [
  // "Register an account for Grace Hopper with email …"
  [
    /^(?:register|create|open|set\s+up|make)\s+an?\s+(?:new\s+)?account\s+for\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)+)\s*,?\s+with\s+(.+)$/u,
    (_, name = '', fields = '') => `register with name ${name}, ${fields}`,
  ],
  // "Enter my name as Ada Byron and my email as ada@…"
  [
    /^(?:enter|put|give|type|set)\s+(?:my|the)\s+(\p{Ll}[\p{Ll} -]*?)\s+as\s+(.+?)\s+and\s+(?:my|the)\s+(\p{Ll}[\p{Ll} -]*?)\s+as\s+(.+)$/u,
    (_, one = '', first = '', other = '', second = '') =>
      `set the ${one} to ${first} and the ${other} to ${second}`,
  ],
  // "Switch the language to English and the theme to dark"
  [
    /^(?:switch|turn)\s+(?:the|my)\s+(\p{Ll}+)\s+to\s+(.+?)\s+and\s+(?:the|my)\s+(\p{Ll}+)\s+to\s+(.+)$/u,
    (_, one = '', first = '', other = '', second = '') =>
      `set the ${one} to ${first} and the ${other} to ${second}`,
  ],
  // "Create a task "…" due … with high priority"
  [
    /^((?:create|add|make|open|submit|raise|report|log|file)\s.+?),?\s+with\s+(?:an?\s+)?(high|low|medium|normal|urgent|critical)\s+priority$/iu,
    (_, made = '', priority = '') => `${made}, priority ${priority}`,
  ],
  // "Tick the boxes for email and SMS"
  [
    /^((?:un)?(?:tick|check)|select)\s+(?:the\s+)?(?:check\s?|tick\s?)?box(?:es)?\s+(?:for|of|next\s+to|beside|named|called|labelled)\s+/iu,
    (_, verb = '') => `${verb} `,
  ],
  // "Leave phone unticked"
  [/^leave\s+(?:the\s+)?(.+?)(?:\s+box)?\s+(?:unticked|unchecked)$/iu, (_, box = '') => `untick ${box}`],
  // "Choose the medium size in red"
  [
    /^(?:choose|select|pick)\s+(?:the\s+)?(\p{L}+)\s+size\s+(?:in|and)\s+(\p{Ll}+)$/iu,
    (_, size = '', colour = '') => `choose ${size} and ${colour}`,
  ],
  // "Select the option with free delivery"
  [
    /^(?:choose|select|pick)\s+the\s+(?:option|choice)\s+(?:with|for|of)\s+(?!the\s)(\p{L}.*)$/iu,
    (_, option = '') => `choose ${option}`,
  ],
  // "Add 1 x P-204 to the cart"
  [
    /^((?:add|put)\s+)(?:1\s*[x×]|one|1)\s+(?!.*(?:,|\sand)\s)(?=\S.*\s(?:to|in|into)\s+(?:the|my|our|your)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)$)/iu,
    (_, verb = '') => verb,
  ],
  // "Order by price"
  [new RegExp(`^order\\s+by\\s+(${SORTED})$`, 'iu'), (_, by = '') => `sort by ${by}`],
  // "Create a high priority ticket "No heat" saying …"
  [
    new RegExp(
      `^((?:create|add|make|open|submit|raise|report|log|file)\\s+an?\\s+(?:new\\s+)?)(high|low|medium|normal|urgent|critical)[\\s-]priority\\s+(\\p{Ll}+)\\s+(?:(?:titled|called|named|headed)\\s+)?(${LITERAL})(?:\\s+(?:saying|with\\s+(?:the\\s+)?(?:text|description))\\s+(${LITERAL}))?$`,
      'u',
    ),
    (_, create = '', priority = '', noun = '', title = '', text = '') =>
      `${create}${noun} called ${title}, priority ${priority}${text === '' ? '' : `, description ${text}`}`,
  ],
  // "Tell them …"
  [
    new RegExp(
      `^tell\\s+(?:them|us|support|the\\s+(?:team|office|staff|shop))\\s+(?:that\\s+)?(${LITERAL})$`,
      'iu',
    ),
    (_, text = '') => `send us a message: ${text}`,
  ],
  // "Add a card Buy paint to To do"
  [
    new RegExp(
      `^(?:add|create|put)\\s+(?:an?|the)\\s+(?:new\\s+)?card\\s+(?:called\\s+|named\\s+)?(${LITERAL}|[^\uE000]+?)\\s+(?:to|in|into|under|on)\\s+(?:the\\s+)?(?:list\\s+|column\\s+)?(${LITERAL}|\\p{Lu}\\S*(?:\\s\\p{Ll}+)?)$`,
      'u',
    ),
    (_, card = '', list = '') => `add a card called ${card} to the ${list} list`,
  ],
  // "Log in at https://… user ada pw …"
  [
    /^((?:log|sign)\s?in)\s+(?:at|to|on)\s+(\S+),?\s+(?:with\s+)?(?:user(?:\s?name)?|e-?mail)\s+(\S+?),?\s+(?:and\s+)?(?:pw|password|pass)\s+(\S+)$/iu,
    (_, signIn = '', where = '', user = '', secret = '') =>
      `${signIn} at ${where} as ${user} with password ${secret}`,
  ],
  // "Sign in - ada - teapot-42"
  [
    /^((?:log|sign)\s?in)\s*[-–—:]\s+(\S+)\s*(?:[-–—,/]|\s)\s*(\S+)$/iu,
    (_, signIn = '', user = '', secret = '') => `${signIn} as ${user} with password ${secret}`,
  ],
  // "Contact support with subject Leak and message The pump leaks"
  [
    /^(?:contact|message|e-?mail|write(?:\s+to)?)\s+(\p{L}[\p{L} .-]*?)\s+with\s+(?:the\s+|an?\s+)?(?:subject|title|topic)\s*:?\s+(.+?)\s*(?:,\s*(?:and\s+)?|\s+and\s+)(?:the\s+|an?\s+)?message\s*:?\s+(.+)$/isu,
    (_, whom = '', subject = '', text = '') =>
      `send a message to ${whom} with subject ${subject} and text ${text}`,
  ],
  // "Write to support that the pump leaks"
  [
    /^(?:write\s+to|tell|inform|let)\s+(support|them|us|the\s+(?:team|office|staff|shop|support(?:\s+team)?))\s+(?:know\s+)?that\s+(\p{L}.*)$/isu,
    (_, whom = '', text = '') => `send a message to ${whom} saying that ${text}`,
  ],
  // "Leave a review for X200: 5 stars, …"
  [
    new RegExp(
      `^((?:leave|write|add|post|submit|give)\\s+(?:an?\\s+|the\\s+|my\\s+)?review\\s+(?:for|of|on|about)\\s+[^:,]+:)\\s*(\\d|one|two|three|four|five)\\s+stars?\\s*(?:,|and)\\s*(${LITERAL})$`,
      'iu',
    ),
    (_, review = '', stars = '', text = '') => `${review} ${text}, ${stars} stars`,
  ],
  // "I am ada@home.test and my password is teapot-42"
  [
    /^(?:i\s+am|i['’]?m)\s+(\S+)\s+(?:and|,)\s*(?:my|the)\s+password\s+is\s+(\S+)$/iu,
    (_, user = '', secret = '') => `log in as ${user} with password ${secret}`,
  ],
  // "Sign in with the wrong password: ada, teapot"
  [
    /^((?:log|sign)\s?in)\s+with\s+(?:an?|the|these|this)\s+(?:(?:wrong|right|correct|following)\s+)?(?:password|credentials|details|login)\s*:\s*(\S+?)\s*[,/]\s*(\S+)$/iu,
    (_, signIn = '', user = '', secret = '') => `${signIn} as ${user} with password ${secret}`,
  ],
  // "Set a new password: teapot-42"
  [
    /^(?:set|choose|enter|use)\s+(?:an?|the|my)\s+new\s+password\s*:\s*(\S+)$/iu,
    (_, secret = '') => `change my password to ${secret}`,
  ],
  // "Set the date range from 1 to 15 December 2026"
  [
    /^((?:set|choose|select|pick|enter)\s.+?\bfrom)\s+(\d{1,2})\.?\s+(to|until|till|through)\s+(\d{1,2}\.?\s+(\p{L}{3,9}\s+\d{4}))$/iu,
    (_, set = '', day = '', to = '', end = '', month = '') => `${set} ${day} ${month} ${to} ${end}`,
  ],
  // "Change the number of ball valves in the cart to 5"
  [
    /^(?:set|change|update|correct)\s+the\s+number\s+of\s+(.+?)\s+(?:in\s+(?:my|the|our)\s+(?:shopping\s+)?(?:cart|basket|bag|trolley)\s+)to\s+(\d{1,4}|one|two|three|four|five|six|ten)$/iu,
    (_, what = '', count = '') => `set the quantity of ${what} to ${count}`,
  ],
  // "Complete the order using invoice as payment"
  [
    /^(?:complete|place|finish|submit)\s+(?:the|my)\s+(?:order|purchase)\s+(?:using|with|by)\s+(.+?)\s+as\s+(?:the\s+|my\s+)?payment(?:\s+method)?$/iu,
    (_, way = '') => `pay by ${way}`,
  ],
  // "Our contact is now Joe Price"
  [
    /^(?:the|my|our)\s+(\p{Ll}+(?:\s\p{Ll}+){0,2})\s+is\s+now\s+(\S.*)$/u,
    (_, field = '', value = '') => `change my ${field} to ${value}`,
  ],
  // "Show the delivered orders only"
  [
    /^(show|display|list)\s+(?:me\s+)?(?:the\s+)?((?:\p{Ll}+\s)?\p{Ll}+s)\s+only$/iu,
    (_, show = '', things = '') => `${show} only ${things}`,
  ],
  // "Repeat my latest order"
  [/^repeat\s+(?=(?:the|my|our|this)\s.*\border\b|order\s)/iu, () => 'reorder '],
  // "Sign up with ada@home.test and teapot-42"
  [
    /^(?:sign\s+up|register|create\s+an\s+account)\s+(?:with|as|using)\s+(\S+@\S+?),?\s+(?:and\s+)?(?:the\s+)?(?:password\s+)?(?!(?:name|phone|company|first|last|an?|the|my)\b)(\S+)$/iu,
    (_, email = '', secret = '') => `register with the e-mail ${email} and password ${secret}`,
  ],
  // "Take part in the poll: Blue"
  [/^take\s+part\s+in\s+the\s+(?:poll|survey|vote)\s*:\s*(.+)$/iu, (_, choice = '') => `vote for ${choice}`],
  // "Slide the reminder to 5 days"
  [
    /^(slide\s+.+?\s+to\s+\d[\d.,]*)\s+(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|points?|degrees?|percent|euros?|pounds?|dollars?|km|miles?|people|persons?)$/iu,
    (_, slide = '') => slide,
  ],
  // "Go to the older invoices"
  [
    /^(?:go\s+to|show|open|see|view)\s+(?:me\s+)?the\s+(older|newer|earlier)\s+\p{Ll}+s$/iu,
    (_, which = '') => `click ${which}`,
  ],
  // "E-mail me the receipt for the nail clipping"
  [
    /^(e-?mail|send)\s+me\s+the\s+(receipt|invoice|confirmation|certificate|report)\s+(?:for|of)\s+(.+)$/iu,
    (_, verb = '', paper = '', what = '') => `click ${verb} ${paper} of ${what}`,
  ],
  // "Log in ada@example.com teapot-42"
  [
    /^((?:log|sign)\s?in)\s+\(?([^\s(]+@\S+\.\S+?),?\s+([^\s)]+)\)?$/iu,
    (_, signIn = '', user = '', secret = '') => `${signIn} as ${user} with password ${secret}`,
  ],
  // "Set the delivery date to 20/11/2026 at 14:30"
  [
    /^((?:set|change|choose|pick|enter)\s+(?:the|my|a)\s+(?:\p{Ll}+\s)*date\s+(?:to|as|:)\s+.*\d)\s+at\s+(\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?)?|noon|midday)$/iu,
    (_, date = '', time = '') => `${date} and the time to ${time}`,
  ],
  // "Login: ada, password: teapot-42"
  [
    /^(?:log|sign)\s?-?in\s*:\s*(\S+?)\s*[,;/]?\s+(?:and\s+)?(?:password|pass|pw)\s*[:=]?\s+(\S+)$/iu,
    (_, user = '', secret = '') => `log in as ${user} with password ${secret}`,
  ],
  // "Buy a ball valve"
  [/^(buy|purchase)\s+(?:an?|one)\s+(?=\p{Ll})/u, (_, buy = '') => `${buy} the `],
  // "Add Bob as a contact, phone 0171 5555"
  [
    new RegExp(
      `^(add|create|register)\\s+(${LITERAL}|\\p{Lu}\\S*(?:\\s\\p{Lu}\\S*)*)\\s+as\\s+an?\\s+(?:new\\s+)?(contact|customer|supplier|user|member|guest|patient|client|lead|employee)\\s*(?=,|\\swith\\s|$)`,
      'u',
    ),
    (_, verb = '', name = '', noun = '') => `${verb} a ${noun} called ${name}`,
  ],
  // "Cancel order 4711, reason: ordered by mistake"
  [
    /^((?:cancel|reject|decline|refuse|withdraw|void|return|close)\s[^,:]+),\s+(?:the\s+)?(reason|comment|note|explanation)\s*:\s+(.+)$/iu,
    (_, act = '', noun = '', words = '') => `${act} with the ${noun} ${words}`,
  ],
  // "I prefer to be contacted by phone"
  [
    /^i\s+(?:would\s+)?(?:prefer|want|wish|like)\s+to\s+be\s+(?:contacted|reached|called|notified|told|informed)\s+(?:by|via|through)\s+(\p{L}[\p{L} -]*)$/iu,
    (_, way = '') => `choose ${way}`,
  ],
  // "Contact me by phone"
  [
    /^(?:please\s+)?(?:contact|reach)\s+me\s+(?:by|via)\s+(\p{L}[\p{L} -]*)$/iu,
    (_, way = '') => `choose ${way}`,
  ],
  // "Report the bug "Search is slow", severity medium"
  [
    new RegExp(
      `^((?:report|file|log|submit|raise|open|create)\\s+)(?:the|an?)\\s+(?:new\\s+)?(?!(?:note|comment|message|reply|review|answer|text|code)\\b)(\\p{Ll}{3,})\\s+(${LITERAL})\\s*,\\s+(.+)$`,
      'u',
    ),
    (_, verb = '', noun = '', name = '', fields = '') => `${verb}a ${noun} called ${name}, ${fields}`,
  ],
];
