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
  fields: FieldFacts[];
}

/** A field of a form that a visitor fills in. */
export interface FieldFacts {
  name: string;
  value: string;
  /** The value that the page had when it came from the site. */
  initial: string;
  /** It takes a text. */
  isText: boolean;
  /** Empty where it holds what it came with. */
  label: string;
  /** The words of what is chosen, and of what it came with; null for no choice, or the same. */
  choice: { now: string; initial: string } | null;
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

/** The value that a field had when the page came from the site. */
export function initialOf(field: Element): string {
  if (field instanceof HTMLSelectElement) {
    const chosen = [...field.options].filter((option) => option.defaultSelected);
    // A browser shows the first entry of a list for which the site chose none.
    const first = field.type === 'select-one' && field.size <= 1 ? field.options[0] : undefined;
    const options = chosen.length === 0 && first !== undefined ? [first] : chosen;
    return options.map((option) => option.value).join('\n');
  }
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
    return String(field.defaultChecked);
  return 'defaultValue' in field ? String(field.defaultValue) : '';
}

/** The words of what is chosen in a list or group, and of what it came with. */
export function choiceIn(field: Element, group: readonly HTMLInputElement[]): FieldFacts['choice'] {
  if (field instanceof HTMLSelectElement) {
    const textOf = (value: string) => tidy([...field.options].find((each) => each.value === value)?.text);
    return { now: textOf(heldBy(field)), initial: textOf(initialOf(field)) };
  }
  const chosen = group.find(({ checked }) => checked);
  const first = group.find(({ defaultChecked }) => defaultChecked);
  return chosen === undefined || first === undefined ? null : { now: nameOf(chosen), initial: nameOf(first) };
}

/** The fields of a form that a visitor fills in, without files and passwords; radio buttons of one name are one field. */
export function fieldsOf(form: Element): FieldFacts[] {
  const radios = controlsOf(form).filter(
    (field): field is HTMLInputElement => field.matches('input[type=radio]') && field.hasAttribute('name'),
  );
  const groupOf = (field: Element) => radios.filter((other) => other.name === field.getAttribute('name'));
  return controlsOf(form)
    .filter((field) => !radios.includes(field as HTMLInputElement) || groupOf(field)[0] === field)
    .filter((field) => field.matches('input,select,textarea') && isShown(field))
    .filter(
      (field) =>
        !field.matches('[type=password],[type=file],[type=submit],[type=button],[type=reset],[type=image]'),
    )
    .slice(0, 50)
    .map((field) => {
      const group = groupOf(field);
      const isGroup = group[0] === field;
      const value = isGroup ? (group.find(({ checked }) => checked)?.value ?? '') : heldBy(field);
      const initial = isGroup
        ? (group.find(({ defaultChecked }) => defaultChecked)?.value ?? '')
        : initialOf(field);
      return {
        name: field.getAttribute('name') ?? field.id,
        value,
        initial,
        isText: takesText(field),
        // It is dear to work out, and asked for of no other.
        label: value === initial ? '' : nameOf(field),
        choice: value === initial ? null : choiceIn(field, group),
      };
    });
}

/**
 * Names of the texts of a record that hold again what they came with, instead of what they held when the action began; none in a
 * form for a new record, of which other fields were emptied.
 */
export function putBack(values: ReadonlyMap<Element, string>, control: Element | null): string[] {
  const back = [...values.keys()].filter(
    (each) =>
      each !== control &&
      each.isConnected &&
      values.get(each) !== initialOf(each) &&
      heldBy(each) === initialOf(each),
  );
  return back.every((each) => takesText(each) && initialOf(each) !== '') ? back.map(nameOf) : [];
}

/** What a field holds in place of what it held when the action began, as a clause: a number, the beginning of a text, or nothing. */
export function otherValue(values: ReadonlyMap<Element, string>, control: Element | null): string | null {
  const isNumber = (value: string) => /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(value);
  for (const [each, was] of values) {
    const now = heldBy(each);
    if (each === control || !each.isConnected || !each.matches('input') || now === was) continue;
    // A button beside it may count up or down.
    const step = Number(each.getAttribute('step')) || 1;
    const isOther = isNumber(was) && isNumber(now) && Math.abs(Number(now) - Number(was)) > step;
    const isCut = now !== '' && was.trim() !== now.trim() && was.startsWith(now) && !isNumber(was);
    // A form for something new is emptied of all that it held.
    const isEmpty = now === '' && initialOf(each) !== '' && takesText(each);
    if (
      isEmpty &&
      [...values.keys()].some((one) => takesText(one) && heldBy(one) !== '' && heldBy(one) === initialOf(one))
    )
      return `"${nameOf(each)}" holds nothing, not ${was}`;
    if (!isOther && !isCut) continue;
    if (![was, now].includes(initialOf(each))) return `"${nameOf(each)}" holds ${now}, not ${was}`;
  }
  return null;
}

/** What an editable part of the page holds in the place of the words that it held when the action began, as a clause; null for none. */
export function otherText(values: ReadonlyMap<Element, string>, control: Element | null): string | null {
  const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  for (const [each, was] of values) {
    if (each === control || !each.isConnected || !(each as HTMLElement).isContentEditable) continue;
    const now = heldBy(each);
    if (wordsOf(now) !== '' && wordsOf(was) !== '' && wordsOf(now) !== wordsOf(was))
      return `"${nameOf(each)}" holds ${tidy(now)}, not ${tidy(was)}`;
  }
  return null;
}

/** Fields that take a text, as opposed to a choice. */
export function takesText(field: Element): boolean {
  return field.matches('textarea,input:not([type]),[type=text],[type=email],[type=tel],[type=url]');
}

/** Whether fields held texts when the action began, and hold none any more. */
export function areEmptied(fields: readonly Element[], values: ReadonlyMap<Element, string>): boolean {
  const filled = fields.filter((each) => takesText(each) && (values.get(each) ?? '') !== '');
  return filled.length > 0 && filled.every((each) => each.isConnected && heldBy(each) === '');
}

/** The lists whose choice went back to what they came with when the action gave another field its value. */
export function listsPutBack(
  values: ReadonlyMap<Element, string>,
  control: Element | null,
): { key: string; name: string }[] {
  return [...values]
    .filter(
      ([each, was]) =>
        each instanceof HTMLSelectElement &&
        each !== control &&
        isShown(each) &&
        heldBy(each) !== was &&
        heldBy(each) === initialOf(each),
    )
    .map(([each]) => ({ key: keyOfControl(each), name: nameOf(each) }));
}

/** Names of the fields that appeared beside those of a form, which all hold what they held. */
export function moreFields(
  form: Element | null,
  own: readonly Element[],
  values: ReadonlyMap<Element, string>,
): string[] {
  const isKept = own.every((each) => each.isConnected && isShown(each) && heldBy(each) === values.get(each));
  if (form === null || !isKept) return [];
  return controlsOf(form.parentElement ?? document)
    .filter((each) => !values.has(each) && isShown(each))
    .map(nameOf);
}

/** Identifies a control: one that is known only by its words belongs to a part of the page, as each of several "Save" does. */
export function keyOfControl(field: Element): string {
  const own = field.id || field.getAttribute('name');
  const part = field.closest('form,section,fieldset,article,dialog,[role=dialog],li,tr');
  const called = part?.querySelector('h1,h2,h3,h4,legend,th,label') ?? part?.querySelector('td');
  const words = `${tidy(field.textContent) || nameOf(field)} ${tidy(called?.textContent)}`;
  return `${field.tagName} ${own || words} ${location.pathname}`;
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

/** Whether a control can be seen that leads to signing in. */
export function signsIn(): boolean {
  const words =
    /^\W*(?:(?:sign|log)[ -]?(?:in|on)|login|anmelden|einloggen|se connecter|connexion|iniciar sesión)\W*$/i;
  return everywhere('a,button,[role=menuitem],[role=button],input[type=submit]')
    .slice(0, 1000)
    .some(
      (each) =>
        words.test(each instanceof HTMLInputElement ? each.value : tidy(each.textContent)) && isShown(each),
    );
}

/** Whether a control that ends a session is there, seen or in a menu. */
export function signsOut(): boolean {
  const words =
    /^\W*(?:(?:sign|log)[ -]?(?:out|off)|abmelden|ausloggen|se déconnecter|déconnexion|cerrar sesión)\W*$/i;
  return everywhere('a,button,[role=menuitem],[role=button],input[type=submit]')
    .slice(0, 1000)
    .some((each) => words.test(each instanceof HTMLInputElement ? each.value : tidy(each.textContent)));
}

/** What is known of a form, or of what `formAround` found in its place. */
export function factsOfForm(form: Element | null): FormFacts | null {
  if (form === null) return null;
  const isForm = form instanceof HTMLFormElement;
  return {
    key: formKey(form),
    // A field named "method" or "action" takes the place of the form's own property.
    method: isForm ? (form.getAttribute('method') ?? 'get').toLowerCase() : '',
    action: isForm ? (URL.parse(form.getAttribute('action') ?? '', document.baseURI)?.href ?? '') : '',
    hasPassword: hasPassword(form),
    isDialog: around(form, 'dialog,[role=dialog],[role=alertdialog],[aria-modal=true]') !== null,
    values: controlsOf(form)
      .map((control) => `${control.getAttribute('name') ?? control.id}=${heldBy(control)}`)
      .join('&'),
    fields: fieldsOf(form),
  };
}

/** The form with the same fields that a script of the page put in the place of another. */
export function formInPlaceOf(form: Element | null): { text: string; fields: FieldFacts[] } | null {
  if (form === null || form.isConnected) return null;
  const key = formKey(form);
  const again = [...document.forms].find((each) => formKey(each) === key);
  return again === undefined
    ? null
    : { text: (again.textContent ?? '').slice(0, 5000), fields: fieldsOf(again) };
}
