import { asItLooks, isDisguised } from './confusables.ts';

/** Why an action waits for a person. */
export type RiskCategory =
  | 'payment'
  | 'deletion'
  | 'sending'
  | 'credentials'
  | 'consent'
  | 'disguise'
  | 'code'
  | 'untrusted site'
  | 'untrusted application'
  | 'unknown control';

function words(...alternatives: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${alternatives.join('|')})(?![\\p{L}])`, 'u');
}

/**
 * Words in the names of controls that do such a thing. Conservative: an unnecessary approval costs a moment, a missing one cannot
 * be undone. They are compared with texts without diacritics, so they have none.
 */
const NAMES: readonly [RiskCategory, RegExp][] = [
  [
    'payment',
    words(
      'pay(?:ing|ment|ments)?',
      'purchase',
      'buy',
      '(?:place|confirm|complete|submit|finish)(?: (?:your|my|the))? (?:order|booking|reservation|bid)',
      'order now',
      'book now',
      'subscribe',
      'donate',
      'transfer',
      'withdraw',
      'top ?up',
      'checkout now',
      'send money',
      'upgrade',
      'kaufen',
      'bezahlen',
      'zahlungspflichtig.*',
      'acheter',
      'payer',
      'comprar',
      'pagar',
    ),
  ],
  [
    'deletion',
    words(
      'delet(?:e|ing|ion)',
      'remove',
      'erase',
      'destroy',
      'discard',
      'wipe',
      'purge',
      '(?:factory )?reset (?:all|everything|account|device|data)',
      'trash',
      'cancel (?:\\w+ )?(?:order|subscription|account|booking|membership|plan)',
      'unsubscribe',
      'deactivate',
      '(?:close|terminate) (?:\\w+ )?account',
      'revoke',
      'loschen',
      'entfernen',
      'supprimer',
      'eliminar',
      'borrar',
    ),
  ],
  [
    'credentials',
    words(
      'log ?-?in',
      'sign ?-?in',
      'sign ?-?up',
      'register',
      'create (?:\\w+ )?account',
      '(?:change|set|update|save|reset) (?:\\w+ )?(?:password|e-?mail|address|phone)',
      'two-?factor',
      'anmelden',
      'connexion',
      'iniciar sesion',
    ),
  ],
  [
    'consent',
    words(
      'accept(?: all)?',
      'agree',
      'i agree',
      'allow',
      'authori[sz]e',
      'grant',
      'consent',
      'approve',
      'confirm',
      'enable access',
      'zustimmen',
      'akzeptieren',
      'accepter',
      'aceptar',
    ),
  ],
  [
    'sending',
    words(
      'send(?:ing)?',
      'submit',
      'post',
      'publish',
      'share',
      'reply',
      'forward',
      'tweet',
      'invite',
      'comment',
      'apply now',
      'request',
      'report abuse',
      'upload',
      'senden',
      'absenden',
      'abschicken',
      'envoyer',
      'enviar',
    ),
  ],
];

/** Words in the names of fields for such data. */
const FIELD_NAMES: readonly [RiskCategory, RegExp][] = [
  ['payment', words('card number', 'credit card', 'iban', 'account number', 'cvc', 'cvv', 'expiry')],
  [
    'credentials',
    words(
      'pass ?(?:word|code|phrase)',
      'pin',
      'one-?time code',
      'security code',
      'api ?key',
      '(?:access )?token',
      'secret',
      'passwort',
      'mot de passe',
      'contrasena',
    ),
  ],
];

/** Words in the path or query of a URL that does such a thing when it is loaded. */
const PATHS: readonly [RiskCategory, RegExp][] = [
  ['payment', /[/=_-](?:pay|payment|purchase|buy|transfer|withdraw|donate|charge)(?:[/=_?&#.-]|$)/],
  [
    'deletion',
    /[/=_-](?:delete|remove|destroy|erase|unsubscribe|deactivate|revoke|cancel|wipe|purge)(?:[/=_?&#.-]|$)/,
  ],
  ['credentials', /[/=_-](?:change-?password|reset-?password|logout|signout)(?:[/=_?&#.-]|$)/],
  ['consent', /[/=_-](?:authorize|approve|accept|consent|confirm|grant|oauth)(?:[/=_?&#.-]|$)/],
  ['sending', /[/=_-](?:send|publish|share|invite|post-?message)(?:[/=_?&#.-]|$)/],
];

function match(table: readonly [RiskCategory, RegExp][], texts: readonly string[]): RiskCategory | null {
  const looks = texts.map(asItLooks);
  for (const [danger, pattern] of table) if (looks.some((text) => pattern.test(text))) return danger;
  return null;
}

/** Every danger that texts name, such as the names of a control or a person's instruction. */
export function dangersNamed(texts: readonly string[]): ReadonlySet<RiskCategory> {
  const looks = texts.map(asItLooks);
  const spoken = NAMES.filter(([, pattern]) => looks.some((text) => pattern.test(text))).map(
    ([danger]) => danger,
  );
  return new Set(texts.some(isDisguised) ? [...spoken, 'disguise'] : spoken);
}

/** The danger that texts name; null when they name none. */
export function named(texts: readonly string[]): RiskCategory | null {
  return match(NAMES, texts) ?? (texts.some(isDisguised) ? 'disguise' : null);
}

/** The danger of loading a URL; null when it has none. */
export function addressed(url: string): RiskCategory | null {
  const parsed = URL.parse(url);
  if (parsed === null) return null;
  const place = asItLooks(safelyDecoded(parsed.pathname + parsed.search));
  for (const [danger, pattern] of PATHS) if (pattern.test(place)) return danger;
  return parsed.username === '' && parsed.password === '' ? null : 'credentials';
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The danger of typing into a field of these names; null when it has none. */
export function fieldNamed(names: readonly string[]): RiskCategory | null {
  return match(FIELD_NAMES, names);
}
