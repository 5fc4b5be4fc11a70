import { withoutName } from './words.ts';

/*
 * Sentences that refuse without a word for no: "The van has left", "Three per household". They count only where nothing on the
 * page says that the action was taken, so they may be common words.
 */

const COUNT = String.raw`(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|a single|\d{1,4})`;
const ROOM = String.raw`(?:rooms?|seats?|places?|spots?|spaces?|slots?|tables?|tickets?|lanes?|berths?|beds?|copies|lockers?)`;
const INTAKE = String.raw`(?:polls?|votes?|voting|registrations?|bookings?|sales?|entries|entry|lists?|gates?|doors?|desks?|office|counter|kitchen|market|applications?|enrol\w+|submissions?|auctions?|window|deadline|offer)`;
const PLAN = String.raw`(?:plan|plans|tier|package|subscription|edition|membership)`;
const WHO = String.raw`(?:person|people|household|customer|member|guest|account|family|user|team|crew|company|card|address|visit|order|booking|minute|hour|day|night|week|weekend|month|season|year)`;

const QUIET = new RegExp(
  [
    // Bounds.
    String.raw`^[\s"'(–-]*(?:only |just |max(?:imum|\.)? |at most |no more than )?${COUNT}(?: [\p{L}-]+){0,2} (?:per|each|every|an?) ${WHO}\b`,
    String.raw`\b(?:is|are|was|were) (?:the|our|your) (?:most|maximum|minimum|limit|ceiling|cap|least)\b|\b(?:is|are) as (?:many|much|far|high|low|late|early|long) as\b`,
    String.raw`\b(?:takes?|holds?|fits?|allows?|accepts?|seats?) (?:\w+ ){0,3}(?:up to|at most|no more than|only) ${COUNT}\b|^\W*(?:up to|at most|from) ${COUNT} [\p{L}-]+(?: [\p{L}-]+)?\W*$`,
    String.raw`\b(?:limited|capped|restricted) (?:to|at)\b|\bonly ${COUNT} (?:\w+ ){0,2}(?:left|remain\w*|in stock|available|free|allowed)\b|\byou (?:already )?(?:have|own|hold) (?:one|yours|it|this|these|${COUNT}) (?:already|now|of)\b|, you have yours\b`,
    String.raw`\b(?:bookable|possible|allowed|served) (?:only )?(?:from|until|between|as of|after|before|again)|\b(?:available|open|valid|sold|delivered) only (?:from|until|between|after|before|on|at|in|to)\b`,
    String.raw`\b(?:has|have) to (?:have|be|keep|contain|match|last|start|end|come|stay|begin|add up|differ|remain)\b|\bneeds? (?:at least|${COUNT}|(?:an? )?(?:\w+ )?(?:letter|digit|capital|character|number|symbol|signature|approval|password|card|licen[cs]e|deposit))s?\b`,
    // Who it is for.
    String.raw`\b(?:is|are|was|were) (?:meant|intended|set aside) for\b|\b(?:part|a feature|an extra|a benefit) of (?:the|our|a|every) (?:[\p{L}-]+ ){1,3}${PLAN}\b|\bcomes with (?:the |our |a )?(?:[\p{L}-]+ ){1,2}${PLAN}\b|^\W*part of the\b|\b(?:for|to) (?:pro|premium|gold|plus|paying|registered|verified|adult|new|existing) (?:members?|customers?|users?|accounts?|subscribers?|plans?)\b`,
    String.raw`^\W*(?:upgrade|switch|move) to (?:[\p{L}-]+ ){0,2}(?:pro|premium|plus|gold|business|enterprise|${PLAN})\b|^\W*(?:members|adults|staff|residents|subscribers|admins?|owners?) (?:and \w+ )?only\b`,
    String.raw`\b(?:is|are) (?:fully |all |already )?(?:committed|engaged|occupied|tied up|spoken for|overdue|in arrears|suspended|frozen|flat|broken|damaged|cold already)\b|\b(?:return|pay|settle|finish|close|clear|empty|complete) (?:the|your|all) (?:[\p{L}-]+ ){1,3}first\b|\bsit this one out\b|\bwild animals?\b`,
    String.raw`\b(?:has|have) (?:used|reached|spent|filled|hit) (?:all |up )?(?:of )?(?:its|their|your|the)\b|\b(?:carries|carry|has|have) (?:its|their) (?:full )?load\b|\b(?:is|are) registered to\b|\bfrom friends of\b|\b(?:is|are) kept for\b(?! you\b)|\bwhen you are \d+\b|\b\d+ (?:seconds?|minutes?) ago\b|\b(?:less|more|lower|higher|earlier|later|older|shorter|longer) than\b|\b(?:days?|weeks?|months?|time|period|trial|offer|season) (?:\w+ )?(?:ended|ran out|is up|was up|lapsed)\b|\b(?:must|has to|have to|should|always) (?:begin|start|end)\b|\b(?:numbers?|codes?|names?) (?:[\p{L}-]+ ){0,4}(?:begin|start|end) with\b|\b(?:lines?|team|office|servers?|we) rests?\b|\b(?:nothing|no need) to\b|\bbalance is\b|\bwas opened\b`,
    // Too late.
    String.raw`(?<!\byou )(?<!\byou've )\b(?:has|have|had|['’]s|['’]ve)(?: just| already| now| long| since)* (?:left(?:\W*$| (?:at|already|without|for|the)\b)|gone(?:\W*$| (?:just|a|an|in the|for|to (?:someone|somebody|another)|home)\b)|sailed|departed|had (?:its|their) (?:day|time))`,
    String.raw`\bwent (?:an?|\w+|\d+) (?:moment|second|minute|hour|day)s? ago\b|\b(?:just|already|all) went\b|\bgot (?:it|there|in|them) (?:first|before|just before)\b|\bbeat you\b|\bfirst come\b|\bspoken for\b|\bsnapped up\b|\btoo late\b|\b(?:gone|taken|booked|sold|rented|claimed)(?: [\p{L}]+){0,2} (?:meanwhile|in the meantime|by (?:someone|somebody|another|others))\b`,
    String.raw`\b${INTAKE} (?:[\p{L}-]+ ){0,3}?(?:closed|ended|shut|passed|ran out|finished|lapsed|is over|was (?:on|at|yesterday|last))\b|\b(?:closed|shut|over|ended|finished) (?:since|for (?:today|the (?:day|season|year))|until)\b|\b(?:voting|registrations?|bookings?|sales?|entries|enrol\w+|applications?|submissions?) (?:only )?(?:opens?|starts?|begins?|resumes?|reopens?)\b`,
    String.raw`\b(?:ended|stopped|finished|gave up|broke off|halted|paused) (?:early|halfway|midway|prematurely|at (?:row|line|step|item|file|entry|\d))|\bgave up\b|\bran (?:into|out of)\b`,
    String.raw`\b(?:link|code|token|invitation|voucher|coupon|ticket|card|key|pass) (?:[\p{L}-]+ ){0,3}(?:used|spent|redeemed|stale|lapsed|ran out|had)\b`,
    // No room.
    String.raw`\b(?:wait(?:ing)?[ -]?list|standby list|reserve list|in line behind)\b|\b(?:every|each|all(?: of)?(?: the| our)?) ${ROOM} (?:is|are|was|were|has|have|went)\b|\bno (?:more )?(?:${ROOM}|room|space|stock|capacity)\b|^\W*(?:fully |all )?(?:full|gone|taken|occupied|booked up|sold)\W*$|\bat capacity\b|\bfull (?:up|house)\b|\bnone (?:left|remain)\b|\b(?:tell|notify|remind|alert|e-?mail|text) me when\b|\bback in stock\b`,
    // Not now.
    String.raw`^\W*(?:we(?:['’]ll| will|['’]re| are) )?(?:be )?back (?:soon|shortly|in an?|in \d|at \d|on \w+day|tomorrow|later)\b|\blook in again\b|\bcheck back (?:later|soon|in)\b|\b(?:under|down for) (?:construction|repair|upkeep)\b|\bfresh coat of\b|\b(?:no ?(?:body|one)|none of us) (?:is )?(?:here|there|in)\b|\b(?:asleep|napping|resting)\b|^\W*(?:not (?:now|today|here)|later|nope|alas|no luck|no dice|hard luck|bad luck)\b`,
    String.raw`\b(?:held back|on ice) (?:until|for)\b|\b(?:easy|steady|hold on|hang on|slow) (?:there|on)\b|\bone (?:[\p{L}-]+ )?(?:at a time|a minute|after another)\b`,
    String.raw`\b(?:is|are) (?:out )?on loan\b|^\W*still (?:running|open|in use|connected|unpaid|due|on loan|being|owed|out|occupied|locked)\b|\bstill (?:owes?|unpaid|outstanding|on loan|(?:have|has) (?:an? |\d+ )?(?:open|unpaid|active|running|pending))\b|\b(?:stays?|remains?|keeps?) (?:as|what|where|at|the) (?:it|they|he|she|is|was|before|same|old)\b|\bas (?:it was|they were) before\b`,
    // Regret, and another way.
    String.raw`\b(?:sadly|regrettably|regret|afraid|apologi[sz]e|apologies|alas|pity|shame)\b`,
    String.raw`^\W*(?:please )?(?:ask|call|phone|ring|contact|visit|see|write to|speak to|talk to|go to|pay at) (?:us|the|your|our|an?) (?:[\p{L}-]+ )?(?:office|desk|reception|branch|bank|support|help ?desk|manager|treasurer|secretary|admin\w*|team|staff|supervisor|host|organi[sz]er|counter|shop)\b`,
    // Prices, sessions, machines and people.
    String.raw`\b(?:is|are|costs?) (?:now )?[£$€]\s?\d[\d.,]* now\b|\b(?:is|are|costs?) now [£$€]\s?\d|\bnow (?:costs?|at) [£$€]?\s?\d|\b(?:prices?|fares?|rates?|fees?|costs?|tariffs?)(?: [\p{L}-]+){0,4}? (?:is now|are now|now|went up|gone up|rose|risen|changed|increased|moved)\b`,
    String.raw`\b(?:closed|ended|locked|paused) your session\b|\byour session\b|\byou have been (?:away|idle|inactive|gone|signed out|logged out)\b|\b(?:signed|logged) you out\b|\bare you still there\b|\bprotect your account\b`,
    String.raw`\b(?:i am|i['’]m) (?:a )?(?:human|not a robot)\b|\bre?captcha\b|\b(?:prove|show|confirm) (?:us )?(?:that )?you(?:['’]re| are) (?:human|a person|you)\b|\b(?:type|enter) the (?:letters|characters|words|numbers) (?:you see|in|from|below|above)\b`,
    String.raw`^\W*(?:err|e|code|fault)[ _:#-]*\d{1,5}\b|\bERR\b|\b(?:kaput|defunct|jammed|stuck|unreachable|disconnected|offline)\b`,
    String.raw`\b(?:name|address|number|code|slot|seat|handle|alias|title) (?:\w+ )?belongs to\b|\bthere(?: is|['’]s| are) (?:an?|one|two|\d+)(?: [\p{L}-]+){0,3} (?:already|by that name|with that)\b|\b(?:same|that) (?:name|title|number|code) (?:twice|again)\b`,
    // German, French and Spanish.
    String.raw`\b(?:nur (?:noch )?(?:ein|eine|für|bis|mit|\d+)\b|höchstens|maximal|warteliste|vergriffen|bereits weg|schon weg|abgefahren|geschlossen (?:seit|am|bis)|beendet am|pro (?:haushalt|person|kunde|tag)|gehört zum|bedauern|schade|wartungsarbeiten|wieder da\b)`,
    String.raw`\b(?:liste d[’']attente|au maximum|par (?:foyer|personne|jour|client)|réservée? aux|est parti\w*|sont partis?|regrettons|désolée?s?|hélas|en maintenance|trop tard|lista de espera|como máximo|por (?:persona|hogar|cliente|día)|ya (?:salió|se fue)|lo sentimos|demasiado tarde|en mantenimiento)\b`,
  ].join('|'),
  'iu',
);

/** States in which a site keeps what it was not asked to keep waiting. */
const WAITS =
  /\b(?:pending|awaiting|needs?|requires?|waiting for|subject to|held for|goes to) (?:an? |the |your |our )?(?:[\p{L}-]+ )?(?:approval|review|confirmation|sign-?off|moderation|decision|check|consent)\b|\buntil (?:the |an? |our |your )?[\p{L}-]+ (?:has|have) (?:approved|looked|checked|reviewed|signed|confirmed|agreed)\b|\bwill (?:be reviewed|look at it|have a look)\b|\bqueued (?:until|while|for when)\b|\bonce you(?:['’]re| are) (?:back )?online\b/iu;
const ASKS_FOR_CONSENT =
  /\b(?:request|submit|apply|propose|suggest|ask|send|report|enquire|nominate|hand in|file|sign up|register|join)/iu;

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
        QUIET.test(withoutName(sentence, control)) ||
        (WAITS.test(sentence) && !ASKS_FOR_CONSENT.test(control)),
    );
}
