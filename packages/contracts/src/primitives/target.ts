import { z } from 'zod';

const modifiers = {
  exact: z
    .boolean()
    .meta({ default: false })
    .describe('True: the whole name, in this case. False: a part of it is enough, in any case.')
    .optional(),
  nth: z
    .int()
    .min(0)
    .describe('Which of several matches, from 0. Default: there must be only one.')
    .optional(),
  frame: z
    .string()
    .min(1)
    .describe(
      'The iframe that holds the element: its name or a selector. Default: none; the element is in the page itself.',
    )
    .optional(),
};
const name = z.string().min(1);

/**
 * Names one element. A string is a selector or an exact visible name;
 * `frame` is a selector of the iframe or its name, `nth` counts from 0.
 */
export const Target = z
  .union([
    name.describe(
      'A selector (`#id`, `.class`, `[attribute]`, `//xpath`, `css=…`, `text=…`, `role=…` or a tag name), else the exact visible name of a control, label or text.',
    ),
    z
      .strictObject({
        role: name.describe('ARIA role, such as `button`, `link` or `heading`.'),
        name: name.describe('Accessible name. Default: any.').optional(),
        ...modifiers,
      })
      .describe('By role and accessible name: the most durable way.'),
    z
      .strictObject({ label: name.describe('Text of its label.'), ...modifiers })
      .describe('A field by its label.'),
    z
      .strictObject({ placeholder: name.describe('Its placeholder.'), ...modifiers })
      .describe('A field by its placeholder.'),
    z
      .strictObject({ text: name.describe('Text that it shows.'), ...modifiers })
      .describe('An element by its text.'),
    z
      .strictObject({ testId: name.describe('Its `data-testid`.'), ...modifiers })
      .describe('An element by its test id.'),
    z.strictObject({ css: name.describe('A CSS selector.'), ...modifiers }).describe('An element by CSS.'),
    z
      .strictObject({ ref: name.describe('A reference of `browser.snapshot`, such as `e12`.'), ...modifiers })
      .describe('An element of the last snapshot.'),
  ])
  .describe(
    'Names one element. None found fails with `element_not_found`, several with `element_ambiguous`: never a silent first match.',
  );
export type Target = z.infer<typeof Target>;
