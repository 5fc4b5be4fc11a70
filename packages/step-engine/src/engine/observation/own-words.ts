/* What a page says of an action in the very word by which its control is called. */

/** How the deed of a control begins in its other forms: "cancel" in "cancelled", "annul" in "annulée". */
function deedOf(control: string): string | null {
  const [verb = ''] = control.match(/\p{L}{4,}/u) ?? [];
  const stem = verb
    .toLowerCase()
    .replace(/(?:ing|[aeir]r|re|e)$/u, '')
    .replace(/y$/u, 'i');
  return stem.length < 3 ? null : stem;
}

const IMPOSSIBLE = String.raw`(?:(?:can|could|may)(?: ?not| no longer|n['’]t)|can['’]t|won['’]t|ne (?:peut|peuvent) (?:pas|plus)|no (?:se )?pueden?)`;

/** True for "This booking can no longer be cancelled" after "Cancel booking". */
export function deniesDeed(text: string, control: string): boolean {
  const deed = deedOf(control);
  if (deed === null) return false;
  const impossible = String.raw`(?<!\p{L})${IMPOSSIBLE}(?: (?:be|être|ser))? ${deed}\p{L}*(?! again)`;
  // What else was not done is said after what was.
  const undone = String.raw`^[^.!?]*\b(?:not|nothing to)(?: yet)?(?: been)? ${deed}\p{L}*`;
  return new RegExp(`${impossible}|${undone}`, 'iu').test(text);
}

/** True for "Rejected", or "This card is blocked", after a control that was to do that; what befell the visitor is something else. */
export function saysEnded(text: string, control: string): boolean {
  const deed = deedOf(control);
  if (deed === null) return false;
  const done = String.raw`${deed}\p{L}{0,4}(?<=[dnt])`;
  return new RegExp(
    String.raw`^\W*${done}\W*$|(?<!\byou )\b(?:is|are|was|were|(?<!\byou )(?:has|have) been)(?: now)? ${done}(?!\p{L}| by\b)`,
    'iu',
  ).test(text);
}

/** True for "Voucher redeemed" after "Redeem voucher". */
export function saysDone(text: string, control: string): boolean {
  const deed = deedOf(control);
  return (
    deed !== null &&
    new RegExp(
      String.raw`(?<!\p{L})(?<!\b(?:not|be|already|by|never) )${deed}\p{L}{0,4}(?<=[dnt])(?!\p{L})(?! (?:on|at|in|since) (?:the )?\d| (?:before|earlier|last|yesterday|already|by)\b)`,
      'iu',
    ).test(text)
  );
}

/** Deeds whose other form is no regular one. */
const IRREGULAR: Readonly<Record<string, string>> = { send: 'sent', set: 'set', pay: 'paid', add: 'added' };

/** True for "Limit set to 500" after "Set limit": the deed is all that is said of its thing, and no word that goes with another. */
export function saysPlainlyDone(text: string, control: string): boolean {
  const [verb = ''] = control.toLowerCase().match(/\p{L}+/u) ?? [];
  const stem = deedOf(control);
  const deed = IRREGULAR[verb] ?? (stem === null ? null : String.raw`${stem}\p{L}{0,4}(?<=[dnt])`);
  if (deed === null || !(saysDone(text, control) || verb in IRREGULAR)) return false;
  const end = String.raw`(?=\W*$|[.:!,·–-]| (?:to|for|from|with|until|as|now|just|successfully)\b)`;
  return new RegExp(
    String.raw`(?<!\p{L})(?<!\b(?:not|be|already|by|never|yet) )${deed}(?!\p{L})${end}`,
    'iu',
  ).test(text);
}

/** True for "Shared with Ben" after "Share". */
export function beginsWithDeed(text: string, control: string): boolean {
  const deed = deedOf(control);
  return deed !== null && new RegExp(String.raw`^\W*${deed}\p{L}{0,4}(?<=[dnt])(?!\p{L})`, 'iu').test(text);
}

const STILL_ON =
  /^\W*(?:status|state): ?(?:confirmed|active|open|booked|live|running|valid|paid|published|enabled|on)\W*$|^\W*your [\p{L}-]+ (?:goes on|continues|runs on|stays (?:active|open|as it is))\b/iu;

const ENDS_STATE =
  /^\W*(?:cancel|withdraw|revoke|end|stop|deactivate|disable|suspend|close|block|freeze|pause|unsubscribe)\b/iu;

/** True for "Status: confirmed" after "Cancel booking". */
export function isStillOn(text: string, control: string): boolean {
  return ENDS_STATE.test(control) && STILL_ON.test(text);
}

const ADDS = /^\W*(?:add|attach|upload|create|insert|import|publish|post)\b/iu;

/** True for "scan.pdf: removed by virus check" after "Attach scan". */
export function undoesDeed(text: string, control: string): boolean {
  return (
    ADDS.test(control) &&
    /\b(?:removed|deleted|quarantined|taken down)\b/iu.test(text) &&
    !/\b(?:added|attached|uploaded|created|imported|published|posted|moved)\b/iu.test(text)
  );
}

/** True for "Pay your fees to place holds" after "Place hold": what was asked comes only after something else. */
export function asksFirst(text: string, control: string): boolean {
  const deed = deedOf(control);
  return (
    deed !== null &&
    new RegExp(
      String.raw`^\W*(?:please )?\p{L}+ (?:your|an?|at least) .*\b(?:to|before you(?: can)?) ${deed}\p{L}*(?! (?:another|more|again|one))`,
      'iu',
    ).test(text)
  );
}

/** True for "Please refund this in your bank portal" after "Refund": what was asked is left to its visitor. */
export function handsBack(text: string, control: string): boolean {
  const deed = deedOf(control);
  return (
    deed !== null &&
    new RegExp(
      String.raw`^\W*please ${deed}\p{L}{0,3}(?<!ed)(?!\p{L})(?! (?:another|more|again|one)\b)`,
      'iu',
    ).test(text)
  );
}
