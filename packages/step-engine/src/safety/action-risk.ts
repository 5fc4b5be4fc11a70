import { asItLooks, isDisguised } from './confusables.ts';
import type { Element, Form } from './inspect.ts';

/** Why an action waits for a person. */
export type RiskCategory =
  | 'payment'
  | 'deletion'
  | 'sending'
  | 'credentials'
  | 'consent'
  | 'disguise'
  | 'code'
  | 'unfamiliar site';

/** An action that the agent is about to take. */
export interface Action {
  primitive: string;
  input: Readonly<Record<string, unknown>>;
  /** The elements that it acts on; empty when there are none or they are unknown. */
  elements: readonly Element[];
  /** Whether it types a secret of the Run. */
  typesSecret: boolean;
}

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

const CARD = /^cc-|card|cvc|cvv|iban/;
const SECRET_FIELD = /password|one-time-code|otp/;

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

function named(texts: readonly string[]): RiskCategory | null {
  return match(NAMES, texts) ?? (texts.some(isDisguised) ? 'disguise' : null);
}

function addressed(url: string): RiskCategory | null {
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

function ofFields(fields: readonly string[]): RiskCategory | null {
  if (fields.some((field) => CARD.test(field))) return 'payment';
  return fields.some((field) => SECRET_FIELD.test(field)) ? 'credentials' : null;
}

/** The danger of submitting a form. */
function ofForm({ method, action, fields, buttons, isSearch }: Form): RiskCategory | null {
  const known = ofFields(fields) ?? addressed(action);
  if (known !== null) return known;
  if (method === 'get' || isSearch) return null;
  const writes = fields.some((field) => ['textarea', 'email', 'tel', 'file', 'url'].includes(field));
  return named(buttons) ?? (writes ? 'sending' : null);
}

const KEYS_THAT_PRESS = /^(?:.*\+)?(?:Enter|NumpadEnter|Space| )$/i;

function first(...dangers: (RiskCategory | null)[]): RiskCategory | null {
  return dangers.find((danger) => danger !== null) ?? null;
}

const MAX_COMMAND_LENGTH = 4;

/** A link navigates. Its name says what it does only when it is an imperative, not the title of an article. */
function ofLink(names: readonly string[], href: string): RiskCategory | null {
  const orders = names.filter((name) => name.split(/\s+/).length <= MAX_COMMAND_LENGTH);
  const danger = named(orders);
  return addressed(href) ?? (danger === 'credentials' ? null : danger);
}

const TYPED_INTO = /^(?:text|search|email|url|tel|number|password|date|time)/;

function ofClick({ names, href, form, tag, type }: Element): RiskCategory | null {
  if (/^https?:/.test(href)) return ofLink(names, href);
  if (form?.submits === true) {
    const danger = named(names);
    const isHarmless = form.method === 'get' || form.isSearch;
    return first(isHarmless && danger === 'sending' ? null : danger, ofForm(form));
  }
  return ['textarea', 'select'].includes(tag) || TYPED_INTO.test(type) ? null : named(names);
}

function ofTyping({ type, autocomplete, names }: Element): RiskCategory | null {
  return type === 'password' ? 'credentials' : first(ofFields([autocomplete]), match(FIELD_NAMES, names));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Why an action needs a person's approval, judged by the elements that it acts on; null when it needs none. */
export function classifyAction({ primitive, input, elements, typesSecret }: Action): RiskCategory | null {
  const each = (judge: (element: Element) => RiskCategory | null): RiskCategory | null =>
    first(...elements.map(judge));
  if (typesSecret) return 'credentials';
  switch (primitive) {
    case 'browser.click':
    case 'browser.drag':
    case 'browser.download':
      return first(each(ofClick), addressed(text(input['url'])));
    case 'browser.check':
    case 'browser.uncheck':
      return each(({ names }) => named(names));
    case 'browser.select':
      return named([text(input['label']), text(input['value'])]);
    case 'browser.fill':
      return each(ofTyping);
    case 'browser.type':
      return first(each(ofTyping), /[\r\n]/.test(text(input['text'])) ? each(ofPress) : null);
    case 'browser.press':
      return KEYS_THAT_PRESS.test(text(input['key'])) ? each(ofPress) : null;
    case 'browser.navigate':
    case 'browser.tab':
      return addressed(text(input['url']));
    case 'browser.upload':
      return 'sending';
    case 'browser.dialog':
      return input['action'] === 'accept' ? 'consent' : null;
    case 'browser.evaluate':
      return 'code';
    case 'http.request':
      return ['GET', 'HEAD'].includes(text(input['method'])) ? addressed(text(input['url'])) : 'sending';
    default:
      return null;
  }
}

/** A key acts on the focused element: it presses a button or submits a form. */
function ofPress(element: Element): RiskCategory | null {
  return first(
    element.form === null ? null : ofForm(element.form),
    ['input', 'textarea', 'select'].includes(element.tag) ? null : ofClick(element),
  );
}
