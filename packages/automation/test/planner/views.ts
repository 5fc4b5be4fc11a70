import type { Phrase } from '../../src/planner/clause.ts';
import type { Candidate, Fact, Item, PageView } from '../../src/planner/view.ts';

export const phrase = (text: string, more: Partial<Phrase> = {}): Phrase => ({
  text,
  kind: null,
  ordinal: null,
  within: null,
  ...more,
});

export const candidate = (role: string, name: string, more: Partial<Candidate> = {}): Candidate => ({
  role,
  name,
  text: ['button', 'link', 'tab', 'menuitem', 'generic'].includes(role) ? name : '',
  placeholder: '',
  attributes: [],
  options: [],
  href: '',
  checked: false,
  focused: false,
  value: '',
  sorted: null,
  disabled: false,
  expanded: null,
  inDialog: false,
  opensTab: false,
  rel: '',
  type: '',
  autocomplete: '',
  testId: '',
  css: `#${role}-${name}`,
  items: [],
  form: -1,
  inContent: true,
  level: 0,
  ...more,
});

export const item = (title: string, more: Partial<Item> = {}): Item => ({
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
});

export const fact = (label: string, value: string, more: Partial<Fact> = {}): Fact => ({
  label,
  value,
  css: `#${label}`,
  testId: '',
  items: [],
  source: 'shown',
  ...more,
});

export const view = (more: Partial<PageView>): PageView => ({
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
});
