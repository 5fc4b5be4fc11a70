import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type GuidePage, heading, table, text } from './page.ts';

/** The programs in the folder are printed verbatim; a test of the whole stack runs each and compares its output. */
export const RECIPES_FOLDER = path.join(import.meta.dirname, 'recipes');

export interface Recipe {
  /** Its file in the folder. */
  readonly file: string;
  readonly slug: string;
  readonly title: string;
  readonly about: readonly string[];
  readonly program: string;
  /** Its output. */
  readonly output: string;
  /** Its last page in the browser, from `npm run pictures`; null when it needs no browser. */
  readonly picture: string | null;
}

const PARTS = /^\/\*\*\n(?<head>.*?)\n \*\/\n(?<program>.*?)(?<output>(?:\/\/ [^\n]*\n)+)$/su;

function pictureOf(file: string): string {
  return file.replace(/\.ts$/u, '.jpg');
}

function recipeIn(file: string): Recipe {
  const parts = PARTS.exec(readFileSync(path.join(RECIPES_FOLDER, file), 'utf8'))?.groups;
  if (parts === undefined) throw new Error(`the recipe ${file} has no description, program or output`);
  const [title = '', ...about] = (parts['head'] ?? '').replaceAll(/^ \* ?/gmu, '').split('\n\n');
  return {
    file,
    slug: `recipes/${file.replace(/^\d+-/u, '').replace(/\.ts$/u, '')}`,
    title,
    about: about.map((paragraph) => paragraph.replaceAll('\n', ' ')),
    program: (parts['program'] ?? '').trim(),
    output: (parts['output'] ?? '').replaceAll(/^\/\/ /gmu, '').trim(),
    picture: existsSync(path.join(RECIPES_FOLDER, pictureOf(file))) ? `recipes/${pictureOf(file)}` : null,
  };
}

/**
 * All recipes, in the order of their file names.
 * @throws {Error} for a file without a description, a program or an output
 */
export function readRecipes(): Recipe[] {
  return readdirSync(RECIPES_FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map(recipeIn);
}

function recipePage({ slug, title, about, program, output, picture }: Recipe): GuidePage {
  return {
    slug,
    title,
    blocks: [
      ...about.map(text),
      { kind: 'code', language: 'ts', text: program },
      text('It prints:'),
      { kind: 'code', language: 'text', text: output },
      ...(picture === null
        ? []
        : [
            text('The last page that it saw:'),
            { kind: 'picture' as const, file: picture, says: `${title}: the last page` },
          ]),
    ],
  };
}

/** A page that lists the recipes, and a page for each. */
export function recipePages(): GuidePage[] {
  const recipes = readRecipes();
  const listPage: GuidePage = {
    slug: 'recipes',
    title: 'Recipes',
    blocks: [
      text(
        'Each recipe is a whole program for the TypeScript SDK. `npm start` and `ERRAND_PORT=9000 npm run shop` serve what they need; `ERRAND_API_KEY` and `ERRAND_APPROVAL_KEY` are the keys that `npm start` prints.',
      ),
      heading('Programs'),
      table(
        ['Recipe', 'What'],
        recipes.map(({ slug, title, about: [what = ''] }) => [`[${title}](${slug})`, what]),
      ),
    ],
  };
  return [listPage, ...recipes.map(recipePage)];
}
