import { LITERAL } from '../../literals.ts';
import { pluralOf, singularOf } from '../../nouns.ts';
import { TELL, type Wording } from './wording.ts';

/** A question of a form, by its place or number. */
const ASKED = '(?:(?:first|second|third|fourth|fifth|last)\\s+question|question\\s+\\d+)';

/** Clauses that no rule knows in these words. */
export const UNKNOWN: readonly Wording[] = [
  // "All class names with their times"
  [
    /^((?:list|get|give|show|read|tell|name|collect)(?:\s+me)?)\s+(?:all\s+(?:of\s+)?)?(?:the\s+)?(\p{Ll}{3,})\s+(names|titles)\s+(?:with|and|plus|along\s+with|together\s+with|including)\s+(?:all\s+)?(?:of\s+)?(?:their|its|the)\s+(\p{Ll}+s)$/u,
    (_, verb = '', noun = '', label = '', other = '') =>
      `${verb} the ${label} and ${other} of all ${pluralOf(noun)}`,
  ],
  // "Prices of all products"
  [
    /^(?:the\s+)?(\p{Ll}+s)\s+of\s+(all|every|each)\s+(.+)$/u,
    (_, labels = '', all = '', things = '') => `list the ${labels} of ${all} ${things}`,
  ],
  // "Give me the total of it"
  [
    new RegExp(`^(${TELL})\\s+(the\\s+\\p{Ll}[\\p{Ll} ]*?)\\s+of\\s+(?:it|that|this)$`, 'u'),
    (_, verb = '', label = '') => `${verb} ${label}`,
  ],
  // "Answer question 1 with Yes and question 2 with No"
  [
    new RegExp(
      `^answer\\s+(?:the\\s+)?(${ASKED})\\s+with\\s+(\\S+)(?:\\s*,?\\s+and\\s+(?:the\\s+)?(${ASKED})\\s+with\\s+(\\S+))?$`,
      'iu',
    ),
    (_, one = '', first = '', other = '', second = '') =>
      other === '' ? `select ${first} for ${one}` : `select ${first} for ${one} and ${second} for ${other}`,
  ],
  [
    new RegExp(`^answer\\s+(\\S+)\\s+(?:to|for)\\s+(?:the\\s+)?(${ASKED})$`, 'iu'),
    (_, answer = '', question = '') => `select ${answer} for ${question}`,
  ],
  // "Post a comment saying thank you on ticket 12", "add a comment to ticket 12 that says Thank you"
  [
    /^(?:post|add|leave|write|put)\s+a\s+(comment|note|reply)\s+(?:saying|that\s+says|with\s+the\s+(?:text|words))\s*:?\s+(.+?)\s+(?:on|to|under|for)\s+(?:the\s+)?(\p{Ll}+\s+#?\S*\d\S*)$/iu,
    (_, noun = '', text = '', thing = '') => `add a ${noun} to ${thing}: ${text}`,
  ],
  [
    /^(?:post|add|leave|write|put)\s+a\s+(comment|note|reply)\s+(?:on|to|under|for)\s+(.+?)\s+(?:saying|that\s+says|with\s+the\s+(?:text|words))\s*:?\s+(.+)$/iu,
    (_, noun = '', thing = '', text = '') => `add a ${noun} to ${thing}: ${text}`,
  ],
  // "Create an account for ada@example.com with the password …"
  [
    /^(?:create|open|make|set\s+up)\s+(?:an|a\s+new)\s+account\s+(?:for|with|using)\s+(?:the\s+e-?mail(?:\s+address)?\s+)?(\S+@\S+)\s+(?:with|and|using)\s+(?:the\s+)?password\s+(\S+)$/iu,
    (_, email = '', password = '') => `register with the e-mail ${email} and password ${password}`,
  ],
  // "Any unpaid bills?", "anything new in the inbox?"
  [/^any\s+(?=\p{Ll}+\s+\p{Ll}+s(?:\s+(?:in|on|for|from|by)\s.+)?$)/iu, () => 'are there any '],
  // "Who it is assigned to"
  [
    /^((?:list|get|give|show|read|tell|name|find\s+out)(?:\s+me)?\s+)?who\s+(?:it|this|that)\s+(?:is|was|has\s+been)\s+(\p{Ll}{3,}ed)\s+(to|by|from|with)$/u,
    (_, __, done = '', way = '') =>
      done === 'assigned'
        ? `who is it assigned ${way}`
        : `what is its ${done.charAt(0).toUpperCase()}${done.slice(1)} ${way}`,
  ],
  // "Answer the message about … with …"
  [
    new RegExp(
      `^(?:answer|respond\\s+to)\\s+(?:the\\s+)?((?:message|mail|e-?mail|conversation)\\s+.+?)\\s+(?:with|saying|by\\s+writing|by\\s+saying)\\s*:?\\s+(${LITERAL}|\\p{Lu}.*)$`,
      'su',
    ),
    (_, what = '', text = '') => `reply to the ${what} with ${text}`,
  ],
  // "Create the project "Vostok" with owner Bob"
  [
    new RegExp(
      `^(create|make|add|start|set\\s+up)\\s+(?:an?|the)\\s+(?:new\\s+)?(\\p{Ll}{3,}(?:\\s\\p{Ll}{3,})?)\\s+(${LITERAL})\\s*,?\\s+((?:with|owned|assigned|led|due|starting|priority)\\s.+|,\\s.+)$`,
      'u',
    ),
    (_, verb = '', noun = '', name = '', rest = '') => `${verb} a ${noun} called ${name} ${rest}`,
  ],
  // "Tick that we need a cot"
  [
    /^((?:un)?tick|check|mark|select|confirm|state|indicate|say)\s+that\s+((?:we|i)\s+.+)$/iu,
    (_, verb = '', said = '') => `${/^un/iu.test(verb) ? 'untick' : 'tick'} ${said}`,
  ],
  // "Save them"
  [
    /^(save|apply|update)\s+(?:them|these|those|both|both\s+of\s+them|everything|all\s+of\s+(?:it|them))$/iu,
    (_, verb = '') => verb,
  ],
  // "Star both the taxi message and the dinner message"
  [
    /^(\p{Ll}+)\s+both\s+((?:the|my|our)\s+.+?\s+and\s+(?:the|my|our)\s+.+)$/su,
    (_, verb = '', things = '') => `${verb} ${things}`,
  ],
  // "Set Euro as the currency", "choose Euro as the currency"
  [
    /^(?:choose|select|pick|set|use|take)\s+(\p{Lu}[\p{L}\d -]*?)\s+(?:as|for)\s+(?:the|my|our)\s+(\p{Ll}[\p{Ll} -]*)$/u,
    (_, value = '', field = '') => `set the ${field} to ${value}`,
  ],
  // "List all orders by Priya Nair"
  [
    /^(?:list|show|give|get|name)\s+(?:me\s+)?(?:all\s+(?:of\s+)?)?(?:the\s+)?(\p{Ll}{3,}s)\s+(by|from)\s+(\p{Lu}\p{L}+(?:\s\p{Lu}[\p{L}'’-]+)*)(?:\s+on\s+(?:the|this)\s+page)?$/u,
    (_, things = '', way = '', name = '') => `which ${things} are ${way} ${name}`,
  ],
  // "Make the weekly digest on"
  [/^(?:make|put|have)\s+(\p{L}.*\s(?:on|off))$/u, (_, what = '') => `turn ${what}`],
  // "Switch weight units to pounds"
  [
    /^(?:switch|turn|put|bring)\s+(\p{Ll}[\p{Ll} -]*?)\s+(?:over\s+)?to\s+(\p{L}[\p{L}\d -]*)$/u,
    (_, field = '', value = '') => `set the ${field} to ${value}`,
  ],
  // "List all products with their prices"
  [
    new RegExp(
      `^(${TELL})\\s+(?:all\\s+(?:of\\s+)?|every\\s+)?(?:the\\s+)?(\\p{Ll}{3,}s)\\s+(?:with|and|plus|along\\s+with|together\\s+with|including)\\s+(?:all\\s+)?(?:of\\s+)?(?:their|its)\\s+(\\p{Ll}+s)$`,
      'u',
    ),
    (_, verb = '', things = '', label = '') => `${verb} the names and ${label} of all ${things}`,
  ],
  // "Get the emails of everyone in the table"
  [
    new RegExp(
      `^(${TELL})\\s+(?:all\\s+)?(?:the\\s+)?(\\p{Ll}+s)\\s+of\\s+every(?:one|body)(?:\\s+(?:in|on)\\s+(?:the|this)\\s+(?:table|list|page))?$`,
      'u',
    ),
    (_, verb = '', label = '') => `${verb} the ${singularOf(label)} of all rows`,
  ],
  // "Give me all names in the table"
  [
    new RegExp(
      `^(${TELL})\\s+all\\s+(?:of\\s+)?(?:the\\s+)?(?!(?:rows|entries|items|lines|records|cells)\\b)(\\p{Ll}+s)\\s+(?:in|on|from|of)\\s+(?:the|this)\\s+(?:table|list)$`,
      'u',
    ),
    (_, verb = '', label = '') => `${verb} the ${singularOf(label)} of all rows`,
  ],
  // "Add a blue mug to the cart twice"
  [
    /^((?:add|put)\s+)(?:an?|the|one)\s+(.+)\s+(twice|(?:two|three|four|five|six|\d{1,2})\s+times)$/iu,
    (_, verb = '', what = '', times = '') =>
      `${verb}${/^twice$/iu.test(times) ? '2' : times.replace(/\s.*$/su, '')} ${what}`,
  ],
  // "Put a tick next to gift wrapping"
  [
    /^(?:put|place|set)\s+an?\s+(?:tick|check\s?mark|check|cross|x)\s+(?:next\s+to|at|in|beside|for|on|by)\s+(.+)$/iu,
    (_, box = '') => `tick ${box}`,
  ],
  // "Replace the text in Notes by …"
  [
    /^replace\s+(?:the\s+)?(?:text|contents?|value)\s+(?:in|of)\s+(?:the\s+)?(?:field\s+)?(.+?)\s+(?:by|with)\s+(.+)$/iu,
    (_, field = '', value = '') => `set ${field} to ${value}`,
  ],
  // "Rate it 4 out of 5"
  [
    /^((?:rate|give)\s.+?)\s+(\d|one|two|three|four|five)\s+(?:out\s+of|of|\/)\s+(?:5|five)(?:\s+stars)?$/iu,
    (_, rated = '', stars = '') => `${rated} ${stars} stars`,
  ],
  // "What is the answer to the question …"
  [
    new RegExp(
      `^(?:what\\s+is|what['’]s|tell\\s+me|give\\s+me|read|show\\s+me)\\s+the\\s+answer\\s+to\\s+(?:the\\s+question\\s+)?(${LITERAL})$`,
      'iu',
    ),
    (_, question = '') => `read the answer to ${question}`,
  ],
  // "What does it say under …"
  [
    new RegExp(
      `^(?:what\\s+does\\s+(?:it|the\\s+page|the\\s+site)\\s+say|what\\s+is\\s+(?:written|said|there)|tell\\s+me\\s+what\\s+(?:it\\s+says|is\\s+written))\\s+(?:under|below|beneath|in|at)\\s+(?:the\\s+(?:question|heading|section|title)\\s+)?(${LITERAL})$`,
      'iu',
    ),
    (_, heading = '') => `read ${heading}`,
  ],
  // "Show the Reviews tab", "look in the Reviews tab"
  [
    /^(?:show|view|see|check|look\s+(?:in|at|on|under|into))\s+(?:me\s+)?the\s+(.+?)\s+tab$/iu,
    (_, tab = '') => `switch to the ${tab} tab`,
  ],
  [
    /^use\s+the\s+search(?:\s+\p{L}+)?\s+to\s+(?:find|look\s+for|search\s+for)\s+(.+)$/iu,
    (_, sought = '') => `search for ${sought}`,
  ],
  [/^(?:bin|trash|throw\s+away|throw\s+out|chuck\s+out)\s+(.+)$/iu, (_, what = '') => `delete ${what}`],
  // "In the row Milk set the amount to 3"
  [
    /^in\s+(?:the\s+)?(?:row|line|entry)\s+(?:of\s+|for\s+)?(\p{Lu}.*?),?\s+(?:set|change|put)\s+(?:the\s+)?(.+?)\s+to\s+(.+)$/u,
    (_, row = '', field = '', value = '') => `set the ${field} of ${row} to ${value}`,
  ],
  // "I would like the blue mug in my cart"
  [
    /^(?:(?:(?:i|we)\s+(?:would\s+like|want|need)|(?:i|we)['’]d\s+like)\s+)?(?:to\s+have\s+)?((?:the|an?|two|three|four|five|\d{1,2})\s.+?)\s+in\s+(my|the|our)\s+(cart|basket|bag|trolley)$/iu,
    (_, what = '', whose = '', cart = '') => `add ${what} to ${whose} ${cart}`,
  ],
  // "Click “Read more” at the second article"
  [
    new RegExp(
      `^((?:click|press|tap)(?:\\s+on)?\\s+(?:the\\s+)?${LITERAL}(?:\\s+(?:button|link))?)\\s+(?:at|under|below|by|on|in)\\s+(the\\s.+)$`,
      'iu',
    ),
    (_, click = '', item = '') => `${click} of ${item}`,
  ],
  // "Type the total into the Amount field"
  [
    /^(?:type|enter|put|write|insert)\s+(the\s+\p{Ll}[\p{Ll} ]*?)\s+(?:in|into|to)\s+(?:the\s+)?(.+\s(?:field|box|input))$/u,
    (_, from = '', field = '') => `copy ${from} into the ${field}`,
  ],
  // "Put the red ball into the blue box"
  [
    /^(?:put|place|drop)\s+(the\s+\p{Ll}[\p{Ll} ]*?)\s+(?:in|into|onto|on)\s+(the\s+.+\s(?:area|zone|bin|column|list|container|lane))$/u,
    (_, from = '', to = '') => `drag ${from} to ${to}`,
  ],
  // "Write them a message: …"
  [
    /^(?:write|send|drop)\s+(?:them|us|you|the\s+team|support)\s+an?\s+(message|note|e-?mail)\s*:?\s+(?:saying\s+|that\s+says\s+)?(.+)$/iu,
    (_, noun = '', text = '') => `send a ${noun}: ${text}`,
  ],
  // "Toggle the switch …"
  [
    new RegExp(
      `^(?:toggle|flip)\\s+(?:the\\s+)?(?:switch\\s+)?(${LITERAL}|\\p{L}[\\p{L} -]*?)(?:\\s+switch)?$`,
      'u',
    ),
    (_, name = '') => `click ${name}`,
  ],
  // "Answer the poll with Blue"
  [/^answer\s+the\s+(?:poll|survey)\s+with\s+(.+)$/iu, (_, choice = '') => `vote for ${choice}`],
  // "Use the account ada@example.com with the password …", "my login is ada and my password is …"
  [
    /^use\s+(?:the\s+|my\s+)?(?:account|login|credentials)\s+(\S+)\s+(?:with|and)\s+(?:the\s+)?password\s+(\S+)$/iu,
    (_, user = '', password = '') => `log in as ${user} with password ${password}`,
  ],
  [
    /^my\s+(?:login|user\s?name|account|e-?mail(?:\s+address)?)\s+is\s+(\S+)\s+and\s+(?:my|the)\s+password\s+is\s+(\S+)$/iu,
    (_, user = '', password = '') => `log in as ${user} with password ${password}`,
  ],
  // "Scroll until the end of the list"
  [
    /^scroll\s+(?:down\s+)?(?:until|to)\s+(?:you\s+reach\s+)?the\s+(?:very\s+)?(?:end|bottom)(?:\s+of\s+the\s+\p{L}+)?$/iu,
    () => 'scroll to the bottom',
  ],
  // "Pick a date: 20 November 2026"
  [
    /^(?:pick|choose|select|enter|set)\s+(?:an?|the)\s+(date|time|day)\s*:\s+(.+)$/iu,
    (_, field = '', value = '') => `set the ${field} to ${value}`,
  ],
  // "Age should be 42"
  [
    /^(?:the\s+|my\s+)?(\p{Ll}[\p{Ll} -]*?)\s+(?:should|must|has\s+to)\s+be\s+((?:set\s+to\s+)?(?:\d|\p{Lu}).*)$/u,
    (_, field = '', value = '') => `set the ${field} to ${value.replace(/^set\s+to\s+/iu, '')}`,
  ],
  // "Change both addresses to 5 High Street"
  [
    /^(?:set|change|update)\s+both\s+(?:the\s+)?(\p{Ll}+s)\s+to\s+(.+)$/u,
    (_, fields = '', value = '') => `enter ${value} in both ${singularOf(fields)} fields`,
  ],
  // "Make a duplicate of Budget 2027"
  [/^(?:make|take)\s+an?\s+(?:copy|duplicate)\s+of\s+(.+)$/iu, (_, what = '') => `duplicate ${what}`],
  // "Make it urgent"
  [/^make\s+(it|this|that)\s+(\p{Ll}{3,}(?<!er))$/u, (_, it = '', state = '') => `mark ${it} as ${state}`],
  // "E-mail the selected ones"
  [
    /^(e-?mail|text|print|call)\s+the\s+(?:selected|chosen|ticked|checked|marked)\s+\p{Ll}+$/iu,
    (_, verb = '') => `click ${verb} selected`,
  ],
  // "The first name in the list"
  [
    /^((?:list|get|give|show|read|tell)(?:\s+me)?\s+the)\s+(first|last)\s+(name|title)\s+(?:in|of|on)\s+(?:the|this)\s+(list|table|page)$/iu,
    (_, tell = '', which = '', label = '', list = '') =>
      `${tell} ${label} of the ${which} row in the ${list}`,
  ],
  // "Sing in as ada"
  [/^sing\s+in\s+(?=(?:as|with|to|at|on)\s)/iu, () => 'sign in '],
  // "Read me the balance"
  [/^read\s+(?:to\s+)?(?:me|us)\s+(?:out\s+)?(?=(?:the|my|our|all)\s)/iu, () => 'tell me '],
  // "Answer yes to the question about insurance"
  [
    /^answer\s+(\S+)\s+(?:to|for)\s+(?:the\s+)?question\s+(?:about|on|of)\s+(?:the\s+|my\s+)?(.+)$/iu,
    (_, answer = '', question = '') => `select ${answer} for ${question}`,
  ],
  // "Name all the depots"
  [/^name\s+(?:me\s+)?(all|every)\s+(?:of\s+)?(?:the\s+)?/iu, (_, all = '') => `list ${all} `],
];
