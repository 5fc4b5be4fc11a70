/// <reference lib="dom" />
/*
 * What is read of a page before and after a step acts in it. These functions run in the page; `page-script.ts` takes their
 * source there, so that each may use the others and nothing else.
 */
import type { ElementBox } from '@errand/contracts';
import { elementNames } from '@errand/browser-runtime';

/** A form, or what plays its part around a control. */
export interface FormFacts {
  /** Tells forms apart across documents: id or name, and the names of its fields. */
  key: string;
  method: string;
  action: string;
  hasPassword: boolean;
  /** What its controls hold, as one text. */
  values: string;
}

export interface ControlFacts {
  /** Tells controls apart. */
  key: string;
  /** What the control says of itself: its name, text or value. */
  says: string;
  tag: string;
  type: string;
  value: string;
  checked: boolean | null;
  /** Names of the files that it holds, null when it is no file field. */
  files: string[] | null;
  /** Texts and values of the options that are chosen. */
  chosen: string[];
  submits: boolean;
  /** It is disabled, or something lies over its middle. */
  isBlocked: boolean;
  /** Null when it takes no space, or lies in a frame of another origin. */
  box: ElementBox | null;
  /** `lang` of the control or its page, empty when there is none. */
  language: string;
  min: string;
  max: string;
  step: string;
}

export interface PageFacts {
  url: string;
  title: string;
  heading: string;
  control: ControlFacts | null;
  form: FormFacts | null;
  /** Keys of the forms that can be seen and are sent by POST or hold a password. */
  forms: string[];
  asksPassword: boolean;
  /** A form with one password can be seen that says that it is for signing in. */
  asksSignIn: boolean;
  /** What alerts and error texts say that can be seen. */
  errors: { text: string; isAlert: boolean }[];
  /** The text of the page outside of its forms, a line for each piece; empty before an action outside of all forms. */
  text: string;
  /** The text of the form acted in. */
  formText: string;
  /** Texts of a document that stand out in red; empty before an action. */
  red: string[];
}

/** The document and the open shadow roots in it, in their order. */
export function rootsOf(root: Document | ShadowRoot = document): (Document | ShadowRoot)[] {
  const roots = [root];
  for (const element of root.querySelectorAll('*'))
    if (element.shadowRoot !== null) roots.push(...rootsOf(element.shadowRoot));
  return roots;
}

/** What a selector finds in the document and in its open shadow roots. */
export function everywhere(selector: string): Element[] {
  return rootsOf().flatMap((root) => [...root.querySelectorAll(selector)]);
}

/** `closest`, on through the hosts of shadow roots. */
export function around(element: Element, selector: string): Element | null {
  const near = element.closest(selector);
  const root = element.getRootNode();
  return near !== null || !(root instanceof ShadowRoot) ? near : around(root.host, selector);
}

/** The element that has the focus, in whatever shadow root it is. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
  return active;
}

export function tidy(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/[\s\u200b\u00ad]+/g, ' ')
    .trim()
    .slice(0, 300);
}

export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** Never empty. */
export function nameOf(element: Element): string {
  const names = elementNames();
  const own = element.matches('input,select,textarea') ? '' : element.textContent;
  const given = [names.nameOf(element, names.roleOf(element)), own, element.getAttribute('name')];
  return given.map(tidy).find((text) => text !== '') ?? element.tagName.toLowerCase();
}

/** The fields in a part of the page, also those of its custom elements. */
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

export function formKey(form: Element): string {
  const names = controlsOf(form)
    .filter((control) => !(control instanceof HTMLInputElement && control.type === 'hidden'))
    .map((control) => `${control.getAttribute('type') ?? ''}:${control.getAttribute('name') ?? control.id}`);
  return `form ${form.id || form.getAttribute('name') || ''}[${[...new Set(names)].join(',')}]`;
}

export function hasPassword(root: ParentNode): boolean {
  return controlsOf(root).some((field) => field.matches('input[type=password]') && isShown(field));
}

export function asksSignIn(): boolean {
  const words =
    /\b(?:sign|log)[ -]?(?:in|on)\b|\blogin\b|anmelden|einloggen|connexion|se connecter|iniciar sesi|acceder|entrar/i;
  const [field, ...others] = everywhere('input[type=password]').filter(isShown);
  if (field === undefined || others.length > 0) return false;
  const form = around(field, 'form,[role=form],dialog,[role=dialog]') ?? document.body;
  return words.test(
    `${tidy(form.textContent)} ${[...form.querySelectorAll('input[type=submit]')].map(nameOf).join(' ')} ${document.title} ${tidy(document.querySelector('h1')?.textContent)}`,
  );
}

export function factsOfForm(form: Element | null): FormFacts | null {
  if (form === null) return null;
  const isForm = form instanceof HTMLFormElement;
  return {
    key: formKey(form),
    method: isForm ? form.method.toLowerCase() : '',
    action: isForm ? form.action : '',
    hasPassword: hasPassword(form),
    values: controlsOf(form)
      .map((control) => `${control.getAttribute('name') ?? control.id}=${heldBy(control)}`)
      .join('&'),
  };
}

export function submits(element: Element): boolean {
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && /^(submit|image)$/.test(element.type);
}

export function isBlocked(element: Element): boolean {
  if (element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null) return true;
  const { x, y, width, height } = element.getBoundingClientRect();
  const root = element.getRootNode() as Document | ShadowRoot;
  const top = root.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && !element.contains(top) && !top.contains(element);
}

export function boxOf(element: Element): ElementBox | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  let [x, y] = [left, top];
  let view: Window = window;
  while (view !== view.parent) {
    const frame = view.frameElement;
    if (frame === null) return null;
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    view = view.parent;
  }
  const part = (length: number, of: number) => Math.round((length / of) * 10_000) / 10_000;
  return {
    x: part(x, view.innerWidth),
    y: part(y, view.innerHeight),
    width: part(width, view.innerWidth),
    height: part(height, view.innerHeight),
  };
}

export function factsOfControl(element: Element | null): ControlFacts | null {
  if (element === null || element === document.body || element === document.documentElement) return null;
  const button = element.closest('button,input[type=submit],input[type=image]');
  const field = element instanceof HTMLLabelElement && element.control !== null ? element.control : element;
  const input = field instanceof HTMLInputElement ? field : null;
  const role = field.getAttribute('role') ?? '';
  const ticked = field.getAttribute('aria-checked');
  return {
    key: `${field.tagName} ${field.id || field.getAttribute('name') || tidy(field.textContent) || nameOf(field)} ${location.pathname}`,
    says: nameOf(field),
    tag: field.tagName.toLowerCase(),
    type: input?.type ?? role,
    value: heldBy(field),
    checked:
      input !== null && /^(checkbox|radio)$/.test(input.type)
        ? input.checked
        : ticked === null
          ? null
          : ticked === 'true',
    files: input?.type === 'file' ? [...(input.files ?? [])].map(({ name }) => name) : null,
    chosen:
      field instanceof HTMLSelectElement
        ? [...field.selectedOptions].flatMap((option) => [option.value, tidy(option.label)])
        : [],
    submits: button !== null && submits(button),
    isBlocked: isBlocked(field),
    box: boxOf(element),
    language: field.closest('[lang]')?.getAttribute('lang') ?? '',
    min: input?.min ?? '',
    max: input?.max ?? '',
    step: input?.step ?? '',
  };
}

/** Where pages put what they have to say about an error. */
export function errorPlaces(): Element[] {
  const selector =
    '[role=alert],[role=alertdialog],[aria-live=assertive],[class*=error i],[class*=invalid i],[class*=danger i],[class*=alert i],[class*=fail i],[class*=problem i],[id*=error i],.err,.warn,[class^=err-],[class*=" err-"]';
  return everywhere(selector).filter(
    (element) => !element.matches('input,select,textarea,form,body,html,fieldset') && isShown(element),
  );
}

export function errorsShown(): { text: string; isAlert: boolean }[] {
  return errorPlaces()
    .slice(0, 30)
    .map((element) => ({
      text: tidy((element as HTMLElement).innerText),
      isAlert: element.closest('[role=alert],[role=alertdialog],[aria-live=assertive]') !== null,
    }))
    .filter(({ text }) => text !== '');
}

/** What the page says beside its forms; of a large page nothing, which would take long to read. */
export function textOutsideForms(): string {
  if (document.getElementsByTagName('*').length > 3000) return '';
  const parts: string[] = [];
  for (const root of rootsOf()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent !== null && parent.closest('form,head,script,style,noscript,template') !== null) continue;
      const text = tidy(node.nodeValue);
      if (text !== '') parts.push(text);
    }
  }
  return parts.join('\n').slice(0, 20000);
}

/** True for the red of errors, by what is computed for the text of an element. */
export function isRed(element: Element): boolean {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (
    getComputedStyle(element).color.match(/[\d.]+/g) ?? []
  ).map(Number);
  return alpha > 0.5 && red >= 140 && green < red * 0.45 && blue < red * 0.55;
}

/** Short sentences in red. */
export function redTexts(): string[] {
  const places = everywhere('p,div,span,li,td,font,b,strong,em,small,label,dd,h2,h3,h4,center').slice(
    0,
    1500,
  );
  return places
    .filter(
      (element) =>
        element.childElementCount === 0 && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(element.textContent ?? ''),
    )
    .filter((element) => isRed(element) && isShown(element))
    .slice(0, 20)
    .map((element) => tidy(element.textContent));
}

export function factsOfPage(element: Element | null, isBefore: boolean): PageFacts {
  const heading = document.querySelector('h1');
  const form = formAround(element);
  const shown = [...document.forms].filter(
    (each) => (each.method === 'post' || hasPassword(each)) && controlsOf(each).some(isShown),
  );
  return {
    url: location.href,
    title: tidy(document.title),
    heading: tidy(heading?.textContent),
    control: factsOfControl(element),
    form: factsOfForm(form),
    forms: shown.slice(0, 50).map(formKey),
    asksPassword: hasPassword(document),
    asksSignIn: asksSignIn(),
    errors: errorsShown(),
    text: isBefore && form === null ? '' : textOutsideForms(),
    formText: form === null ? '' : (form.textContent ?? '').slice(0, 5000),
    red: isBefore ? [] : redTexts(),
  };
}
