import { z } from 'zod';

function text(what: string) {
  return z.string().min(1).max(500).describe(what);
}

/** Names one element of an application on the desktop; `nth` counts from 0. */
export const DesktopTarget = z
  .union([
    z
      .strictObject({
        app: text(
          'Its application: the desktop id or the name of its program, such as `mousepad`. Default: any.',
        ).optional(),
        window: text('Title of its window. Default: any.').optional(),
        role: text('ARIA role, such as `button`, `textbox` or `menuitem`.'),
        name: text('Accessible name, or the label of a field. Default: any.').optional(),
        exact: z
          .boolean()
          .meta({ default: false })
          .describe(
            'True: the whole name and title, in this case. False: a part of them is enough, in any case.',
          )
          .optional(),
        nth: z
          .int()
          .min(0)
          .describe('Which of several matches, from 0. Default: there must be only one.')
          .optional(),
      })
      .describe('By role and accessible name.'),
    z
      .strictObject({ ref: text('A reference of `desktop.snapshot`, such as `e12`.') })
      .describe('An element of the last snapshot.'),
  ])
  .describe(
    'Names one element. None found fails with `element_not_found`, several with `element_ambiguous`: never a silent first match.',
  );
export type DesktopTarget = z.infer<typeof DesktopTarget>;
