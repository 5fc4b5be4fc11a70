/** What a page shows, in document order. Lists refer to each other by index. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  readonly candidates: readonly Candidate[];
  readonly hidden: readonly Hidden[];
  readonly groups: readonly Group[];
  readonly items: readonly Item[];
  readonly facts: readonly Fact[];
  /** Short texts with a number or a "no" in them. */
  readonly notes: readonly string[];
  /** Its visible text, truncated. */
  readonly text: string;
  /** The instruction did not speak of this page: what it lacks was looked for here. */
  readonly isElsewhere?: true;
  /** Index of the form whose field was filled in last, -1 for none; what is said to be filled in is there or in the content. */
  readonly formInUse?: number;
  /** What stood on the thing whose link led here, which the page is about. */
  readonly about?: string;
}

/** A hidden control, and what reveals it. */
export interface Hidden {
  readonly role: string;
  readonly name: string;
  /** CSS of what opens the menu, tab or section around it. */
  readonly opener: string;
  readonly openerName: string;
  /** Opened by hovering instead of a click. */
  readonly byPointing: boolean;
  /** Indexes of the items around it, the innermost first. */
  readonly items: readonly number[];
}

/** A list or table: the items whose `group` is its index. */
export interface Group {
  /** Its own name, else the heading before it. */
  readonly name: string;
  readonly isTable: boolean;
  readonly css: string;
  readonly inContent: boolean;
}

/** An element that an instruction may mean: it can be pressed, filled or read. */
export interface Candidate {
  /** ARIA role; `generic` for something clickable without one. */
  readonly role: string;
  /** Accessible name. */
  readonly name: string;
  /** The visible text of a control that can be pressed; empty for others. */
  readonly text: string;
  readonly placeholder: string;
  /** Words of id, name and test id. */
  readonly attributes: readonly string[];
  readonly options: readonly string[];
  readonly href: string;
  readonly checked: boolean;
  /** The state of a switch that is only styled; null for everything else. */
  readonly styled: 'on' | 'off' | 'unknown' | null;
  /** `aria-pressed` of a button that switches something on and off; null where it says nothing. */
  readonly pressed: boolean | null;
  readonly focused: boolean;
  /** The value of a field or slider; never a password. */
  readonly value: string;
  /** `aria-sort` of a column, null when it has none. */
  readonly sorted: string | null;
  readonly disabled: boolean;
  /** A field that only shows its value, such as one that a calendar fills. */
  readonly readOnly: boolean;
  /** Null when it does not open or close. */
  readonly expanded: boolean | null;
  readonly inDialog: boolean;
  readonly inMenu: boolean;
  /** It has a menu, or is named as what opens one. */
  readonly opensMenu: boolean;
  readonly opensTab: boolean;
  /** A link whose address is to be saved as a file. */
  readonly isFile: boolean;
  readonly rel: string;
  /** A password field, an e-mail field, a submit button …: the `type` attribute. */
  readonly type: string;
  readonly autocomplete: string;
  readonly testId: string;
  /** A selector that finds only this element. */
  readonly css: string;
  /** Indexes of the items around it, the innermost first. */
  readonly items: readonly number[];
  /** Index of its form, -1 outside every form. */
  readonly form: number;
  /** What a group of fields is called: its legend, or the words before the first of several. */
  readonly group: string;
  /** The words that stand before it in the same line. */
  readonly before: string;
  /** Of what stands in a table with heads of columns and rows: the words of both. */
  readonly cell: readonly string[];
  /** Outside navigation, header and footer. */
  readonly inContent: boolean;
  readonly level: number;
}

/** A row, list entry or card: one of several things of a kind. */
export interface Item {
  /** Its title: heading, first link or first cell. */
  readonly title: string;
  readonly css: string;
  readonly text: string;
  readonly parents: readonly number[];
  /** CSS of the element with its title. */
  readonly titleCss: string;
  /** CSS of its first link, empty when it has none. */
  readonly link: string;
  readonly inContent: boolean;
  /** The texts of its cells or parts. */
  readonly cells: readonly string[];
  /** Index of the list or table that it stands in. */
  readonly group: number;
  readonly isRow: boolean;
  /** What only its style says of it: "unread". */
  readonly marks?: readonly string[];
}

/** A value and its label. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly css: string;
  readonly testId: string;
  readonly items: readonly number[];
  /** The heading of the section that it stands in; empty when there is none. */
  readonly under: string;
  /** The elements of a value that has several. */
  readonly parts?: readonly string[];
  /** `shown`: the label stands on the page; `marked`: it is in the markup; `money`: it looks like a price; `headed`: it stands
   * under a heading; `said`: a sentence of the page says it; `struck`: a price that is crossed out. */
  readonly source: 'shown' | 'marked' | 'money' | 'headed' | 'said' | 'struck';
}
