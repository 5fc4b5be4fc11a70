import type { Asked } from '../words/kind-of-value.ts';

/** The thing that an instruction names, in its words. */
export interface Phrase {
  /** The name; empty when the task gives only a kind or an ordinal. */
  readonly text: string;
  /** The kind of element that was said ("the Save *button*"). */
  readonly kind: ElementKind | null;
  /** Counts from 1. */
  readonly ordinal: number | 'last' | null;
  /** The ordinal and text as written: "Third page" may also be a name. */
  readonly whole?: string;
  /** The item that it belongs to: "Remove" next to "Milk Jug". */
  readonly within: Phrase | null;
  /** The name was quoted, so it must match exactly. */
  readonly quoted?: true;
  /** It is said without pointing at it, so it is the whole name: "a spark plug". */
  readonly exact?: true;
  /** The one of several with the highest or lowest value: "the cheapest teapot". */
  readonly superlative?: Superlative;
  /** The box that was said takes one line ("text box") or several ("text area"). */
  readonly lines?: 'one' | 'several';
  /** It acts on the ticked items, so it is outside every row and card. */
  readonly ofChosen?: true;
  /** It is a field of the form that this control sends. */
  readonly formOf?: Phrase;
  /** It opens a tab of its own. */
  readonly opensTab?: true;
  /** The menu that contains it. */
  readonly menu?: string;
  /** Only those that are on the page that is shown, of a list that goes on. */
  readonly here?: true;
  /** All of the kind instead of one. */
  readonly every?: true;
  /** Other readings of the same words, used when nothing has the whole name. */
  readonly apart?: readonly Phrase[];
  /** Several things, used when nothing has the whole name. */
  readonly parts?: readonly Phrase[];
  /** Only those of which all of this is so. */
  readonly where?: Where;
}

/** What things must say of themselves to be meant: "under £20". */
export interface Where {
  /** In the words of the task. */
  readonly said: string;
  readonly conditions: readonly Condition[];
}

export type Condition =
  /** The value under a label, compared with another value, or with that of another thing. */
  | { readonly by: string; readonly is: Comparison; readonly than: string | Phrase }
  /** What stands under one of these labels, the first that the page has. */
  | { readonly labels: readonly string[]; readonly says: string }
  /** It costs less than it did. */
  | { readonly reduced: boolean }
  | { readonly except: readonly Phrase[] }
  /** There are so many of them. */
  | { readonly count: number };

export type Comparison = 'less' | 'more' | 'atLeast' | 'atMost';

export interface Superlative {
  /** The label of the value on the page. */
  readonly by: string;
  readonly way: 'most' | 'least';
  /** Among what the page shows ("which of these"), even if the list has further pages. */
  readonly shown?: true;
  /** "The second cheapest": counts from 1. */
  readonly rank?: number;
}

/** Kinds of elements that a person names; `control` is a button or a link, `result` an item of a list. */
export type ElementKind =
  | 'button'
  | 'link'
  | 'control'
  | 'field'
  | 'dropdown'
  | 'checkbox'
  | 'radio'
  | 'option'
  | 'tab'
  | 'menu'
  | 'menuitem'
  | 'image'
  | 'heading'
  | 'table'
  | 'row'
  | 'section'
  | 'paragraph'
  | 'result';

/** `excess`: by how much the first is more than the second. */
export type Reckoning = 'sum' | 'average' | 'difference' | 'excess';

/** What is asked of the opening hours of a day. */
export type Hours = 'isOpen' | 'isClosed' | 'opens' | 'closes' | 'all';

/** The subject of a `read` clause. */
export type Question =
  | { what: 'heading' | 'headings' | 'title' | 'url' | 'links' | 'text' | 'table' | 'list' }
  /** `first`: only so many from the beginning of a list. */
  | { what: 'text' | 'value' | 'options' | 'table' | 'list' | 'count'; of: Phrase; first?: number }
  /** A value that the page labels: "order number", or "price" of one item. `also`: other names for it. */
  | {
      what: 'labelled';
      label: string;
      of: Phrase | null;
      also?: readonly string[];
      asks?: Asked;
      hours?: Hours;
      /** Counted where the page has no such value. */
      things?: Phrase;
    }
  /** That value of all things of a kind. */
  | { what: 'each'; label: string; of: Phrase }
  /** Whether there is such a thing; with `where` and `within`, whether that is so of the thing that it is within. */
  | { what: 'exists'; of: Phrase }
  /** What the values of several things come to. */
  | { what: 'reckoned'; label: string; how: Reckoning; things: Phrase | readonly Phrase[] }
  /** A question in its own words, which the page must say around its answer. */
  | { what: 'asked'; said: string };

/** The subject of a `wait` or `verify` clause. */
export type Sight =
  | { text: string }
  | { url: string }
  | { target: Phrase }
  /** The kind of a question's answer. */
  | { question: Question; text: string }
  | { gone: string }
  | { ms: number }
  | { load: true };

/** An instruction that no rule reads: the page must say all of its words. */
export interface FreeAct {
  readonly words: readonly string[];
  readonly said: string;
  /** The value to write or choose. */
  readonly value: string | null;
}

export type Instruction =
  | { kind: 'open'; url: string }
  /** On a desktop: an application, or else what `target` means in one that is open. */
  | { kind: 'launch'; application: string; target: Phrase | null }
  /** Names from a menu of the menu bar down. */
  | { kind: 'menu'; path: readonly string[] }
  /** Saves an application's document under a name or a path. */
  | { kind: 'saveas'; file: string; overwrite: boolean }
  /** A page of a paginated list; `until`: turn pages until one shows that text. */
  | { kind: 'paging'; to: 'next' | 'previous' | 'first' | 'last' | number; until?: string }
  /** A tab of the browser, counted from 1. */
  | { kind: 'tab'; to: 'new' | 'close' | number }
  /** The thing that the following instructions refer to. `isPlace`: the next one acts within it. */
  | { kind: 'find'; target: Phrase; isPlace?: true }
  /** The control `verb` of each of them; `exactly`: only when there are so many. */
  | { kind: 'each'; verb: string; of: Phrase; exactly: number | null }
  | { kind: 'expand' | 'collapse'; target: Phrase }
  /** `side`: where it must stand then, in the order of the page. */
  | { kind: 'drag'; from: Phrase; destination: Phrase; side?: 'before' | 'after' }
  /** Moves a thing to an end of the list that it stands in. */
  | { kind: 'rank'; thing: Phrase; to: 'top' | 'bottom' | { place: number } | { down: number } }
  | { kind: 'copy'; from: Phrase; target: Phrase }
  /** Puts the last value read into a field. */
  | { kind: 'paste'; target: Phrase }
  /** Opens the form that has the field, unless it is there. */
  | { kind: 'form'; field: Phrase; opener: Phrase }
  | { kind: 'sort'; by: string; order: 'ascending' | 'descending' | null }
  /** One thing after the other, each from the page that was open before; none before all were found. */
  | { kind: 'inturn'; things: readonly { said: string; thing: Phrase; acts: readonly Instruction[] }[] }
  /** `ifThere`: where the page can be filtered so. */
  | { kind: 'filter'; by: string; value: string; ifThere?: true }
  /** The first of the ways that the page has. */
  | { kind: 'either'; ways: readonly (readonly Instruction[])[] }
  /** Writes a value where the page asks for it, and presses what is called `verb`. An empty noun is what that form asks for. */
  | { kind: 'send'; verb: string; noun: string; value: string }
  /** Enters each value in a field that takes several, such as tags. */
  | { kind: 'enter'; target: Phrase; values: readonly string[] }
  /** Presses what saves the field that was written last, where there is such a control; `orEnter`: else the Enter key does;
   * `orSend`: what sends its form does too. */
  | { kind: 'save'; orEnter?: true; orSend?: true }
  /** The answer to a question that the page asks: it belongs to the instruction before. */
  | { kind: 'answer'; action: 'accept' | 'dismiss' }
  | { kind: 'back' | 'forward' | 'reload' | 'submit' }
  /** `choose` clicks anything that can be chosen: a radio button, an option, a link, a button. */
  | {
      kind: 'doubleclick' | 'hover' | 'choose' | 'check' | 'uncheck' | 'download';
      target: Phrase;
    }
  /** `turns`: the control is left alone where it shows that state; what does not show that it is on is not turned off. */
  | { kind: 'click'; target: Phrase; turns?: 'on' | 'off' }
  /** Without a target: the field that has the focus, or the only one. */
  | { kind: 'fill'; target: Phrase | null; value: string }
  /** Fills a field or selects an option, depending on the target. */
  | { kind: 'set'; target: Phrase; value: string }
  /** Sets a number to so much more than it is. */
  | { kind: 'change'; target: Phrase; by: number }
  /** An option by its name, or by its place, counting from 1. */
  | { kind: 'select'; target: Phrase; value: string | number }
  | { kind: 'press'; key: string }
  /** `stays`: the box that keeps the session is ticked. */
  | { kind: 'login'; user: string; password: string; stays?: true }
  /** Another password; `old` is null where the task does not give it. */
  | { kind: 'password'; old: string | null; next: string }
  | { kind: 'search'; query: string }
  | { kind: 'scroll'; to: 'top' | 'bottom' | 'up' | 'down' | Phrase }
  | { kind: 'wait' | 'verify'; sight: Sight }
  | { kind: 'screenshot'; fullPage: boolean }
  /** The first of the acts that exactly one control on the page carries out. */
  /** `isSavedLater`: what it writes is saved by the next instruction. */
  | { kind: 'free'; acts: readonly FreeAct[]; isSavedLater?: true }
  /** What is done by the answer to a question of yes or no. */
  | { kind: 'branch'; question: Question; yes: readonly Clause[]; no: readonly Clause[] }
  | { kind: 'read'; question: Question };

/** One instruction of a task, with the words that asked for it. */
export type Clause = Instruction & {
  readonly source: string;
  /** The answer to a question that the page asks because of it. */
  readonly dialog?: 'accept' | 'dismiss';
};
