import { asksFirst, handsBack } from './own-words.ts';
import { endsSomething, withoutName } from './control-names.ts';

/*
 * Sentences that refuse without a word for no: "The van has left", "Three per household". They count only where nothing on the
 * page says that the action was taken, so they may be common words.
 */

const COUNT = String.raw`(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|a single|\d{1,4})`;
const ROOM = String.raw`(?:rooms?|seats?|places?|spots?|spaces?|slots?|tables?|tickets?|lanes?|berths?|beds?|copies|lockers?)`;
const INTAKE = String.raw`(?:polls?|votes?|voting|registrations?|bookings?|sales?|entries|entry|lists?|gates?|doors?|desks?|office|counter|kitchen|market|applications?|enrol\w+|submissions?|auctions?|window|deadline|offer|cut-?off)`;
const PLAN = String.raw`(?:plan|plans|tiers?|package|subscription|edition|membership)`;
const WHO = String.raw`(?:person|people|household|customer|member|guest|account|family|user|team|crew|company|card|address|visit|order|booking|minute|hour|day|night|week|weekend|month|season|year)`;

const QUIET = new RegExp(
  [
    // Bounds.
    String.raw`^[\s"'(–-]*(?:only |just |max(?:imum|\.)? |at most |no more than )?${COUNT}(?: [\p{L}-]+){0,2} (?:per|each|every|an?) ${WHO}\b`,
    String.raw`\b(?:is|are|was|were) (?:the|our|your) (?:most|maximum|minimum|limit|ceiling|cap|least)\b|\b(?:the|our|your|its|daily|monthly) (?:[\p{L}-]+ )?(?:limit|maximum|minimum|ceiling|cap) (?:is|was|of)(?: only| just)? [£$€]?\d|\b(?:limited|capped|restricted) (?:to|at)\b|\bonly ${COUNT} (?:\w+ ){0,2}(?:allowed|left(?:\W*$|,? (?:and|but|so)\b))`,
    String.raw`\b(?:takes?|holds?|fits?|allows?|accepts?|seats?) (?:\w+ ){0,3}(?:up to|at most|no more than|only) ${COUNT}\b|\b(?:has|have) to (?:have|be|keep|contain|match|last|start|end|begin|add up|differ)\b`,
    String.raw`\byou (?:already )?(?:have|own|hold) (?:one|yours|it|this|these|${COUNT}) already\b|, you have yours\b|\bone (?:[\p{L}-]+ )?at a time\b`,
    // Who it is for.
    String.raw`\b(?:is|are|was|were) (?:meant|intended|set aside) for\b|\b(?:only|just|is|are) (?:for|to) (?:pro|premium|gold|plus|paying|registered|verified|adult|new|existing) (?:members?|customers?|users?|accounts?|subscribers?)\b`,
    String.raw`\b(?:is|are) (?:only |just )?(?:for|open to) (?:the )?(?:staff|admins?|administrators|employees|editors|managers|moderators|owners)\b`,
    String.raw`^\W*part of the (?:[\p{L}-]+ ){1,2}${PLAN}\b|\b(?:part|a feature|an extra|a benefit) of (?:the|our|a|every|another) (?:[\p{L}-]+ ){0,3}${PLAN}\b|^\W*(?:upgrade|switch|move) to (?:[\p{L}-]+ ){0,2}(?:pro|premium|plus|gold|business|enterprise|${PLAN})\b`,
    String.raw`^\W*(?:members|adults|staff|residents|subscribers|admins?|owners?) (?:and \w+ )?only\b|\b(?:return|pay|settle|finish|close|clear|empty|complete) (?:the|your|all) (?:[\p{L}-]+ ){1,3}first\b`,
    // Too late.
    String.raw`(?<!\byou )(?<!\byou've )\b(?:has|have|had|['’]s|['’]ve)(?: just| already| now| long| since)* (?:left(?:\W*$| (?:at|already|without|for|the)\b)|gone(?:\W*$| (?:just|an?|to (?:someone|somebody|another))\b)|sailed|departed|had (?:its|their) (?:day|time))`,
    String.raw`\bwent (?:an?|\w+|\d+) (?:moment|second|minute|hour|day)s? ago\b|\bgot (?:it|there|in|them) (?:first|before)\b|\bbeat you\b|\b(?:spoken for|snapped up|too late)\b|\b(?:gone|taken|booked|sold|rented|claimed)(?: [\p{L}]+){0,2} (?:meanwhile|in the meantime|by (?:someone|somebody|another|others))\b`,
    String.raw`\b${INTAKE} (?:[\p{L}-]+ ){0,3}?(?:closed|ended|shut|passed|ran out|finished|lapsed|is over)\b|\b(?:closed|shut|over|ended|finished) (?:since|for (?:today|the (?:day|season|year)))\b|\b(?:voting|registrations?|bookings?|sales?|entries|enrol\w+|applications?|submissions?) (?:only )?(?:opens?|starts?|begins?|resumes?|reopens?)\b`,
    String.raw`\b(?:lapsed|ran out) (?:yesterday|today|earlier)\b|\b(?:ended|lapsed|ran out|closed) (?:on|at|in|last) (?:\d|\p{L}+day\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*|(?:week|month|year|night)\b)`,
    String.raw`\b(?:ended|stopped|finished|gave up|broke off|halted) (?:early|halfway|midway|prematurely|at (?:row|line|step|item|file|entry|\d))|\bgave up\b`,
    // No room.
    String.raw`\b(?:wait(?:ing)?[ -]?list|standby list|reserve list)\b|\b(?:every|each|all(?: of)?(?: the| our)?) ${ROOM} (?:is|are|was|were) (?:taken|gone|full|booked|occupied|spoken)\b|\bno (?:more )?(?:${ROOM}|room|space|stock|capacity)\b(?! (?:is |are )?(?:needed|required|necessary))|^\W*(?:fully |all )?(?:full|taken|occupied|booked up)\W*$|\bat capacity\b|\bfull (?:up|house)\b|\b(?:tell|notify|remind) me when\b(?! (?:it|they|this|my \p{L}+|the \p{L}+) (?:ships?|arrives?|leaves?|lands?|(?:is|are|has|have|was) (?:been )?(?:shipped|sent|delivered|dispatched|on (?:its|their) way|out for)))`,
    String.raw`\b(?:is|are) (?:fully |all |already )?(?:occupied|tied up|suspended|frozen|in arrears)\b|\b(?:is|are) (?:out )?on loan\b|^\W*still (?:running|in use|unpaid|due|on loan|occupied|locked)\b`,
    // Not now.
    String.raw`^\W*(?:we(?:['’]ll| will|['’]re| are) )?(?:be )?back (?:soon|shortly|later)\b|\blook in again\b|\bcheck back (?:later|soon|in)\b|\b(?:under|down for) (?:construction|repair|upkeep)\b|\b(?:no ?(?:body|one)|none of us) (?:is )?(?:here|there|in)\b|^\W*(?:not (?:now|today|here)|nope|alas|no luck)\b|\bheld back (?:until|for)\b`,
    // Regret, and another way.
    String.raw`\b(?:sadly|regrettably|regret|afraid|apologi[sz]e|apologies|alas)\b|^\W*(?:please )?(?:ask|call|phone|ring|contact|see|write to|speak to|talk to) (?:us|the|your|our|an?) (?:[\p{L}-]+ )?(?:office|desk|reception|branch|bank|support|help ?desk|manager|treasurer|secretary|team|staff|supervisor|host|organi[sz]er)(?: to do (?:this|it))?\W*$`,
    String.raw`^\W*(?:please )?ask (?:an?|the|your|our) (?:[\p{L}-]+ )?(?:editor|admin|administrator|owner|manager|moderator|host|organi[sz]er|supervisor|teacher|colleague) to\b`,
    // Prices, sessions, machines and people.
    String.raw`\b(?:is|are|costs?) (?:now )?[£$€]\s?\d[\d.,]* now\b|\b(?:costs?|prices?|fares?|rates?|fees?|tariffs?)(?: [\p{L}-]+){0,4}? (?:is now|are now|went up|gone up|rose|risen|increased)\b`,
    String.raw`\b(?:closed|ended|locked|paused) your session\b|\byour session (?:has |is |was )?(?:closed|ended|over|locked|paused)\b|\byou (?:have been|were) (?:away|idle|inactive|signed out|logged out)\b|\b(?:signed|logged) you out\b|\bare you still there\b`,
    String.raw`\b(?:i am|i['’]m) (?:a )?(?:human|not a robot)\b|\bre?captcha\b|\b(?:prove|show|confirm) (?:us )?(?:that )?you(?:['’]re| are) (?:human|a person)\b|\b(?:type|enter) the (?:letters|characters) (?:you see|in|from|below|above)\b`,
    String.raw`^\W*(?:please )?(?:pick|choose|select|click|tap|mark|tick)(?: on)? (?:all|every|each)(?: of)?(?: the)? (?:pictures?|images?|photos?|squares?|tiles?) (?:with|that|showing|containing|of)\b|^\W*(?:wählen sie alle bilder|sélectionnez toutes les images|selecciona?e? todas las imágenes)(?!\p{L})`,
    String.raw`\b(?:is|are) (?:only |just )?for (?:the )?(?:[\p{L}-]+ )?${PLAN}\b`,
    String.raw`^\W*(?:e[ _-]?\d{2,5}|0x[\da-f]{4,8})\W*$|\byou (?:still )?owe\b(?! nothing)|\b(?:we|you) already (?:own|hold|know|stock|carry|offer|follow|use)\b`,
    String.raw`\bis (?:currently |already |now )?(?:editing|changing|using) (?:this|the)\b|\byou can (?:only (?:view|read)|(?:view|read) (?:it|this)(?: [\p{L}-]+)? only)\b`,
    String.raw`^\W*(?:err|fault)[ _:#-]*\d{1,5}\b|\b(?:name|address|number|code|slot|seat|handle|alias|title) (?:\w+ )?belongs to\b|\bthere(?: is|['’]s| are) (?:an?|one|two|\d+)(?: [\p{L}-]+){0,3} (?:already|by that name|with that)\b`,
    // What was sent has to be sent again, or looked at again.
    String.raw`(?<!\b(?:not|never) )\b(?:send|submit|post|do|place|fill in) (?:it|this|them|the form|your \w+) (?:once more|anew|again|a second time)\b|\b(?:page|form|link|tab|token|copy|version|basket|cart)(?: [\p{L}]+){0,3} (?:is|was|are) (?:out of date|outdated|stale)\b|\bto see (?:his|her|their|the (?:latest|newest|current)) (?:version|changes|edits)\b`,
    String.raw`\b(?:doing|trying|sending|posting) (?:that|this|it) (?:a lot|so often|too)\b|\bgive it (?:a (?:few )?|\d+ )(?:seconds?|minutes?|moments?|hours?)\b|\bwith (?:this|that|the same) [\p{L}-]+ exists\b|^\W*an? [\p{L}-]+ (?:named|called) (?:\S+ ){1,4}exists?\b|\byou have an account (?:with|under|for) (?:this|that) (?:address|e-?mail|number|name)\b`,
    String.raw`\b(?:waiting|waits|left) to (?:sync|be synced|upload|be sent)\b|\bonly (?:stored|kept|saved) (?:on|in) this (?:device|browser)\b`,
    String.raw`\b(?:made|issued|bought|valid|meant) for (?:another|a different)\b|\breserved for (?:the )?(?:staff|members|admins?|administrators|employees|subscribers|owners|internal|system|pro|premium)\b`,
    String.raw`\bworks? (?:only )?(?:from|above|over|for orders (?:from|above|over|of)) [£$€]?\d|^\W*more (?:from|after) (?:midnight|tomorrow)\b`,
    String.raw`\b(?:this|the|your) [\p{L}-]+ is older than\b|\b${COUNT} (?:attempts?|tries|try|guess(?:es)?|chances?) (?:left|remaining|more|to go)\b`,
    String.raw`^\W*(?:minimum|mindest\p{L}*)(?: (?:order|amount|value|quantity|stay|spend))*: ?[£$€]?\d|\b(?:is|are) (?:already )?(?:open|in use|being edited) (?:in|on|by) (?:another|a different|some other)\b|\b(?:is|are) (?:asleep|unplugged|jammed|powered off)\W*$`,
    String.raw`\bneeds? (?:an? |the |your )?(?:[\p{L}-]+ ){0,2}(?:contract|plan|account|subscription|licen[cs]e|membership|permission|deposit|verification|upgrade)\b`,
    String.raw`\b\d+ ?(?:[\p{L}]+ )?(?:at most|maximum|max\.?|or (?:less|fewer))\W*$`,
    String.raw`^\s*[⚠❗❌✖✗✘🚫⛔]\uFE0F?\s*\p{L}`,
    String.raw`\bexit(?:ed with)? (?:code|status):? [1-9]\d*\b`,
    String.raw`^\W*(?:stuck|stalled|interrupted|stopped|halted) (?:at|after|by|because)\b|^\W*(?:stopped|halted|stalled|interrupted|crashed)[:,–-] ?|\b(\d+) (?:of|\/) \1 (?:[\p{L}-]+ )?(?:(?:are|is) )?(?:in use|used|taken|booked)\b|\b(?:disk|drive|storage|memory|inbox|mailbox|queue|folder) (?:is )?full\b`,
    String.raw`\b(?:overlaps?|clash(?:es)?|conflicts?|collides?) with\b|\bdepends? on (?!the (?:weather|day|traffic))|^\W*(?:(?:the )?(?:line|server|printer|host|device|machine|number|service) )?(?:is )?(?:busy|engaged|unreachable|unresponsive)\W*$`,
    String.raw`^\W*(?:update|add|renew|replace|check) your (?:card|payment|billing|bank)\b|^\s*[!⚠❗✖]\uFE0F?\s*$`,
    String.raw`\b(?:somebody|someone|another \p{L}+) (?:already |just )?(?:has|had|took|got|owns?|uses?|holds?) (?:this|that|it|the same)\b|\b(?:and|so|but) (?:(?:it|he|she|they|this) )?(?:stays?|remains?)\W*$`,
    String.raw`^\W*(?:uh[- ]?oh|whoops|yikes|bummer)\b|^\W*(?:we(?:['’]ll| will|['’]re| are) )?(?:be )?back (?:at|in) \d`,
    String.raw`(?<!\b(?:while|when|if) you )\b(?:is|are) (?:on (?:leave|holiday|vacation)|away|absent)\b|\b(?:resumes?|reopens?)(?: again)? (?:on|at|in|after|from|tomorrow)\b|^\W*another [\p{L}-]+ (?:is|has|uses|bears)\b`,
    String.raw`(?<!\b(?:shared|moved|linked|merged) )\b(?:of|with|in|on) (?:another|a different) (?:team|workspace|account|organi[sz]ation|company|group|customer)\b|\b(?:possible|accepted|allowed|permitted) (?:only )?(?:within|up to|until|from|after|before)\b`,
    String.raw`\b(?:lies|is|was) in the (?:past|future)\b|\b(?:open|unlock|reopen|reactivate|restore) your account\b|^\W*(?:set |moved |put )?back (?:to|in) (?:draft|review|pending)\W*$`,
    // What the thing is like that was sent, and what comes before it is taken.
    String.raw`\bthe earliest (?:possible )?(?:date|day|start)(?: for you)? is\b|\b(?:period|term|season|window|sale|offer|registration|deadline)\b.* came to an end\b|\bplease (?:send|submit|hand|file) (?:it|this|them) (?:in )?(?:on paper|by (?:post|mail|letter|fax))\b`,
    String.raw`^\W*(?:please )?(?!(?:click|open|follow|use|check|see|choose|pick|select|enter|show|bring)\b)\p{L}+ (?:your|an?|the) [^.!?]{3,60} to (?:take part|join(?: in)?|do (?:this|that|so))\W*$|\b(?:wants?|needs?) (?:a word|an? (?:call|look|talk)|to (?:see|speak|talk|hear)) [^.!?]*first\W*$|^\W*top up (?:at|in|by|your|first|to)\b`,
    String.raw`\b(?:is|are|looks?) (?:too )?(?:hard|difficult) to (?:see|read|hear|make out)\b|\b(?:is|are|looks?) (?:too )?(?:blurr\p{L}+|illegible|unreadable)\b|\b(?:take|scan|record|photograph) (?:it|this|that|one) again\b|\b(?:easy|simple) to guess\b`,
    String.raw`\b(?:names?|address(?:es)?|numbers?|amounts?|sums?|dates?|totals?|details) differs?\W*$|\bwe (?:know|found|see) (?:several|many|two|three|more than one|\d+)\b.*\b(?:called|named|by (?:this|that) name|with (?:this|that))\b`,
    String.raw`^\W*(?:exactly |at least )?\d+ (?:characters?|digits?|letters?|numbers?|words?),? please\W*$|^\W*(?:decision|outcome|result|verdict|ruling): (?:no|none|negative)\b`,
    String.raw`\b(?:stays?|remains?) (?:silent|dark|locked|shut|closed|empty|unchanged|unpaid|mute)\b|\b(?:chat|lines?|desk|team|hotline|office|service|shop|system|machine) (?:rests?|sleeps?|naps?) (?:at night|on \p{L}+days?|until|till|over|now)\b`,
    String.raw`\b(?:lives|(?:is|are) (?:active|in use|used|registered|installed|set up)) (?:on|in|at|with) (?:another|a different|some other) (?:phone|device|account|computer|browser|customer|person|user)\b|\b(?:is|are) for accounts (?:in|with|that|of|without)\b`,
    // German, French and Spanish.
    String.raw`\b(?:nur (?:noch )?(?:ein|eine|für|bis|mit|\d+)\b|höchstens|maximal|warteliste|vergriffen|bereits weg|schon weg|abgefahren|geschlossen (?:seit|am|bis)|beendet am|pro (?:haushalt|person|kunde|tag)|gehört zum|bedauern|schade|wartungsarbeiten|wieder da\b)`,
    String.raw`\bce(?:tte|t)? [\p{L}-]+ vient (?:de partir|d[’']être (?:prise?|vendue?))|\b(?:liste d[’']attente|au maximum|par (?:foyer|personne|jour|client)|réservée? aux|est parti\w*|sont partis?|regrettons|désolée?s?|hélas|en maintenance|trop tard|lista de espera|como máximo|por (?:persona|hogar|cliente|día)|ya (?:salió|se fue)|lo sentimos|demasiado tarde|en mantenimiento)\b`,
  ].join('|'),
  'iu',
);

/** States in which a site keeps what it was not asked to keep waiting. */
const WAITS =
  /\b(?:pending|awaiting|needs?|requires?|waiting for|subject to|held for|goes to) (?:an? |the |your |our )?(?:[\p{L}-]+ )?(?:approval|review|confirmation|sign-?off|moderation|decision|check|consent)\b|\buntil (?:the |an? |our |your )?[\p{L}-]+ (?:has|have) (?:approved|looked|checked|reviewed|signed|confirmed|agreed)\b|\bwill (?:be reviewed|look at it|have a look)\b|\bqueued (?:until|while|for when)\b|\bonce you(?:['’]re| are) (?:back )?online\b/iu;
/** What a site may well keep for somebody to agree to: it was handed in all the same. */
const ASKS_FOR_CONSENT =
  /\b(?:request|submit|apply(?! (?:[\p{L}-]+ )?(?:discounts?|vouchers?|codes?|coupons?|changes)\b)|propose|suggest|ask|send|report|enquire|nominate|hand in|file|sign up|register|join|book|reserve|order|create|add|upload|post|change|update|save|cancel|withdraw)/iu;

/** Said in the very words of the control, it was so before: "Ticket 4 is already assigned to Ben" after "Assign". */
const ALREADY =
  /\b(?:is|are|was|were|(?:has|have) been) already \p{L}+ed\b|^\W*(?:[\p{L}\p{N}-]+ ){1,4}already \p{L}+ed\W*$/iu;

/** A place in a queue, in the stead of what was asked for. */
const QUEUES =
  /\byou(?:['’]re| are) (?:now |currently )?in (?:the |a )?(?:line|queue)\b|\b(?:number|place|position) in (?:the )?(?:line|queue)\b/iu;
/** What somebody may well stand in a queue for. */
const ASKS_TO_WAIT = /\b(?:queue|line|wait\w*|join|number|check(?:ing)? ?-?in|call|chat|enter)\b/iu;

/** True for a text that gives a place in a queue in the stead of what `control` was to do. */
export function putsInQueue(text: string, control: string): boolean {
  return QUEUES.test(text) && !ASKS_TO_WAIT.test(control);
}

/** What was to go through was ended on its way: "Payment was cancelled". */
const STOPPED =
  /\b(?:payment|transaction|transfer|upload|checkout|purchase|verification|import|export) (?:was|has been|is) (?:cancell?ed|interrupted|stopped|abandoned)\b/iu;
const TURNS_BACK = /\b(?:refund|return|reverse|void|dispute)/iu;

function isStopped(sentence: string, control: string): boolean {
  return STOPPED.test(sentence) && !endsSomething(control) && !TURNS_BACK.test(control);
}

/** What was asked is what "can be done once …": it was not done. */
function canBeDoneLater(sentence: string, control: string): boolean {
  return /\bcan (?:only )?be (?:once|after|when|as soon as)\b/iu.test(withoutName(sentence, control));
}

function isQuietNo(sentence: string, control: string): boolean {
  const rest = withoutName(sentence, control);
  // Of "Redeemed!" no word is left.
  return QUIET.test(rest) && (rest === sentence || /[\p{L}\p{N}]/u.test(rest));
}

/**
 * Whether a text, beside which nothing says yes, says that an action was not taken.
 * @param control the name of what was acted on, or empty
 */
export function refusesQuietly(text: string, control: string): boolean {
  return text
    .split(/(?<=[.!…])\s+/u)
    .filter((sentence) => !/\?\W*$|^\W*(?:if|when|once|in case|falls|wenn|si)\b/iu.test(sentence))
    .some(
      (sentence) =>
        isQuietNo(sentence, control) ||
        ALREADY.test(sentence) ||
        canBeDoneLater(sentence, control) ||
        isStopped(sentence, control) ||
        asksFirst(sentence, control) ||
        handsBack(sentence, control) ||
        putsInQueue(sentence, control) ||
        (WAITS.test(sentence) && !ASKS_FOR_CONSENT.test(control)),
    );
}
