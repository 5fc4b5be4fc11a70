/** What can be pointed at on a page, as one look at it found it. Everything is in document order. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  readonly candidates: readonly Candidate[];
  readonly items: readonly Item[];
  readonly facts: readonly Fact[];
}

export interface Candidate {
  /** ARIA role; `generic` for something clickable without one. */
  readonly role: string;
  /** Accessible name. */
  readonly name: string;
  readonly placeholder: string;
  /** Words of id, name and test id. */
  readonly attributes: readonly string[];
  readonly options: readonly string[];
  readonly href: string;
  readonly checked: boolean;
  readonly focused: boolean;
  /** A password field, an e-mail field, a submit button …: the `type` attribute. */
  readonly type: string;
  readonly autocomplete: string;
  readonly testId: string;
  /** Finds this element and no other. */
  readonly css: string;
  /** Indexes of the items around it, the innermost first. */
  readonly items: readonly number[];
  /** Index of its form, -1 outside every form. */
  readonly form: number;
  /** Outside navigation, header and footer. */
  readonly inContent: boolean;
  readonly level: number;
}

/** A row, list entry or card: one of several things of a kind. */
export interface Item {
  /** What it is called: its heading, first link or first cell. */
  readonly title: string;
  readonly text: string;
  readonly parents: readonly number[];
  /** CSS of what gives it its title. */
  readonly titleCss: string;
  /** CSS of its first link, empty when it has none. */
  readonly link: string;
  readonly inContent: boolean;
}

/** A value with what the page calls it. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly css: string;
  readonly testId: string;
  readonly items: readonly number[];
  /** `shown`: the label stands on the page; `marked`: it is in the markup; `money`: it looks like a price. */
  readonly source: 'shown' | 'marked' | 'money';
}
