import { CONDITION_EXAMPLES, ERROR_CODES, TEMPLATE_EXAMPLES, WarningReason } from '@errand/contracts';
import { ERROR_RESPONSES } from '../openapi/error-responses.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { type GuidePage, heading, json, table, text } from './page.ts';

export const templatesPage: GuidePage = {
  slug: 'templates',
  title: 'Templates',
  blocks: [
    text(
      "Any string in a step's `input`, `instruction` or `completionCondition` may hold templates. A string that is one whole template keeps the type of its value; inside a longer text the value is written out.",
    ),
    table(
      ['Template', 'Value'],
      TEMPLATE_EXAMPLES.map(({ template, value }) => [`\`${template}\``, value]),
    ),
    text(
      'A reference to an unknown input, or to an unknown or later step, is refused when the Runbook is written. A path without a value fails the Run with `output_invalid`.',
    ),
  ],
};

export const conditionsPage: GuidePage = {
  slug: 'conditions',
  title: 'Conditions',
  blocks: [
    text(
      'A `completionCondition` is checked repeatedly after its step, until it holds or the step times out. The event `step.completed` reports what was seen. A `when` is evaluated once, before its step.',
    ),
    table(
      ['Condition', 'Holds when'],
      CONDITION_EXAMPLES.map(({ condition, holds }) => [`\`${condition}\``, holds]),
    ),
    text(
      '`not` binds tightest, then `and`, then `or`; parentheses are allowed. A quotation mark inside quotes is written `\\"`. The model judges any other text; without a model the Runbook is refused when it is written.',
    ),
  ],
};

/** @param target the schema of `Target` in OpenAPI, whose forms and fields the page describes */
export function targetsPage(target: JsonSchema): GuidePage {
  const forms = target.anyOf ?? [];
  return {
    slug: 'targets',
    title: 'Targets',
    blocks: [
      text(target.description ?? ''),
      table(
        ['Form', 'Meaning'],
        forms.map(({ type, required = [], description = '' }) => [
          type === 'string' ? '`"…"`' : `\`{ "${required[0] ?? ''}": "…" }\``,
          description,
        ]),
      ),
      text('Each object form also takes these:'),
      table(
        ['Field', 'Meaning'],
        ['exact', 'nth', 'frame'].map((name) => {
          const field = forms[1]?.properties?.[name] as JsonSchema | undefined;
          return [`\`${name}\``, field?.description ?? ''];
        }),
      ),
      heading('Examples'),
      json(['Add to cart', '#cart-total', { role: 'button', name: 'Delete', exact: true, nth: 1 }]),
    ],
  };
}

export const errorsPage: GuidePage = {
  slug: 'errors',
  title: 'Errors',
  blocks: [
    heading('Failed Runs'),
    text('`error_code` gives the reason for programs, `error_message` for people, in the words of the site.'),
    table(
      ['error_code', 'What happened', 'What to do'],
      Object.entries(ERROR_CODES).map(([code, { meaning, remedy }]) => [`\`${code}\``, meaning, remedy]),
    ),
    heading('Refused requests'),
    text('The body is always `{"detail": "…"}`, a sentence that may be shown to people.'),
    table(
      ['Status', 'What happened', 'Such as'],
      Object.entries(ERROR_RESPONSES).map(([status, { description, detail }]) => [
        `\`${status}\``,
        description,
        detail,
      ]),
    ),
    heading('Warnings'),
    text(
      'The event `step.warned` says that the page may have refused the action of a step. `data.reason` is one of:',
    ),
    table(
      ['reason', 'What was seen'],
      Object.entries(WarningReason.meta()?.['x-enumDescriptions'] as Record<string, string>).map(
        ([reason, meaning]) => [`\`${reason}\``, meaning],
      ),
    ),
  ],
};
