/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { withTimeout } from '@errand/browser-runtime';

/** What can be known of an element before something is done to it. */
export interface Element {
  /** The address of the document that it stands in, which may be a frame's. */
  url: string;
  tag: string;
  type: string;
  /** Everything that it is called: its texts, labels, titles, its own and its form's. */
  names: string[];
  href: string;
  autocomplete: string;
  /** Its own handler of changes sends its form. */
  sendsOnChange: boolean;
  form: Form | null;
}

export interface Form {
  method: string;
  action: string;
  /** Types and autocomplete words of its fields. */
  fields: string[];
  /** What its buttons are called. */
  buttons: string[];
  isSearch: boolean;
  submits: boolean;
}

/** Runs in the page. */
function look(node: globalThis.Element): Element {
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
  const labels = 'labels' in node && node.labels ? [...(node.labels as NodeListOf<HTMLLabelElement>)] : [];
  const described = (node.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const names = [
    node.getAttribute('aria-label'),
    control.getAttribute('aria-label'),
    ...described.map((id) => document.getElementById(id)?.textContent),
    ...labels.map((label) => label.textContent),
    isField && node instanceof HTMLInputElement && /^(submit|button|image|reset)$/.test(node.type)
      ? node.value || node.alt
      : null,
    isField ? node.getAttribute('placeholder') : control.textContent,
    node.getAttribute('title'),
    control.getAttribute('title'),
    isField ? node.getAttribute('name') : null,
    ...[...control.querySelectorAll('img[alt],svg title')].map(
      (picture) => picture.getAttribute('alt') ?? picture.textContent,
    ),
  ].map(tidy);
  // A field called "elements" or "action" would stand in the way of the form's own.
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
      `${button.getAttribute('aria-label') ?? ''} ${button instanceof HTMLInputElement ? button.value || button.alt : button.textContent}`,
    );
  const submitter = buttons.find((button) => button === control) ?? null;
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
            action:
              submitter instanceof HTMLButtonElement && submitter.hasAttribute('formaction')
                ? submitter.formAction
                : submitter instanceof HTMLInputElement && submitter.hasAttribute('formaction')
                  ? submitter.formAction
                  : own('action'),
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

/** What has the focus, in whatever frame. */
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
  return element.evaluate(look, undefined, { timeout }).catch(() => null);
}
