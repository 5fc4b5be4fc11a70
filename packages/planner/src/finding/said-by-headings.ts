import type { Phrase } from '../grammar/clause.ts';
import type { PageView } from '../page/page-view.ts';
import { saysItself } from '../words/senses.ts';

/** The title and headings of a page: what its things are. */
export function headingsOf({ title, candidates }: PageView): string {
  return [title, ...candidates.filter(({ role }) => role === 'heading').map(({ name }) => name)].join(' ');
}

/** Nouns for things of lists, which say nothing of which of them is meant. */
const KIND =
  /^(?:article|book|branch|claim|class|client|company|course|customer|document|employee|event|file|invoice|item|lesson|mail|member|message|office|order|part|plan|policy|product|project|report|request|room|service|task|team|ticket|user|workshop)$/u;

/** "Winter driving tips" of "the message Winter driving tips", where the first word is a kind of thing or the page is about such; an adjective is no kind of thing. */
export function nameAfterKind(view: PageView, { text, quoted, parts }: Phrase): string {
  const [, kind = '', name = ''] = /^(\p{Ll}+)\s+(\p{Lu}.+)$/u.exec(text) ?? [];
  const isKind = kind !== '' && (KIND.test(kind) || saysItself(headingsOf(view), kind));
  return isKind && quoted !== true && parts === undefined ? name : '';
}
