import { endsOrDenies, withoutName } from './control-names.ts';
import { isGeneral, isPolicy, isTimedPolicy } from './general-words.ts';
import { REFUSES_ELSEWHERE, TAKEN_ELSEWHERE } from './other-languages.ts';
import { deniesDeed, isStillOn, saysDone, saysEnded, saysPlainlyDone, undoesDeed } from './own-words.ts';
import { isNotAll } from './partly.ts';
import { besideSoft, isOfResult, saysWhatEnded, saysWhatFollows } from './what-follows.ts';

/*
 * How pages say yes and no, in English, German, French and Spanish. These are words about an action, not about a site; what
 * neither list knows is neutral.
 */

const ENTRIES = 'archive|copy|delete|download|edit|export|hide|move|open|print|remove|rename|share|view';
/** "Edit Duplicate Delete" are the entries of a menu. */
const DUPLICATE = String.raw`(?<!\b(?:${ENTRIES}) )duplicate(?! (?:${ENTRIES})\b)`;

const REFUSES = new RegExp(
  [
    String.raw`\b(?:could|can|may|must|do|does|did|was|were|is|are|has|have|will)(?: ?not|n[’']?t)\b|\b(?:ca|wo)n[’']t\b(?! wait\b)`,
    String.raw`\b(?:cannot|unable to|not (?:admitted|eligible|supported|unique|verified|activated|paid|uploaded|moved|applied|taken|enrolled|reserved|published|approved|saved|sent|allowed|permitted|possible|authori[sz]ed|accepted|valid|available|found|logged in|signed in|recogni[sz]ed|known|correct|complete|booked|registered|selected|chosen|filled|processed|submitted|placed|posted|updated|changed|deleted|removed|added|confirmed|stored|right|enough|empty))\b`,
    String.raw`\b(?:errors?|failed|failure|fails|invalid|incorrect|wrong|denied|declined|refused|rejected|forbidden|unauthori[sz]ed|blocked|locked|prohibited|disallowed|ineligible|mismatch|${DUPLICATE}|aborted|undone|reverted|rolled back|discarded|unfortunately|overdrawn)\b`,
    String.raw`\b(?:must|no such|unknown|(?:read|members?|staff|pdf|jpe?g|png|csv|images?|adults|invitation)[ -]only|restricted (?:to|area)|(?:there was|we had|network|connection|technical) (?:an? |some )?(?:problem|trouble|issue)|problem (?:saving|sending|loading|with)|trouble \w+ing|something (?:broke|is (?:wrong|broken)|has gone wrong)|connection (?:was |is )?(?:lost|closed|broken)|when (?:the|your) (?:connection|network|internet|signal) (?:returns|comes back|is back)|(?:are|is|you['’]re|(?:seems?|appears?) (?:to be )?) ?offline|lacks?|(?:permission|permissions|rights|approval) (?:is |are )?needed)\b`,
    String.raw`\b(?:(?:is|are|was|were|have|has) (?:just |now |all |already )*(?:full|gone(?! (?:through|out|live|ahead|up|to|into|public))|closed(?! on \p{L}+days\b)|ended|over|used up|exhausted|sold|been (?:taken|sold|used up))|(?:exists?|taken) already|already exists?|(?:you|they|he|she)(?: have|['’]ve| has)? already \w+ed|(?:registrations?|bookings?|sales?|enrolments?|applications?|voting|orders?) (?:\w+ )?closed|(?:none|nothing|no \w+(?: \w+)?) (?:is |are )?left(?! to (?:pay|do|settle|sign|review|approve|answer|read)\b)|(?:used up|over|above|beyond|reached|exceeded) (?:the|your|our) (?:\w+ )?(?:limit|quota|maximum)|(?:limit|quota|maximum|allowance) (?:of [\w ]{1,20})?(?:is |was |has been )?(?:used up|exceeded|reached)|(?:bigger|larger|longer|smaller|shorter|more|fewer|less) than \d+|nothing (?:happened|to (?:save|send))|no changes?$)`,
    String.raw`\b(?:down for maintenance|under maintenance|(?:will|['’]ll) be (?:right )?back|temporarily (?:down|closed|out)|out of office|are you (?:a )?(?:human|robot)|you(?: are|['’]re) (?:not )?(?:a )?(?:human|robot)|unusual (?:activity|traffic)|security check|slow down)\b`,
    String.raw`\b(?:required|missing|mandatory|out of (?:range|stock)|sold out|expired|insufficient|no longer|try (?:it )?(?:again|later)|no ?(?:body|[- ]one) \w+|no (?:answer|reply|response)|went wrong|already (?:taken|exists|in use|registered|used|been (?:taken|used|booked))|nothing (?:was |is |has been )?(?:selected|chosen|entered|changed|saved)|no \w+ (?:was |is |were |are )?(?:selected|chosen|entered|given)|no (?:access|permissions?|rights?|authority|connection)\b(?! (?:needed|required))|no match|no \w+(?: \w+)? (?:are |is )?(?:available|free)|none (?:is |are )?(?:available|free|left)|out of (?:paper|ink|order|service|credit|funds|time)|(?<!\d of \d+ [\p{L}-]+ )(?:is|are) (?:already )?(?:taken|in use|fully booked|booked out)|fully booked|(?:is|are|was|went|gone) (?:offline|busy)|only (?:admins?|administrators?|owners?|managers?) (?:can|may)|(?:ask|contact) (?:your|an) (?:admin|administrator|manager)|(?:limit|quota) (?:was |is |has been )?(?:reached|exceeded)|looks? (?:wrong|odd|incomplete)|said no|(?:somebody|someone) else(?! (?:may|might|can|could|will)\b)|another (?:user|customer|person|member|guest)|unsuccessful|unavailable|timed out|oops|sorry|you (?:must|need to|have to))\b`,
    String.raw`\b(?:addresses|passwords|passphrases|pins|e-?mails) (?:\w+ )?(?:differ|are different|are not (?:the same|equal|identical))\W*$`,
    String.raw`\bnot (?!(?:included|required|needed|limited|rated|shared|listed|started|finished)\b)\w{3,}ed\b`,
    String.raw`\b(?:pick|choose|try|use|select|enter|take) (?:another|an? (?:different|other|shorter|longer|smaller|larger))\b`,
    String.raw`\bwait \d+ (?:more )?(?:minutes?|hours?|days?)\b`,
    String.raw`\b(?:you|he|she|they|this|that|it)(?:['’](?:re|ve|s)|(?: \w+){1,6}) already\b|\balready (?:on|in|an?) \b|\bwe already have\b`,
    String.raw`\b(?:this|that|your) (?:\w+ ){1,2}ended\b|\bwe (?:only have|have only)\b`,
    String.raw`\b(?:is|are) (?:only |just |not )?(?:for|open to) (?:(?:new|existing|registered|verified|paying|our) )?(?:customers|members|people|users|subscribers|buyers|owners|adults|residents|guests|students|those)\b|\bby (?:a different|some other) \p{L}+|\b(?:belongs?|assigned|given|promised) to (?:another|a different|someone|somebody)\b`,
    String.raw`\blooks? like (?:spam|a (?:bot|robot|duplicate))\b|\bturned (?:\w+ ){1,4}down\b|\bwas (?:faster|quicker)\b|\bcome back (?:later|tomorrow|on|in|at|after|another)\b|\b(?:muted|banned|suspended|firewall)\b|\bon (?:[\p{L}-]+ )?hold\b|\b(?:takes?|taking|having) a (?:\w+ )?break\b`,
    String.raw`^\W*(?:please )?(?:confirm|verify|activate|complete|finish|add|set up) (?:your|the|an?)\b.*\b(?:before|first\W*$)|\bwhile you were \w+ing\b`,
    String.raw`\b(?:ran|runs?|running) into (?:an? |some )?(?:\w+ )?(?:problems?|issues?|trouble|errors?|difficult(?:y|ies))\b`,
    String.raw`\b(?:on|at|during|in|by|with|after|before|until) [^.!?]{2,40} only\W*$|\bwe only (?:deliver|ship|accept|take|serve|sell|support)\b|^\W*(?:still )?in use\W*$|\bhas an account\b|\b(?:stays?|remains?) as (?:it is|they are|before)\b`,
    String.raw`^\W*only \.?(?:pdf|jpe?g|png|gif|svg|csv|txt|xlsx?|docx?|zip)s?\b`,
    String.raw`\b\p{L}+(?:Error|Exception)\b|\b(?:traceback|stack trace)\b`,
    String.raw`^\W*not (?:before|until|after|yet|without|for|more|less|in|on|during)\b`,
    String.raw`^\s*[✗✘❌🚫⛔]\s*$`,
    String.raw`\btoo (?:long|short|many|few|large|small|big|high|low|late|early|weak|old)\b`,
    String.raw`\b(?:at (?:least|most) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten)|must be|must have|must contain|should be|needs? to be|between \d+ and \d+|no more than|not enough|exceeds?)\b`,
    String.raw`\bplease (?:enter|fill|choose|select|check|correct|provide|add|tick|accept|specify|use|log|sign|give|complete|try)\b`,
    REFUSES_ELSEWHERE,
  ].join('|'),
  'iu',
);

const TAKEN = new RegExp(
  [
    String.raw`\b(?:success(?:ful(?:ly)?)?|saved|sent|thank(?:s| you)(?! for (?:your |the )?(?:interest|patien\w+|understanding|visit|asking|trying))|added|created|updated|placed|confirmed|received|deleted|removed|completed?|all set|good to go|on (?:its|their) way|submitted|booked|subscribed|registered|uploaded|changed|copied|accepted|welcome|signed in|logged in|done)\b|[✓✔]`,
    TAKEN_ELSEWHERE,
  ].join('|'),
  'iu',
);

const NOTHING_WRONG =
  /\b(?:no|0|zero|without|keine|sans|sin|aucune?) (?:errors?|problems?|failures?|fehler|erreurs?|errores)\b|\b(?:0|zero|none|no(?:thing)?) (?:files? |items? |rows? |threats? )?(?:failed|rejected|refused|invalid|skipped|missing|duplicates?|expired|blocked)\b|\b(?:failed|failures|rejected|refused|invalid|skipped|missing|duplicates|errors|fehler|erreurs|errores): ?0\b|\b(?:errors?|failures?|problems?|(?:failed|rejected|refused|declined|skipped|invalid|missing) \p{L}+):? (?:0(?![.,]?\d)|none|zero)(?!\p{L})|\bnothing (?:is |was |has been )?(?:blocked|wrong|missing|broken|locked|overdue|failed|invalid)\b/giu;

/** What became different by itself, and not because it was asked to. */
const MOVED =
  /\b(?:prices?|fares?|rates?|costs?|totals?|availability|terms|conditions)\b[\p{L} ’']{0,40}\b(?:has|have) (?:since |just )?(?:been )?(?:changed|updated)\b/giu;

/** What somebody else did says nothing of what was asked: "Ben changed this page at 10:41". */
const BY_OTHERS =
  /^\W*(?!(?:You|We|It|Your|Our|The|This|They)\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)? (?:has |just |already )*(?:changed|updated|saved|deleted|removed) (?:this|the) [\p{L}-]+ (?:at|on|in|since|before|after|while|just|a|an|\d+)\b|\b(?:[Tt]his|[Tt]he) [\p{L}-]+ (?:was|has been) (?:just )?(?:changed|updated|saved|deleted|removed) by (?:\p{Lu}\p{Ll}+|someone|somebody)\b/gu;

/** What is said of a thing that was sent says nothing of whether it was taken: "The page you sent". */
const OF_WHAT_WAS_SENT =
  /\b(?:the|your|this|a) [\p{L}-]+ (?:that |which )?you (?:have |had |just )?(?:sent|\p{L}+ed)\b/giu;

/** Sentences that refuse nothing, whatever their words: what is done in a case, what is asked, and which fields a form requires. */
const ASIDES = [
  /^\W*(?:if|in case|should you|falls|sollten?|wenn|si|en caso)\b/iu,
  /\?\W*$/u,
  /\bcheck your (?:inbox|mailbox|spam|phone|messages|e-?mails?(?! address))\b/iu,
  /^\W*\*[\s=:–-]*(?:\w+ )?(?:an? )?(?:required|mandatory|pflichtfeld(?:er)?|obligatoires?|obligatorios?)(?: \w+)?\W*$/iu,
  /\b(?:fields?|felder|champs|campos|questions)\b.*(?:\*|\bmarked\b|\basterisk|\bhighlighted\b|\bin (?:red|bold|colou?r)\b|\brot\b|\brouge\b|\brojo\b).*(?:required|mandatory|pflicht|obligatoire|obligatorio)/iu,
  /\b(?:required|mandatory|pflichtfelder|obligatoires|obligatorios)\b.*(?:\*|\bmarked\b|\basterisk|\bhighlighted\b|\bin (?:red|bold|colou?r)\b)/iu,
  /^\W*(?:please )?(?:do not|don['’]t|never)\b(?! (?:have|allow|match|exist|know|recogni[sz]e|find)\b)/iu,
  /^\W*not (?:yet (?:assigned|scheduled|shipped|dispatched|delivered|answered|reviewed|rated)|(?:assigned|scheduled|shipped|dispatched|delivered|answered|reviewed|rated) yet)\W*$/iu,
  /\bnot (?:been )?(?!saved|stored|sent|submitted|placed|ordered|booked|registered)\w+ (?:it |this |them )?yet\b.*\b(?:takes? (?:up to|about|around)|within|soon|will)\b/iu,
  /^\W*no(?:body| one) (?:is|was|has been) \w+ yet\W*$/iu,
  /\b(?:can ?not|can['’]t) (?:promise|guarantee)\b/iu,
  /^(?!.*\b(?:can ?not|can['’]t|must)\b).*\b(?:open|click|follow|use) (?:on )?(?:the|our) link\b.*\b(?:otherwise|or else)\b/iu,
  /\bsorry to (?:see you go|lose you)\b/iu,
  /\bcould(?: ?not|n[’']t) be (?:happier|better|prouder|easier|simpler|more (?:pleased|delighted|excited|grateful))\b/iu,
  /^\W*(?:please )?(?:pick|choose|tell|call|contact|ring|write|reply|let|use|change|bring|ask|see|e-?mail|phone)\b.* if (?:you|it|this|anything|something|plans?)\b/iu,
  /^(?!.*\b(?:can ?not|can['’]t|may not|must)\b).*\buntil you (?:click|follow|open|use) (?:on )?(?:the|our) link\b/iu,
];
/** The state of a step to come. */
const NOT_YET =
  /^\W*(?:(?:step|schritt|étape|paso) \d+\b.*|[\p{L} ]{2,30}: *)(?:(?:is|was|has|have) )?not (?:yet )?(?:been )?(?:started|begun|completed|done|finished|filled in)\W*$/iu;
const ASKS_WHO = /\b(?:human|robot)\b/iu;

/** How pages are headed that stand in the place of the one that was asked for. */
const ERROR_HEADING =
  /^\W*(?:errors?(?: \d+)?\W*$|error:|(?:4|5)\d\d\b|oops|sorry|(?:access|permission) (?:denied|restricted)|forbidden|(?:\w+ ){0,3}not (?:found|allowed|available|possible|permitted|authori[sz]ed)(?: (?:from|in|at|to|for|on|right|yet|now|any)\b[\w ]{0,30})?\W*$|something (?:went|is) wrong|just a moment\W*$|(?:no (?:\w+ )?connection|(?:you(?:['’]re| are) )?offline|connection (?:lost|error))\W*$|(?:we(?:['’]ll| will|['’]re| are) )?(?:be )?(?:right )?back (?:soon|shortly|later|at|in)\b|(?:closed|down|offline) for maintenance\b|(?:please )?(?:verify|confirm|prove|check)(?:ing)? (?:that )?you(?: are|['’]re) (?:a )?human\b|\w+(?: \w+)? (?:failed|declined|denied|unavailable|rejected|refused|expired|ended)\W*$|(?:we|you|this|that|the|your|it)\b.*\b(?:could not|couldn['’]t|can ?not|can['’]t|was not|wasn['’]t|is not|isn['’]t|has (?:expired|ended)|may not|must not))/iu;

const FILLS = /\b(?:add|put|order|buy|upload|reserve|book|hinzufügen|in den warenkorb|ajouter|añadir)\b/iu;
const IS_EMPTY =
  /\b(?:is|are) (?:still )?empty\b|\bnothing (?:is )?in (?:your|the|this) (?:shopping )?(?:cart|basket|bag)\b|^\W*(?:there(?: is|['’]s) )?nothing in here\b|\bno (?:items|files|entries|products)\b|\bist (?:noch )?leer\b|\best vide\b|\bestá vací[oa]\b/iu;

const SIGN_IN_PAGE =
  /^\W*(?:please )?(?:(?:sign|log)[ -]?(?:in|on)\b|login\b|anmelden|anmeldung|einloggen|connexion|identify yourself\b|prove (?:your identity|who you are)\b|authenticate(?: yourself)?\W*$|identifiez|iniciar sesi)|\b(?:session|sitzung|sesi[oó]n)\b.{0,30}\b(?:ended|expired?|timed out|over|abgelaufen|beendet|expirée?|caducad|expirad)|\b(?:please|you must|you need to|bitte|veuillez) (?:\w+ )?(?:(?:sign|log) ?(?:in|on)|melden sie sich|vous (?:re)?connecter)\b/iu;

const ASKS_FOR_INPUT =
  /^\W*(?:(?:first|please|bitte|veuillez|por favor),? )?(?:choose|pick|select|enter|type|fill|provide|tick|accept|complete|specify|give|tell us|add|name|state|wählen|geben sie|füllen|nennen|choisissez|saisissez|indiquez|renseignez|elija|elige|seleccione|selecciona|introduzca|introduce|indique|escriba)\b/iu;

export type Tone = 'refusing' | 'taken' | 'neutral';

/** What is to be kept from happening: "Top up so that payments do not fail". */
const PURPOSE =
  /(?<=\p{L} )(?:so that (?![^.!?]*\b(?:was|were|did|could|had|has|have)\b)|to (?:avoid|prevent) )[^.!?]*/giu;

/** What the visitor is spared: "We won't share your address". */
const PROMISE =
  /\b(?:will not|won['’]t) (?:be (?:notified|shared|asked)|share|sell|spam|regret|see (?:this|it)|need|have to)\b[^.!?]*/giu;

function withoutAsides(text: string): string {
  return text
    .replaceAll(PURPOSE, ' ')
    .replaceAll(PROMISE, ' ')
    .split(/(?<=[.!?…])\s+/u)
    .filter(
      (sentence) =>
        ASKS_WHO.test(sentence) ||
        (!isTimedPolicy(sentence) && !ASIDES.some((aside) => aside.test(sentence))),
    )
    .join(' ');
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+/u);
}

/** True for a sentence that says by itself that the action was done. */
function saysYes(sentence: string, control: string): boolean {
  const isNo = REFUSES.test(sentence) && !REFUSES.test(withoutName(sentence, control));
  return TAKEN.test(sentence) || isNo || saysDone(sentence, control);
}

/** True for what cannot be done with a result; "Trainers are only for members" after "Add trainer" is no term of it. */
function isTermOf(sentence: string, control: string): boolean {
  const bare = withoutName(sentence, control);
  return isOfResult(bare) && (bare === sentence || !/\bonly (?:for|open)\b/iu.test(bare));
}

/** True for a sentence that, beside one that says yes, refuses nothing. */
function isAfterYes(sentence: string, control: string): boolean {
  return (
    !deniesDeed(sentence, control) &&
    (saysWhatFollows(sentence) ||
      (endsOrDenies(control) && saysWhatEnded(sentence)) ||
      isPolicy(sentence) ||
      isGeneral(sentence))
  );
}

/** True for a sentence that says in the very word of the control that the action was done, and nothing against it. */
export function isPlainYes(sentence: string, control: string): boolean {
  return saysPlainlyDone(sentence, control) && !REFUSES.test(withoutName(sentence, control));
}

/** True for a sentence that, beside a plain yes, only says what holds from then on. */
function isAfterPlainYes(sentence: string, control: string): boolean {
  const rest = besideSoft(sentence);
  return rest !== null && !deniesDeed(sentence, control) && !REFUSES.test(rest);
}

/** A text without the sentences that only say what cannot be done with its result, or what comes after it. */
function withoutTerms(text: string, control: string): string {
  let isDone = false;
  let isPlain = false;
  return sentencesOf(text)
    .filter((each) => !NOT_YET.test(withoutName(each, control)))
    .filter((each, index) => {
      const isTerm = index > 0 && isTermOf(each, control);
      const isAfter = (isDone && isAfterYes(each, control)) || (isPlain && isAfterPlainYes(each, control));
      isDone ||= saysYes(each, control);
      isPlain ||= isPlainYes(each, control);
      return !isTerm && !isAfter;
    })
    .join(' ');
}

/** "No problems found": all that a text says is that nothing is wrong. */
function isNothingWrong(text: string, rest: string): boolean {
  return (
    rest !== text &&
    /^\W*(?:(?:was |were )?(?:found|detected)|gefunden|trouvée?s?|encontrad[oa]s?)?\W*$/iu.test(rest)
  );
}

/** True for a text by which what was asked was not done, or not all of it, whatever stands beside it. */
function saysOtherwise(text: string, control: string): boolean {
  return (
    (FILLS.test(control) && IS_EMPTY.test(text)) ||
    isNotAll(text, control) ||
    deniesDeed(text, control) ||
    isStillOn(text, control) ||
    undoesDeed(text, control)
  );
}

/**
 * How a text that appeared after an action speaks of it.
 * @param control the name of what was acted on, or empty
 */
export function toneOf(text: string, control = ''): Tone {
  const told = withoutAsides(text);
  const said = told.replace(NOTHING_WRONG, '');
  if (saysOtherwise(said, control)) return 'refusing';
  if (REFUSES.test(said) && REFUSES.test(withoutName(withoutTerms(said, control), control)))
    return 'refusing';
  if (isNothingWrong(told, said) || (endsOrDenies(control) && saysEnded(said, control))) return 'taken';
  return TAKEN.test(text.replaceAll(MOVED, ' ').replaceAll(OF_WHAT_WAS_SENT, ' ').replaceAll(BY_OTHERS, ' '))
    ? 'taken'
    : 'neutral';
}

/**
 * True for a text that refuses nothing if another one beside it says that the action was done.
 * @param isPlain whether that one says so in the very word of the control
 */
export function isBesideYes(text: string, control: string, isPlain = false): boolean {
  const rest = sentencesOf(withoutAsides(text)).filter(
    (each) =>
      !isTermOf(each, control) && !isAfterYes(each, control) && !(isPlain && isAfterPlainYes(each, control)),
  );
  return !saysOtherwise(text, control) && !REFUSES.test(withoutName(rest.join(' '), control));
}

/** True for a text that says that the action was done, in the words that sites have for that or in those of its control. */
export function isYes(text: string, control: string): boolean {
  const tone = toneOf(text, control);
  return tone === 'taken' || (tone === 'neutral' && saysDone(text, control));
}

/** What holds from now on, or for everyone. */
const TERMS =
  /\b(?:(?:will|does|do)(?: ?not|n['’]t)|won['’]t|(?:can ?not|can['’]t|may not) be (?:changed|cancell?ed|undone|refunded|returned|edited|altered|combined|exchanged)|(?:can ?not|can['’]t) (?:reply|answer|respond)|can no longer|must|required|no \w+ (?:is |are )?left|(?:is|are) not (?:allowed|possible|permitted)|sorry (?:to hear|for|about)(?:[^.!]*))\b/giu;

/** True for a refusing text that, beside a heading that says yes, only says what holds from then on. */
export function isOnlyTerms(text: string): boolean {
  return !REFUSES.test(withoutAsides(text).replaceAll(TERMS, ' '));
}

/** What a thing has to be; what somebody has to do is none. */
const REQUIREMENT =
  /\b(?<!\b(?:you|we|they|it|this) )(?:must|should|has to|needs to) (?:be (?:valid|at (?:least|most)|between|longer|shorter|in|on|from|of|the same|as)|have|contain|match|start|end|show)\b/giu;

/** True for a text that only says what a thing that is asked for has to be. */
export function isRequirement(text: string): boolean {
  const said = withoutAsides(text);
  const rest = said.replaceAll(REQUIREMENT, ' ');
  return rest !== said && !REFUSES.test(rest);
}

/** True for a text that only tells how to fill in a form, or asks something. */
export function isAside(text: string): boolean {
  return withoutAsides(text).trim() === '';
}

/** True for "Welcome", which the page that asks for a password says as well. */
export function isGreeting(text: string): boolean {
  return /^\W*(?:welcome|willkommen|bienvenue|bienvenid[oa])\b/iu.test(text);
}

/** True for the heading of a page that stands in the place of the one that `control` leads to. */
export function isErrorHeading(text: string, control: string): boolean {
  return (
    text.length <= 120 && ERROR_HEADING.test(text) && ERROR_HEADING.test(withoutName(text, control).trim())
  );
}

/** True for a text that asks for a value or a choice: why a form was not sent, if it had no other result. */
export function asksForInput(text: string): boolean {
  return text.length <= 160 && ASKS_FOR_INPUT.test(text);
}

/** True for a heading, title or sentence that asks to sign in. */
export function saysToSignIn(text: string): boolean {
  return SIGN_IN_PAGE.test(text);
}
