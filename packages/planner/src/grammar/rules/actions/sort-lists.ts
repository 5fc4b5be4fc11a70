import { called } from '../named-phrases.ts';
import { firstOf, form } from '../rule.ts';

const DESCENDING =
  /descending|highest|newest|latest|most|high to low|z\s*(?:to|-)\s*a|reverse|largest|biggest/iu;
const ASCENDING =
  /ascending|lowest|oldest|earliest|least|cheapest|low to high|a\s*(?:to|-)\s*z|smallest|alphabetical/iu;

const ASCENDING_FIRST = /^(?:low|lowest|least|fewest|oldest|earliest|cheapest|smallest|shortest)/iu;

/** What comes first tells the order: "low to high" names the high values too. */
function orderOf(way: string): 'ascending' | 'descending' | null {
  if (ASCENDING_FIRST.test(way)) return 'ascending';
  if (DESCENDING.test(way)) return 'descending';
  return ASCENDING.test(way) ? 'ascending' : null;
}

/** Who sorts by these wants the best first. */
const BEST_FIRST = /^(?:ratings?|stars|popularity|reviews|scores?)$/iu;

const sorting = form(
  `(?:sort|(?:order|arrange)(?=\\s+(?:the|these|this|all)\\b))\\s+(?:(?:the|these|this|all)\\s+)?(?:[\\w ]+?\\s+)?by\\s+(?:the\\s+)?(.+?)(?:\\s*[,(]?\\s*(?:from\\s+|in\\s+|(?:with\\s+)?the\\s+)?((?:ascending|descending|(?:highest|lowest|newest|oldest|latest|earliest|cheapest|largest|smallest|longest|shortest|most(?:\\s+expensive)?|fewest|least)(?:\\s+(?:first|to\\s+\\w+))?|high\\s+to\\s+low|low\\s+to\\s+high|a\\s*(?:to|-)\\s*z|z\\s*(?:to|-)\\s*a)(?:\\s+order)?)\\)?)?`,
  ([by, way = ''], reader) => {
    const name = reader.value(by);
    if (name === null || name.split(/\s+/u).length > 4) return null;
    return {
      kind: 'sort',
      by: name,
      order: orderOf(way.trim()) ?? (BEST_FIRST.test(name) ? 'descending' : null),
    };
  },
);

/** What "from cheapest to most expensive" sorts by. */
const SORTS: readonly (readonly [RegExp, string, 'ascending' | 'descending'])[] = [
  [/^(?:cheapest|lowest\s+price|least\s+expensive)/iu, 'price', 'ascending'],
  [/^(?:most\s+expensive|dearest|highest\s+price|priciest)/iu, 'price', 'descending'],
  [/^(?:newest|latest|most\s+recent)/iu, 'date', 'descending'],
  [/^(?:oldest|earliest)/iu, 'date', 'ascending'],
  [/^(?:best[\s-]rated|highest[\s-]rated|top[\s-]rated)/iu, 'rating', 'descending'],
];

/** "Show the most expensive first", "sort from cheapest to most expensive": what comes first decides. */
const sortingFrom = form(
  `(?:(?:sort|order|arrange|show|list|put)\\s+(?:me\\s+)?(?:(?:the|these|this|all|my)\\s+)?(?:\\p{Ll}+s\\s+|list\\s+|table\\s+)?)(?:(?:so\\s+that\\s+)?(?:the\\s+)?(.+?)(?:\\s+(?:ones?|\\p{Ll}+s))?\\s+(?:are\\s+|is\\s+|come\\s+|comes\\s+)?first|from\\s+(?:the\\s+)?(.+?)\\s+to\\s+.+)`,
  ([first = '', from = '']) => {
    const [, by, order] = SORTS.find(([words]) => words.test(first || from)) ?? [];
    return by === undefined || order === undefined ? null : { kind: 'sort', by, order };
  },
);

/** "Show 50 per page": the choice of how many stand on a page. */
const sizing = form(
  `(?:show|display|list|set)\\s+(?:me\\s+)?(?:up\\s+to\\s+)?(\\d{1,4})\\s+(?:[\\p{Ll}]+\\s+)?(?:per|a|on\\s+a)\\s+page`,
  ([many = '']) => {
    const names = [
      'per page',
      'rows per page',
      'items per page',
      'results per page',
      'entries per page',
      'page size',
      'show',
    ];
    return { kind: 'select', target: called(names), value: many };
  },
);

/** "Sort by price twice": a heading of a column turns the order round when it is pressed again. */
const sortingTwice = form(
  `sort\\s+(?:(?:the|these|this|all)\\s+)?(?:[\\w ]+?\\s+)?by\\s+(?:the\\s+)?([\\p{L} ]+?)\\s+(?:twice|two\\s+times)`,
  ([by], reader) => {
    const name = reader.value(by);
    const once = { kind: 'sort' as const, by: name ?? '', order: null };
    return name === null || name.split(/\s+/u).length > 4 ? null : [once, once];
  },
);

/** In which order a list stands, and how much of it on a page. */
export const ordering = firstOf(sizing, sortingTwice, sorting, sortingFrom);
