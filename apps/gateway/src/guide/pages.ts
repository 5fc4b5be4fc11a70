import { primitiveSignatures } from '@errand/contracts/primitives';
import type { OpenApiDocument } from '../openapi/document.ts';
import { conditionsPage, errorsPage, targetsPage, templatesPage } from './language-pages.ts';
import { recipePages } from './recipes.ts';
import { type GuidePage, heading, table, text } from './page.ts';
import { primitivePage } from './primitive-page.ts';

const firstPage: GuidePage = {
  slug: '',
  title: 'Guide',
  blocks: [
    text(
      'A Runbook is a list of steps. Most steps call a primitive, such as `browser.click`, with an input; its output can be used in later steps.',
    ),
    heading('The language'),
    table(
      ['Page', 'What'],
      [
        ['[Targets](targets)', 'How a step names an element.'],
        ['[Templates](templates)', 'How a step uses inputs and outputs.'],
        ['[Conditions](conditions)', 'How a step proves that it is done.'],
        ['[Errors](errors)', 'What each error means and what to do.'],
        ['[Recipes](recipes)', 'Whole programs for common work.'],
      ],
    ),
    heading('Primitives'),
    table(
      ['Primitive', 'What'],
      primitiveSignatures.map(({ name, summary }) => [`[${name}](primitives/${name})`, `${summary}.`]),
    ),
  ],
};

/** All pages of the guide, generated from the contracts. */
export function guidePages({ components }: OpenApiDocument): GuidePage[] {
  return [
    firstPage,
    targetsPage(components.schemas['Target'] ?? {}),
    templatesPage,
    conditionsPage,
    errorsPage,
    ...recipePages(),
    ...primitiveSignatures.map(({ name }) => primitivePage(name, components.schemas)),
  ];
}
