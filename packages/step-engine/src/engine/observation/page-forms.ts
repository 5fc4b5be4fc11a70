/// <reference lib="dom" />
/* What is read of the forms of a page. These functions run in the page; `page-script.ts` takes their source there. */
import { around, everywhere, isShown, nameOf, rootsOf, tidy } from './page-elements.ts';

/** A form, or what plays its part around a control. */
export interface FormFacts {
  /** Identifies the form across documents: id or name, and the names of its fields. */
  key: string;
  method: string;
  action: string;
  hasPassword: boolean;
  isDialog: boolean;
  /** The values of its controls, as one text. */
  values: string;
}

/** The fields in a part of the page, including those of custom elements. */
export function controlsOf(root: ParentNode): Element[] {
  const fields = 'input,select,textarea,[contenteditable=""],[contenteditable=true]';
  const found = [...root.querySelectorAll(fields)];
  const inside = rootsOf().slice(1) as ShadowRoot[];
  for (const shadow of inside) {
    let { host } = shadow;
    for (
      let outer = host.getRootNode();
      outer instanceof ShadowRoot && !root.contains(host);
      outer = host.getRootNode()
    )
      host = outer.host;
    if (root.contains(host)) found.push(...shadow.querySelectorAll(fields));
  }
  return found.slice(0, 1000);
}

/** The value of a field: `true` or `false` for a tick, a line for each chosen option, or the text of an editable part. */
export function heldBy(element: Element): string {
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    return String(element.checked);
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map((option) => option.value).join('\n');
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  return (element as HTMLElement).innerText ?? '';
}

/** The form of a control; without one, the nearest part of the page that holds fields. */
export function formAround(element: Element | null): Element | null {
  if (element === null) return null;
  const own = 'form' in element ? (element.form as HTMLFormElement | null) : null;
  if (own !== null) return own;
  const near = around(
    element,
    'form,dialog,[role=dialog],[role=form],fieldset,section,article,[class*=form i]',
  );
  return near !== null && controlsOf(near).length > 0 ? near : null;
}

/** Identifies a form across documents, by its id or name and the types and names of its fields. */
export function formKey(form: Element): string {
  const names = controlsOf(form)
    .filter((control) => !(control instanceof HTMLInputElement && control.type === 'hidden'))
    .map((control) => `${control.getAttribute('type') ?? ''}:${control.getAttribute('name') ?? control.id}`);
  return `form ${form.id || form.getAttribute('name') || ''}[${[...new Set(names)].join(',')}]`;
}

/** Whether a password field can be seen in `root`. */
export function hasPassword(root: ParentNode): boolean {
  return controlsOf(root).some((field) => field.matches('input[type=password]') && isShown(field));
}

/**
 * Whether the page asks to sign in: exactly one password field can be seen, and its form, the address, the title or the heading
 * says so in English, German, French, Spanish or Portuguese.
 */
export function asksSignIn(): boolean {
  const words =
    /\b(?:sign|log)[ -]?(?:in|on)\b|\blogin\b|anmelden|einloggen|connexion|se connecter|iniciar sesi|acceder|entrar/i;
  const [field, ...others] = everywhere('input[type=password]').filter(isShown);
  if (field === undefined || others.length > 0) return false;
  const form = around(field, 'form,[role=form],dialog,[role=dialog]') ?? document.body;
  return words.test(
    `${location.pathname.replaceAll(/[/_.]+/g, ' ')} ${tidy(form.textContent)} ${[...form.querySelectorAll('input[type=submit]')].map(nameOf).join(' ')} ${document.title} ${tidy(document.querySelector('h1')?.textContent)}`,
  );
}

/** What is known of a form, or of what `formAround` found in its place. */
export function factsOfForm(form: Element | null): FormFacts | null {
  if (form === null) return null;
  const isForm = form instanceof HTMLFormElement;
  return {
    key: formKey(form),
    method: isForm ? form.method.toLowerCase() : '',
    action: isForm ? form.action : '',
    hasPassword: hasPassword(form),
    isDialog: around(form, 'dialog,[role=dialog],[role=alertdialog],[aria-modal=true]') !== null,
    values: controlsOf(form)
      .map((control) => `${control.getAttribute('name') ?? control.id}=${heldBy(control)}`)
      .join('&'),
  };
}

/** Whether the element is a button that submits its form. */
export function submits(element: Element): boolean {
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && /^(submit|image)$/.test(element.type);
}
