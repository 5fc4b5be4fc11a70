import { click } from './site-answers.ts';
import type { TwoSided } from './two-sided-site.ts';

const rows = (all: readonly (string | number)[]) => all.map((each) => `<tr><td>${each}</td></tr>`).join('');
const sorting = (was: readonly (string | number)[]) =>
  `<table><thead><tr><th id="go" onclick="fetch('rows').then((r) => r.text()).then((t) => { list.innerHTML = t })">Price</th></tr></thead><tbody id="list">${rows(was)}</tbody></table>`;
const sorted =
  (no: readonly (string | number)[], yes: readonly (string | number)[]): TwoSided['answers'] =>
  (refuses, { path }, take) => {
    if (path !== 'rows') return undefined;
    if (!refuses) take();
    return rows(refuses ? no : yes);
  };
const page = (entry: string, picture = '') =>
  `<h1>Entries</h1><ul><li>${entry}</li></ul>${picture}<a id="go" href="more?page=2">Next</a>`;
const more =
  (no: string, yes: string): TwoSided['answers'] =>
  (refuses, { path }, take) => {
    if (path !== 'more') return undefined;
    if (!refuses) take();
    return refuses ? no : yes;
  };
/** Lists that are no other than they were. */
export const ofLists: Record<string, TwoSided> = {
  'a column whose head sorts nothing': {
    page: sorting([9, 3, 7]),
    answers: sorted([9, 3, 7], [3, 7, 9]),
    acts: [click('#go')],
    says: 'The rows stand as they stood after "Price"',
  },
  'a column whose rows already stood in order': {
    page: (no) => sorting(no ? ['Pia', 'Ada', 'Zoe', 'Ben'] : ['£3', '£7', '£19']),
    answers: sorted(['Pia', 'Ada', 'Zoe', 'Ben'], ['£3', '£7', '£19']),
    acts: [click('#go')],
    says: 'The rows stand as they stood',
  },
  'the next page that is the same one': {
    page: page('Ada'),
    answers: more(page('Ada'), page('Ben')),
    acts: [click('#go')],
    says: '"Next" led back to the page as it was',
  },
  'the next page of pictures': {
    page: page('Ada', '<img src="a.png" alt="">'),
    answers: more(page('Ada', '<img src="a.png" alt="">'), page('Ada', '<img src="b.png" alt="">')),
    acts: [click('#go')],
    says: '"Next" led back to the page as it was',
  },
};
