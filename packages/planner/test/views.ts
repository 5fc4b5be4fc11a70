import type { Phrase } from '../src/grammar/clause.ts';
import type { Candidate, Fact, Item, PageView } from '../src/page/page-view.ts';

export function phrase(text: string, more: Partial<Phrase> = {}): Phrase {
  return {
    text,
    kind: null,
    ordinal: null,
    within: null,
    ...more,
  };
}

export function candidate(role: string, name: string, more: Partial<Candidate> = {}): Candidate {
  return {
    role,
    name,
    text: ['button', 'link', 'tab', 'menuitem', 'generic'].includes(role) ? name : '',
    placeholder: '',
    attributes: [],
    options: [],
    href: '',
    checked: false,
    styled: null,
    pressed: null,
    focused: false,
    value: '',
    sorted: null,
    disabled: false,
    readOnly: false,
    expanded: null,
    inDialog: false,
    inMenu: false,
    opensMenu: false,
    opensTab: false,
    isFile: false,
    rel: '',
    type: '',
    autocomplete: '',
    testId: '',
    css: `#${role}-${name}`,
    items: [],
    form: -1,
    group: '',
    before: '',
    cell: [],
    inContent: true,
    level: 0,
    ...more,
  };
}

export function item(title: string, more: Partial<Item> = {}): Item {
  return {
    title,
    css: '',
    titleCss: '',
    text: title,
    parents: [],
    link: '',
    inContent: true,
    cells: [],
    group: -1,
    isRow: false,
    ...more,
  };
}

export function fact(label: string, value: string, more: Partial<Fact> = {}): Fact {
  return {
    label,
    value,
    css: `#${label}`,
    testId: '',
    items: [],
    under: '',
    source: 'shown',
    ...more,
  };
}

export function view(more: Partial<PageView>): PageView {
  return {
    url: 'https://shop.example/',
    title: 'Shop',
    candidates: [],
    hidden: [],
    groups: [],
    items: [],
    facts: [],
    notes: [],
    text: '',
    ...more,
  };
}
