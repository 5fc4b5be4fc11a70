import type { Phrase } from '../grammar/clause.ts';
import type { PageView } from '../page/page-view.ts';
import { saysItself } from '../words/senses.ts';

/** The title and headings of a page: what its things are. */
export function headingsOf({ title, candidates }: PageView): string {
  return [title, ...candidates.filter(({ role }) => role === 'heading').map(({ name }) => name)].join(' ');
}

/** "Winter driving tips" of "the message Winter driving tips", on a page about messages; an adjective is no kind of thing. */
export function nameAfterKind(view: PageView, { text, quoted, parts }: Phrase): string {
  const [, kind = '', name = ''] = /^(\p{Ll}+)\s+(\p{Lu}.+)$/u.exec(text) ?? [];
  const isKind = kind !== '' && saysItself(headingsOf(view), kind);
  return isKind && quoted !== true && parts === undefined ? name : '';
}
