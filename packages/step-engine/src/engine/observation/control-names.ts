/* What the names of controls say of what they do, and a page in the same words. */

const SIGN_IN =
  /\b(?:(?:sign|log)[ -]?(?:in|on|up)|login|register(?! (?!(?:(?:an?|the|my|your|new) )*(?:now|here|for|as|with|account|user|me|us)\b)\p{L})|create (?:an )?account|anmelden|einloggen|registrieren|connexion|se connecter|s[’']inscrire|iniciar sesi[oó]n|registrarse|entrar|acceder)\b/iu;

const SIGN_OUT =
  /\b(?:(?:sign|log)[ -]?(?:out|off)|logout|end session|abmelden|ausloggen|déconnexion|se déconnecter|cerrar sesi[oó]n)\b/iu;

const MAX_NAME_WORDS = 12;
/** What an action ends is no longer there, as its control says. */
const ENDS =
  /\b(?:cancel|stop|end|remove|delete|unsubscribe|close|deactivate|disable|leave|withdraw|revoke|block|ban|mute|suspend|restrict|turn off|switch off|kündigen|löschen|résilier|supprimer|cancelar|eliminar)/iu;

const DENIES = /\b(?:reject|decline|deny)/iu;

/** True for the name of a control that ends something, such as an account. */
export function endsSomething(name: string): boolean {
  return ENDS.test(name);
}

/** True for the name of a control that ends something, or says no to it. */
export function endsOrDenies(name: string): boolean {
  return ENDS.test(name) || DENIES.test(name);
}

/** What takes itself away, with all that is said of its thing. */
export const TAKES_AWAY =
  /^\W*(?:cancel|delete|discard|withdraw|revoke|(?:close|deactivate) (?:(?:the|my|your|this) )?(?:account|card|contract)|löschen|annuler|supprimer|cancelar|eliminar)\b/iu;

const LEADS_ON =
  /^\W*(?:next|continue|proceed|go on|(?:go to )?(?:the )?check ?out\W*$|weiter|suivant|continuer|siguiente|continuar)\b/iu;

/** True for the name of a control that leads to the next of several steps. */
export function leadsOn(name: string): boolean {
  return LEADS_ON.test(name);
}

/** "Error report sent" after "Send report". */
const REPORTS = /\b(?:report|log|ticket)\b/iu;
const OF_REPORT = /\b(?:error|problem|bug|fault) (?=(?:report|log|ticket)s?\b)/giu;

/** A text without the words by which the page repeats the name of the control: "Reject" leads to "Rejected". */
export function withoutName(text: string, control: string): string {
  // A card is called by all that stands on it.
  const words = control.match(/\p{L}{4,}/gu) ?? [];
  const stems = (words.length > MAX_NAME_WORDS ? [] : words).map((word) =>
    word
      .toLowerCase()
      .replace(/y$/u, 'i')
      .replace(/(?:ing|ed|e)$/u, ''),
  );
  const whole = REPORTS.test(control) ? text.replaceAll(OF_REPORT, '') : text;
  const bare = ENDS.test(control)
    ? whole.replaceAll(
        /\bno longer\b|\b(?:(?:is|are|was|has|have) (?:now |already )?)?ended\b|\b(?:is|are|was|has|have) (?:now |already )?(?:gone|closed|over)\b|^\W*(?:gone|closed|over)\W*$|\b(?:will not|won['’]t|will no longer) (?:be (?:charged|billed|contacted|asked|reminded)|receive|get|hear|see|renew|need)\b|\byou (?:can ?not|can['’]t) [^.!?]*\bany ?(?:more|longer)\b/giu,
        ' ',
      )
    : whole;
  if (
    stems.length === 0 ||
    /\b(?:permission|access) denied\b|\b(?:blocked|locked|refused|rejected) by\b/iu.test(text)
  )
    return bare;
  // "Suspended and cannot sign in" says what comes of it.
  const outcome = String.raw`(?:ed|d) and (?:can ?not|can['’]t|may not|can no longer|will no longer)\b[^.!?]*`;
  return bare
    .replaceAll(new RegExp(String.raw`(?<!\p{L})(?:${stems.join('|')})(?:${outcome}|\p{L}*)`, 'giu'), ' ')
    .replaceAll(/ {2,}/g, ' ');
}

/** True for the name of a control that leads to signing in or up. */
export function isAboutSigningIn(name: string): boolean {
  return SIGN_IN.test(name);
}

/** True for the name of a control that ends the session, after which a sign-in page is expected. */
export function isAboutSigningOut(name: string): boolean {
  return SIGN_OUT.test(name);
}
