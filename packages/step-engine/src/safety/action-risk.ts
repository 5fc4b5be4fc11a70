import { type RiskCategory, addressed, fieldNamed, named } from './danger-words.ts';
import type { Element, Form } from './inspect.ts';

/** An action that the agent is about to take. */
export interface Action {
  primitive: string;
  input: Readonly<Record<string, unknown>>;
  /** The elements on which it acts; empty if there are none or they are unknown. */
  elements: readonly Element[];
  /** Whether it types a secret of the Run. */
  typesSecret: boolean;
}

const CARD = /^cc-|card|cvc|cvv|iban/;
const SECRET_FIELD = /password|one-time-code|otp/;

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

/** A link navigates. Its name describes an action only if it is an imperative, not the title of an article. */
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
  return type === 'password' ? 'credentials' : first(ofFields([autocomplete]), fieldNamed(names));
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
      return named([input['label'], input['value']].flat().map(text));
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
