import type { Clause } from '../grammar/clause.ts';
import { partsOf } from '../grammar/describe-clause.ts';
import { maskLiterals, wordsOutsideLiterals } from '../grammar/literals.ts';
import { goesOn, named } from '../finding/pager-controls.ts';
import { isGeneric, says, saysItself, stemOf, tellingWords } from '../words/senses.ts';
import type { Candidate, Item, PageView } from '../page/page-view.ts';
import { words } from '../words/vocabulary.ts';

/**
 * How far from the page an instruction may be looked for. `site`: anywhere; `list`: on what the page lists and leads to; `cart`: in
 * the cart; `none`: nowhere, because something was changed on the page and may not be left.
 */
export type Reach = 'site' | 'list' | 'cart' | 'none';

/** Kinds that leave the page as it is. */
const LOOKING: ReadonlySet<Clause['kind']> = new Set([
  'read',
  'find',
  'screenshot',
  'scroll',
  'wait',
  'verify',
  'hover',
]);
/** Kinds that choose what a page shows. */
const TURNING: ReadonlySet<Clause['kind']> = new Set([
  'click',
  'expand',
  'paging',
  'search',
  'sort',
  'filter',
]);
const CART = /\b(?:cart|basket|bag)\b/iu;

/** How far the next instruction may be looked for after this one. */
export function reachAfter(reach: Reach, clause: Clause, hasMoved: boolean): Reach {
  if (clause.kind === 'open' || clause.kind === 'login') return 'site';
  if (LOOKING.has(clause.kind)) return reach;
  if (CART.test(clause.source)) return 'cart';
  if (reach === 'none' || reach === 'cart' || !TURNING.has(clause.kind)) return 'none';
  return clause.kind === 'click' && !hasMoved ? 'none' : 'list';
}

/** Kinds whose target may stand on another page. */
const SOUGHT: ReadonlySet<Clause['kind']> = new Set([
  'read',
  'find',
  'click',
  'choose',
  'check',
  'uncheck',
  'set',
  'fill',
  'select',
  'either',
  'send',
  'form',
  'each',
  'drag',
  'free',
  'expand',
  'download',
  'password',
  'screenshot',
]);
/** What is said of a control is said of the page that is open. */
const HERE =
  /^(?:click|press|tap|push|hit|type|hover|scroll|double|fill|enter|tick|untick)\b|^(?:select|choose|pick)\s.*\sfrom\s|\b(?:here|(?:this|that|the\s+(?:current|whole|entire|same))\s+(?:page|site|screen|list|table))\b/iu;

/** Words for something named before, which only the page that was open has. */
const REFERS = /\b(?:it|them|these|those|this|that)\b/iu;

/** Whether an instruction names what it is about, so that it can be looked for on another page. */
export function isSought(clause: Clause): boolean {
  const { kind } = clause;
  // What is written refers to nothing on the page.
  const source = wordsOutsideLiterals(maskLiterals(clause.source).text);
  const target = 'target' in clause && typeof clause.target === 'object' ? clause.target : null;
  const isNamed = target?.within != null || (clause.kind === 'form' && clause.field.within !== null);
  return SOUGHT.has(kind) && !HERE.test(source) && (kind === 'read' || isNamed || !REFERS.test(source));
}

/** What people look for, and what the page that has it may be called. */
const TOPICS: readonly (readonly [string, string])[] = [
  [
    `price | cost | stock | cart | basket | star | rate | review | weight | cheap | expensive | product | part | item | buy | available`,
    `product | part | catalogue | catalog | shop | store | article | item | range | browse | spare`,
  ],
  [
    `password | email | phone | language | newsletter | notification | sms | alert | address | name | profile | theme | zone | currency | customer | manager | setting | subscribe | receive`,
    `account | profile | setting | preference | security | notification | personal | detail`,
  ],
  [
    `ticket | problem | issue | complaint | complain | case | fault`,
    `support | help | ticket | desk | service | case`,
  ],
  [
    `appointment | book | reserve | slot | visit | reschedule | service`,
    `booking | appointment | calendar | schedule | reservation | service | visit`,
  ],
  [
    `phone | hour | open | call | located | address | email | where`,
    `contact | about | location | find | branch | hour`,
  ],
  [
    `warranty | policy | return | minimum | refund | long | deliver | shipping | how`,
    `help | faq | question | term | information | delivery`,
  ],
  [`message | mail | reply | write | unread | inbox`, `message | inbox | mail | conversation`],
  [
    `invoice | bill | pay | balance | due | owe | payment | statement`,
    `billing | invoice | payment | account | bill`,
  ],
  [`move | card | task | column | drag`, `board | task | planner | project | plan`],
  [
    `track | tracking | place | deliver | ship | status | order`,
    `order | purchase | history | deliver | shipment`,
  ],
  [
    `total | checkout | discount | code | coupon | voucher | quantity | remove`,
    `cart | basket | bag | checkout`,
  ],
].map(([said = '', called = '']) => [said, called] as const);
const ABOUT = TOPICS.map(
  ([said, called]) =>
    [new Set(words(said).map((word) => stemOf(word))), words(called).map((word) => stemOf(word))] as const,
);

/** Whether a word only says what kind of thing is sought. */
export function isTopic(word: string): boolean {
  return ABOUT.some(([said]) => said.has(stemOf(word)));
}

/** Links that do something when they are followed. */
const DOES =
  /\b(?:log|sign)\s?-?(?:me\s)?(?:out|off)\b|^(?:exit|quit|delete|remove|revoke|block|disable|enable|renew|vote|join|cancel|unsubscribe|subscribe|deactivate|pay|buy|confirm|approve|reject|accept|decline|add\s.*\bto|mark|empty|clear|reset|undo|reorder|archive|like|follow|download|export|print|skip)\b/iu;
const DOES_ADDRESS = /(?:log|sign)-?(?:out|off)|delete|remove|unsubscribe|cancel/iu;
/** "banner-left.tif": following it downloads something, unless it ends as pages do. */
const FILE = /\.(?!(?:[xps]?html?|php\d?|aspx?|jspx?|do|cfm|cgi|pl)$)(?!\d+$)[a-z\d]{2,4}$/iu;
const MAX_NAME_WORDS = 5;

/** A page by its address; what follows "#" counts only where it is a route. */
export function pageOf(url: string): string {
  const { origin, pathname, search, hash } = new URL(url);
  return `${origin}${pathname}${search}${/^#!?\//u.test(hash) ? hash : ''}`;
}

function leadsOn({ role, href, name, disabled, isFile, opensTab }: Candidate, { url }: PageView): boolean {
  if (role !== 'link' && role !== 'menuitem' && role !== 'tab') return false;
  if (disabled || isFile || opensTab || !/^https?:/iu.test(href) || name === '') return false;
  const isSame = new URL(href).origin === new URL(url).origin;
  const { pathname } = new URL(href);
  const isOfFile = FILE.test(pathname) || FILE.test(name);
  return isSame && !DOES.test(name) && !DOES_ADDRESS.test(pathname) && !isOfFile;
}

/** "Add 3 washers to my cart" is not about what is in the cart. */
const INTO_CART =
  /^(?:add|put|save)\b.*?\s(?:to|in|into|on)\s+(?:the\s+|my\s+|your\s+)?(?:shopping\s+)?(?:cart|basket|bag)\b/iu;

/** The words that tell what an instruction is about. */
export function soughtWords(clause: Clause): string[] {
  const { target } = partsOf(clause);
  // A count is no name of anything.
  const said = `${clause.source} ${target.replaceAll(/#\w+/gu, ' ')}`.replaceAll(
    /https?:\S+|(?<=^|\s)\d{1,2}(?=$|[\s.,?!])/gu,
    ' ',
  );
  const all = tellingWords(said).filter((word) => !isGeneric(word));
  return [...new Set(all)].filter((word) => !INTO_CART.test(clause.source) || !CART.test(word));
}

/** How much the name of a page speaks of what is sought. */
function aboutScore(name: string, sought: readonly string[]): number {
  const direct = sought.filter((word) => says(name, word)).length * 6;
  const stems = sought.map((word) => stemOf(word));
  const own = tellingWords(name).map((word) => stemOf(word));
  const isAbout = ABOUT.some(
    ([said, called]) => stems.some((stem) => said.has(stem)) && own.some((stem) => called.includes(stem)),
  );
  return direct + (isAbout ? 3 : 0);
}

/** "FH-22", "1042": the whole of a thing's name. */
function isIdentifier(word: string): boolean {
  return /\d/u.test(word);
}

/** The link of the one thing of a list that says more of what is sought than the others. */
function thingSought(
  view: PageView,
  sought: readonly string[],
  isNew: (one: Candidate) => boolean,
): Candidate | null {
  const said = ({ title, text }: Item) => sought.filter((word) => saysItself(`${title} ${text}`, word));
  const things = view.items.filter(({ link, inContent }) => link !== '' && inContent);
  const telling = sought.filter(
    (word) => things.length === 1 || !things.every((thing) => said(thing).includes(word)),
  );
  const scored = things.flatMap((thing) => {
    const own = said(thing).filter((word) => telling.includes(word));
    const isOther = telling.some((word) => isIdentifier(word) && !own.includes(word));
    // "Out of stock" in one row is no name of what is asked to be in stock.
    const isNamed = own.some((word) => saysItself(thing.title, word) || !isTopic(word));
    return own.length === 0 || isOther || !isNamed ? [] : [{ thing, count: own.length }];
  });
  const most = Math.max(0, ...scored.map(({ count }) => count));
  const links = new Set(scored.filter(({ count }) => count === most).map(({ thing }) => thing.link));
  const [link] = links;
  const one = links.size === 1 ? view.candidates.find(({ css }) => css === link) : undefined;
  return one !== undefined && leadsOn(one, view) && isNew(one) ? one : null;
}

/** What the thing is called that an instruction is about. */
function thingNamed(clause: Clause): string {
  if (clause.kind === 'read')
    return clause.question.what === 'labelled' ? (clause.question.of?.text ?? '') : '';
  const [first = clause] = clause.kind === 'either' ? (clause.ways[0] ?? []) : [];
  const target = 'target' in first && typeof first.target === 'object' ? first.target : null;
  return target?.within?.text ?? (clause.kind === 'find' ? (target?.text ?? '') : '');
}

/** Whether a thing has only some of the words of the name that is sought. */
function isInPart(view: PageView, { css }: Candidate, clause: Clause): boolean {
  const thing = view.items.find(({ link }) => link === css);
  const telling = tellingWords(thingNamed(clause));
  const own = telling.filter(
    (word) => thing !== undefined && saysItself(`${thing.title} ${thing.text}`, word),
  );
  return own.length < telling.length;
}

/** Questions that one page of several cannot answer. */
function isOfAll(clause: Clause): boolean {
  return (
    clause.kind === 'read' &&
    (['count', 'each', 'list', 'table'].includes(clause.question.what) ||
      /\b(?:all|every|each)\b/iu.test(clause.source))
  );
}

/** "Book a shipment" leads to a form, where nothing is to be read. */
const BEGINS =
  /^(?:add|new|create|book|write|compose|start|open\s+an?|register|request|order|edit|change)\b/iu;

/** Whether the list of this page is what the task is about: it was opened for it, or is called so. */
function isListMeant(view: PageView, sought: readonly string[], visited: ReadonlySet<string>): boolean {
  const [start = view.url] = visited;
  const { pathname } = new URL(view.url);
  if (pathname !== '/' && pathname === new URL(start).pathname) return true;
  const heads = view.candidates.filter(({ role, level }) => role === 'heading' && level === 1);
  return heads.some(({ name }) => sought.some((word) => saysItself(name, word)));
}

/** "Next week" shows other things of the same names. */
const PERIOD = /\b(?:day|week|month|quarter|year)\b/iu;

/** The link to follow next, where an instruction may find what the page lacks; null when nothing is left to look at. */
export function leadTo(
  view: PageView,
  clause: Clause,
  reach: Reach,
  visited: ReadonlySet<string>,
): Candidate | null {
  if (reach === 'none') return null;
  const sought = reach === 'cart' ? [] : soughtWords(clause);
  const isNew = ({ href }: Candidate) => !visited.has(pageOf(href));
  const links = view.candidates.filter(
    (one) =>
      leadsOn(one, view) &&
      isNew(one) &&
      tellingWords(one.name).length <= MAX_NAME_WORDS &&
      !(INTO_CART.test(clause.source) && CART.test(one.name)),
  );
  if (reach === 'cart') return links.find(({ name }) => CART.test(name)) ?? null;
  const thing = thingSought(view, sought, isNew);
  const [next] = isOfAll(clause)
    ? []
    : named(view, 'next').filter(
        ({ disabled, inContent, name }) => inContent && !disabled && !PERIOD.test(name),
      );
  const isNextMeant = next !== undefined && goesOn(view) && isListMeant(view, sought, visited);
  // "Water pump" is not the water filter, which may stand on the next page.
  if (thing !== null && !(isNextMeant && isInPart(view, thing, clause))) return thing;
  if (isNextMeant) return next;
  const scored = links.flatMap((one) => {
    if (clause.kind === 'read' && BEGINS.test(one.name)) return [];
    // What the site is called is said of all of its pages.
    const isHome = new URL(one.href).pathname === '/' && !/^#!?\//u.test(new URL(one.href).hash);
    const score = isHome ? 0 : aboutScore(one.name, sought);
    const isWithin = reach === 'list' && !one.inContent;
    return isWithin || (one.inContent && (score < 6 || one.items.length > 0)) ? [] : [{ one, score }];
  });
  const most = Math.max(...scored.map(({ score }) => score));
  const best = scored.find(({ score }) => score === most);
  if (next !== undefined && view.items.length > 1 && (best === undefined || best.score < 6)) return next;
  return best?.one ?? null;
}
