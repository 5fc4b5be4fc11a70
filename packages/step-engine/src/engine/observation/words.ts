/*
 * How pages say yes and no, in English, German, French and Spanish. These are words about an action, not about a site; what
 * neither list knows is neutral.
 */

const REFUSES = new RegExp(
  [
    String.raw`\b(?:could|can|may|must|do|does|did|was|were|is|are|has|have|will)(?: ?not|n[’']?t)\b`,
    String.raw`\b(?:cannot|unable to|not (?:saved|sent|allowed|permitted|possible|authori[sz]ed|accepted|valid|available|found|logged in|signed in|recogni[sz]ed|known|correct|complete|booked|registered|selected|chosen|filled|processed|submitted|placed|posted|updated|changed|deleted|removed|added|confirmed|stored|right|enough|empty))\b`,
    String.raw`\b(?:errors?|failed|failure|fails|invalid|incorrect|wrong|denied|declined|refused|rejected|forbidden|unauthori[sz]ed|blocked|locked)\b`,
    String.raw`\b(?:required|missing|mandatory|out of (?:range|stock)|sold out|expired|insufficient|no longer|try (?:it )?(?:again|later)|no ?(?:body|[- ]one) \w+|no (?:answer|reply|response)|went wrong|already (?:taken|exists|in use|registered|used|been (?:taken|used|booked))|nothing (?:was |is |has been )?(?:selected|chosen|entered|changed|saved)|no \w+ (?:was |is |were |are )?(?:selected|chosen|entered|given)|no (?:access|permissions?|rights?|authority|connection)\b(?! (?:needed|required))|no match|no \w+(?: \w+)? (?:are |is )?(?:available|free)|none (?:is |are )?(?:available|free|left)|out of (?:paper|ink|order|service|credit|funds|time)|(?:is|are) (?:already )?(?:taken|in use|fully booked|booked out)|fully booked|(?:is|are|was|went|gone) (?:offline|busy)|only (?:admins?|administrators?|owners?|managers?) (?:can|may)|(?:ask|contact) (?:your|an) (?:admin|administrator|manager)|(?:limit|quota) (?:was |is |has been )?(?:reached|exceeded)|looks? (?:wrong|odd|incomplete)|said no|(?:somebody|someone) else|another (?:user|customer|person|member|guest)|unsuccessful|unavailable|timed out|oops|sorry|you (?:must|need to|have to))\b`,
    String.raw`^\W*not (?:before|until|after|yet|without|for|more|less|in|on|during)\b`,
    String.raw`\btoo (?:long|short|many|few|large|small|big|high|low|late|early|weak|old)\b`,
    String.raw`\b(?:at (?:least|most) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten)|must be|must have|must contain|should be|needs? to be|between \d+ and \d+|no more than|not enough|exceeds?)\b`,
    String.raw`\bplease (?:enter|fill|choose|select|check|correct|provide|add|tick|accept|specify|use|log|sign|give|complete|try)\b`,
    String.raw`\b(?:fehler|fehlgeschlagen|ungültig|falsch|abgelehnt|verweigert|erforderlich|pflichtfeld|abgelaufen|gesperrt|ausverkauft|nicht (?:möglich|gefunden|gespeichert|gesendet|erlaubt|korrekt|gültig|verfügbar)|konnten? nicht|bitte (?:geben|füllen|wählen|prüfen|melden|versuchen|einloggen))\b`,
    String.raw`\b(?:erreur|échec|échoué|invalide|incorrecte?|refusée?|interdit|obligatoire|requise?|expirée?|impossible|n[’']a pas|n[’']est pas|veuillez|réessayez)\b`,
    String.raw`\b(?:fallo|falló|inválid[oa]|no válid[oa]|incorrect[oa]|denegad[oa]|rechazad[oa]|obligatori[oa]|caducad[oa]|no se (?:pudo|puede|ha)|por favor|inténtelo)\b`,
  ].join('|'),
  'iu',
);

const TAKEN =
  /\b(?:success(?:ful(?:ly)?)?|saved|sent|thank(?:s| you)|added|created|updated|placed|confirmed|received|deleted|removed|completed?|submitted|booked|subscribed|registered|uploaded|changed|copied|accepted|welcome|signed in|logged in|done|danke|gespeichert|gesendet|erfolgreich|hinzugefügt|gelöscht|bestätigt|willkommen|merci|enregistrée?|envoyée?|ajoutée?|supprimée?|succès|bienvenue|gracias|guardad[oa]|enviad[oa]|añadid[oa]|eliminad[oa]|éxito|bienvenid[oa])\b|[✓✔]/iu;

const NOTHING_WRONG =
  /\b(?:no|0|zero|without|keine|sans|sin|aucune?) (?:errors?|problems?|fehler|erreurs?|errores)\b/iu;

const SIGN_IN =
  /\b(?:(?:sign|log)[ -]?(?:in|on|up)|login|register(?! (?!(?:(?:an?|the|my|your|new) )*(?:now|here|for|as|with|account|user|me|us)\b)\p{L})|create (?:an )?account|anmelden|einloggen|registrieren|connexion|se connecter|s[’']inscrire|iniciar sesi[oó]n|registrarse|entrar|acceder)\b/iu;

const SIGN_OUT =
  /\b(?:(?:sign|log)[ -]?(?:out|off)|logout|end session|abmelden|ausloggen|déconnexion|se déconnecter|cerrar sesi[oó]n)\b/iu;

const SIGN_IN_PAGE =
  /^\W*(?:please )?(?:(?:sign|log)[ -]?(?:in|on)\b|login\b|anmelden|anmeldung|einloggen|connexion|identifiez|iniciar sesi)|\b(?:session|sitzung|sesi[oó]n)\b.{0,30}\b(?:ended|expired?|timed out|over|abgelaufen|beendet|expirée?|caducad|expirad)|\b(?:please|you must|you need to|bitte|veuillez) (?:\w+ )?(?:(?:sign|log) ?(?:in|on)|melden sie sich|vous (?:re)?connecter)\b/iu;

const ASKS_FOR_INPUT =
  /^\W*(?:(?:first|please|bitte|veuillez|por favor),? )?(?:choose|pick|select|enter|type|fill|provide|tick|accept|complete|specify|give|tell us|add|name|state|wählen|geben sie|füllen|nennen|choisissez|saisissez|indiquez|renseignez|elija|elige|seleccione|selecciona|introduzca|introduce|indique|escriba)\b/iu;

export type Tone = 'refusing' | 'taken' | 'neutral';

/** How a text that appeared after an action speaks of it. */
export function toneOf(text: string): Tone {
  const refuses = REFUSES.test(text.replace(NOTHING_WRONG, ''));
  if (refuses) return 'refusing';
  return TAKEN.test(text) ? 'taken' : 'neutral';
}

/** True for a text that asks for a value or a choice: why a form was not sent, if it had no other result. */
export function asksForInput(text: string): boolean {
  return text.length <= 160 && ASKS_FOR_INPUT.test(text);
}

/** True for the name of a control that leads to signing in or up. */
export function isAboutSigningIn(name: string): boolean {
  return SIGN_IN.test(name);
}

/** True for the name of a control that ends the session, after which a sign-in page is expected. */
export function isAboutSigningOut(name: string): boolean {
  return SIGN_OUT.test(name);
}

/** True for a heading, title or sentence that asks to sign in. */
export function saysToSignIn(text: string): boolean {
  return SIGN_IN_PAGE.test(text);
}
