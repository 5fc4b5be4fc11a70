import { ORDINALS } from '../../nouns.ts';
import { plain } from '../named-phrases.ts';
import { form, type Rule } from '../rule.ts';

/** "The names of the products on the last page", "the first item on page 2": that page is turned to first. */
export function onItsPage(rules: Rule): Rule {
  return (clause, reader) => {
    const [, asked, place, number] =
      /^(.+?)\s+(?:on|from)\s+(?:the\s+(\p{L}+)\s+page|page\s+(\d{1,4}))$/iu.exec(clause) ?? [];
    const to = number === undefined ? ORDINALS.get(place?.toLowerCase() ?? '') : Number(number);
    if (asked === undefined || to === undefined || to === 1) return null;
    const read = rules(asked, reader);
    return read === null ? null : [{ kind: 'paging', to }, ...read];
  };
}

const NAMED_PAGE =
  /^(.+?)\s+(?:on|of|from|to)\s+(?:the|my|our)\s+(?!(?:home|main|current|web|whole|same|start|next|last|first|previous|this)\s)(\p{Ll}+)\s+page$/u;

/** "The headlines of the news page", "upload report.pdf to the documents page": a link of that name leads there. */
export function onNamedPage(rules: Rule): Rule {
  return (clause, reader) => {
    const [, said = '', place = ''] = NAMED_PAGE.exec(clause) ?? [];
    const target = place === '' ? null : reader.phrase(place);
    const there = target === null ? null : rules(said, reader);
    return target === null || there === null
      ? null
      : [{ kind: 'click', target: { ...target, kind: 'link' } }, ...there];
  };
}

const GOODS = '(?:items|products|articles|things|lines|positions|contents)';

/** "List the items of order 4711", "what was in order 4711?": its page lists them. */
export const itemsOfOrder = form(
  `(?:(?:(?:list|show|give|tell|read)(?:\\s+me)?\\s+(?:all\\s+)?(?:the\\s+)?|what\\s+are\\s+the\\s+)${GOODS}\\s+(?:of|in|on|from)|(?:tell\\s+me\\s+)?what\\s+(?:was|is|were)\\s+(?:ordered\\s+)?(?:in|with))\\s+(?:the\\s+|my\\s+)?((?:order|invoice|delivery|shipment|parcel)\\s+(?:number\\s+)?\\S*\\d\\S*)`,
  ([order = '']) => [
    {
      kind: 'either',
      ways: [
        [{ kind: 'click', target: { ...plain(order), kind: 'link' } }],
        [{ kind: 'find', target: plain(order) }],
      ],
    },
    { kind: 'read', question: { what: 'list', of: { ...plain(''), kind: 'result' } } },
  ],
);
