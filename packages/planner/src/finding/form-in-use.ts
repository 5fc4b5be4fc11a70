import type { PageView } from '../page/page-view.ts';

/** Words for a form that every page has beside its content. */
const OF_EVERY_PAGE = /\b(?:newsletter|mailing list|subscri\p{L}+|footer|header)\b/iu;

/** What came before an instruction. */
interface Before {
  readonly lastField: string | null;
  readonly isElsewhere: boolean;
  readonly about: string;
}

/** The page as the words of an instruction mean it: a field belongs to the form of the last one, unless they speak of a form of every page. */
export function viewMeant(
  view: PageView,
  { lastField, isElsewhere, about }: Before,
  words: string,
): PageView {
  return {
    ...view,
    ...(!OF_EVERY_PAGE.test(words) && {
      formInUse: view.candidates.find(({ css }) => css === lastField)?.form ?? -1,
    }),
    ...(isElsewhere && { isElsewhere: true }),
    ...(about !== '' && { about }),
  };
}
