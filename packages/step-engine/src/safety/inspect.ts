/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { type ElementNames, elementNames, inPage } from '@errand/browser-runtime';
import { withTimeout } from '@errand/wait-for';

/** The properties by which the risk of acting on an element is judged. */
export interface Element {
  /** URL of its document, which may be a frame's. */
  url: string;
  tag: string;
  type: string;
  /** All its names: text, labels, titles and the like. */
  names: string[];
  href: string;
  autocomplete: string;
  /** Its change handler submits the form. */
  sendsOnChange: boolean;
  form: Form | null;
}

export interface Form {
  method: string;
  action: string;
  /** Types, autocomplete tokens and names of its fields. */
  fields: string[];
  /** Names of its submit buttons. */
  buttons: string[];
  isSearch: boolean;
  submits: boolean;
}

/** Runs in the page. */
function look({ labelsOf, labelledBy, buttonValue }: ElementNames, node: globalThis.Element): Element {
  const most = 300;
  const tidy = (text: string | null | undefined) =>
    (text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, most);
  const isField =
    node instanceof HTMLInputElement ||
    node instanceof HTMLTextAreaElement ||
    node instanceof HTMLSelectElement;
  const isButton = node instanceof HTMLButtonElement;
  const control = node.closest('button,a,[role=button],[role=link],[role=menuitem],label,summary') ?? node;
  const link = node.closest('a');
  const form = isField || isButton ? node.form : node.closest('form');
  const names = [
    node.getAttribute('aria-label'),
    control.getAttribute('aria-label'),
    ...[...labelledBy(node), ...labelsOf(node)].map(({ textContent }) => textContent),
    node instanceof HTMLInputElement && /^(submit|button|image|reset)$/.test(node.type)
      ? buttonValue(node)
      : null,
    isField ? node.getAttribute('placeholder') : control.textContent,
    node.getAttribute('title'),
    control.getAttribute('title'),
    isField ? node.getAttribute('name') : null,
    ...[...control.querySelectorAll('img[alt],svg title')].map(
      (picture) => picture.getAttribute('alt') ?? picture.textContent,
    ),
  ].map(tidy);
  // A field named "elements" or "action" shadows the form's own property.
  const own = <Key extends keyof HTMLFormElement>(key: Key) =>
    Reflect.get(HTMLFormElement.prototype, key, form) as HTMLFormElement[Key];
  const inputs = form === null ? [] : [...own('elements')];
  const buttons = inputs.filter(
    (field) =>
      (field instanceof HTMLButtonElement && field.type === 'submit') ||
      (field instanceof HTMLInputElement && /^(submit|image)$/.test(field.type)),
  );
  const nameOf = (button: globalThis.Element) =>
    tidy(
      `${button.getAttribute('aria-label') ?? ''} ${button instanceof HTMLInputElement ? buttonValue(button) : button.textContent}`,
    );
  const submitter = buttons.find((button) => button === control) ?? null;
  const sentTo = (submitter as HTMLButtonElement | HTMLInputElement | null)?.formAction;
  return {
    url: document.location.href,
    tag: node.tagName.toLowerCase(),
    type: isField || isButton ? node.type : '',
    names: [...new Set(names)].filter((name) => name !== ''),
    href: link?.href ?? '',
    autocomplete: isField ? node.autocomplete : '',
    sendsOnChange: /submit/i.test(
      `${node.getAttribute('onchange') ?? ''} ${node.getAttribute('oninput') ?? ''} ${form?.getAttribute('onchange') ?? ''}`,
    ),
    form:
      form === null
        ? null
        : {
            method: (
              submitter?.getAttribute('formmethod') ??
              form.getAttribute('method') ??
              'get'
            ).toLowerCase(),
            action: submitter?.hasAttribute('formaction') && sentTo ? sentTo : own('action'),
            fields: inputs.flatMap((field) =>
              field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
                ? [field.type, field.autocomplete, tidy(field.name)]
                : [],
            ),
            buttons: buttons.map(nameOf),
            isSearch:
              form.closest('[role=search],search') !== null ||
              inputs.some((field) => field instanceof HTMLInputElement && field.type === 'search'),
            submits: submitter !== null,
          },
  };
}

const LOOK = inPage(`(node) => (${String(look)})((${String(elementNames)})(), node)`);

/** The focused element, in any frame, or null. */
export async function inspectFocus(page: Page, timeout: number): Promise<Element | null> {
  for (const frame of page.frames()) {
    const focused = frame.locator(':focus:not(iframe, frame)');
    const count = focused.count().catch(() => 0);
    if ((await withTimeout(count, timeout, 0)) > 0) return inspect(focused.first(), timeout);
  }
  return null;
}

/** Null when the element is gone. */
export function inspect(element: Locator, timeout: number): Promise<Element | null> {
  return element.evaluate(LOOK, undefined, { timeout }).catch(() => null);
}
