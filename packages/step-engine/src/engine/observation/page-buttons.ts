/// <reference lib="dom" />
/* What is read of the buttons of a page. These functions run in the page; `page-script.ts` takes their source there. */
import { isShown, tidy } from './page-elements.ts';
import { fieldsOf } from './page-forms.ts';

/** The names of the buttons that can be seen, at most 60. */
export function buttonNames(root: ParentNode): string[] {
  return [...root.querySelectorAll('button,input[type=submit],input[type=button],[role=button]')]
    .slice(0, 60)
    .filter(isShown)
    .map((each) => {
      const written = each instanceof HTMLInputElement ? each.value : tidy(each.textContent);
      // A sign says less than what it is called.
      return written === '' || /\p{L}/u.test(written)
        ? written
        : tidy(each.getAttribute('aria-label') ?? each.getAttribute('title')) || written;
    })
    .filter((name) => name !== '');
}

/** The names of the buttons that send a form in which nothing is to be filled in. */
export function finalButtons(): string[] {
  return [...document.forms]
    .slice(0, 50)
    .filter((form) => /^post$/i.test(form.getAttribute('method') ?? '') && fieldsOf(form).length === 0)
    .flatMap(buttonNames);
}

/** Whether the element is a button that submits its form. */
export function submits(element: Element): boolean {
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && /^(submit|image)$/.test(element.type);
}
