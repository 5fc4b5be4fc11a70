import { z } from 'zod';
import { ErrorCode } from './error-codes.ts';
import { Effect, Risk } from './runbooks.ts';
import { enumOf } from './text.ts';

/** `data.reason` of `step.warned`: a sign on the page, after a step acted, that it may have failed. */
export const WarningReason = enumOf({
  http_error: 'A request of the page was answered with a status of 400 or more.',
  form_not_sent: 'The form was not sent.',
  field_invalid: 'The page marks a field as invalid.',
  error_shown: 'The page shows an error.',
  dialog_closed: 'The page opened a dialog, which was closed.',
  dialog_open: 'A page or an application opened a question or a notice.',
  form_shown_again: 'The form that was sent is there again.',
  sign_in_asked: 'The page asks to sign in.',
  change_taken_back: 'The page reverted a change that it had shown.',
  nothing_changed: 'Nothing changed.',
  not_watched: 'The page kept the action from being watched.',
}).describe('A sign that the page refused the action of the step.');
export type WarningReason = z.infer<typeof WarningReason>;

/** A warning as repeated in `data.warnings` of a terminal event and in the details of a Run. */
export const RunWarning = z.strictObject({
  step_id: z.string().nullable().describe('The step that was warned of.'),
  reason: z.string().describe('A `WarningReason`.'),
  quote: z.string().describe("The page's own words, or a description of what was observed."),
});
export type RunWarning = z.infer<typeof RunWarning>;

/** An effect of a Run that ended. */
export const RunEffect = z.looseObject({
  step_id: z.string().describe('The step that had it.'),
  action: z.string().describe('Description of the step.'),
  outcome: enumOf({
    landed: 'It took effect.',
    not_landed: 'It did not take effect.',
    unknown: 'It may have taken effect: look at the site.',
  }).describe('Outcome of the effect.'),
});

/** Why a step counts as complete. */
export const CompletionEvidence = z.looseObject({
  condition: z.string().describe('The condition that was checked.'),
  held: z.boolean().describe('Whether it held.'),
  findings: z
    .array(
      z.looseObject({
        checked: z.string().describe('A part of the condition.'),
        held: z.boolean().describe('Whether it held.'),
        saw: z.string().describe('The observation.'),
      }),
    )
    .describe('The observation for each part.'),
});

/** The person or key that decided about an approval. */
export const Decider = z.looseObject({
  type: z.enum(['key', 'member']).describe('Whether it was an API key or a signed-in person.'),
  id: z.string().describe('Id of the key or person.'),
  name: z.string().describe('Name of the key or person.'),
});

/** Where an element lies in the window of the browser, as a picture of the window shows it. */
export const ElementBox = z.looseObject({
  x: z
    .number()
    .describe('Left edge, as a part of the width of the window: 0 is its left edge, 1 its right one.'),
  y: z.number().describe('Upper edge, as a part of the height of the window.'),
  width: z.number().describe('Width, as a part of the width of the window.'),
  height: z.number().describe('Height, as a part of the height of the window.'),
});
export type ElementBox = z.infer<typeof ElementBox>;

/** The element that a step acted on. */
export const ActedOn = ElementBox.extend({
  picture: enumOf({
    own: 'The picture of the step itself.',
    previous: 'The picture of the step before: the element is gone, or lies elsewhere, since the step acted.',
  }).describe('Which picture shows it there.'),
});
export type ActedOn = z.infer<typeof ActedOn>;

const primitive = z.string().describe('The primitive of the step; absent for an agent step.').optional();
const kind = z.literal('agent').describe('Present for an agent step only.').optional();
const each = z
  .array(z.int())
  .describe(
    'Number of the iteration in each loop around the step, outermost first, from 0. Absent outside of loops.',
  )
  .optional();
const durationMs = z
  .number()
  .describe('Milliseconds that the step took; absent for a step that did not begin.')
  .optional();
const element = ActedOn.describe('Where the step acted; absent where no picture shows it.').optional();
const code = ErrorCode.describe('Why it failed, for programs; always present.').optional();
const warnings = z.array(RunWarning).describe('All warnings of the Run; absent without any.').optional();
const effects = z
  .array(RunEffect)
  .describe('Effects of the Run on sites; absent unless it was ended from outside.')
  .optional();
const input = z
  .unknown()
  .describe('The resolved input of the step, with secrets as `[secret]`; always present.')
  .optional();
const by = Decider.describe('The person or key that did it; absent when the agent asked for it.').optional();
const comment = z.string().describe('Their comment; absent when there is none.').optional();

/** `data.each` of the events of a step: `[3, 0]` for `outer[3]/inner[0]`. */
export function iterationsOf(stepId: string): number[] {
  return Array.from(stepId.matchAll(/\[(\d+)\]/g), ([, index]) => Number(index));
}

/** `data` of an event by the type of the event. More fields can be added to each. */
export const RUN_EVENT_DATA = {
  'run.started': z.looseObject({
    task: z
      .string()
      .describe('The task, with `[secret]` in place of its secrets; absent when it has none.')
      .optional(),
  }),
  'step.started': z.looseObject({ primitive, kind, each }),
  'step.completed': z.looseObject({
    primitive,
    kind,
    each,
    duration_ms: durationMs,
    element,
    effect: Effect.describe('The effect that the step had; absent when it is not known.').optional(),
    completion: CompletionEvidence.describe(
      'Why the step counts as complete; absent without a `completionCondition`.',
    ).optional(),
    dry_run: z.literal(true).describe('Present in a dry run only.').optional(),
    acted: z.boolean().describe('Whether the step was carried out; present in a dry run only.').optional(),
  }),
  'step.failed': z.looseObject({
    primitive,
    kind,
    each,
    duration_ms: durationMs,
    element,
    landed: z
      .enum(['nothing', 'unknown'])
      .describe('Whether it is known that the step had no effect; absent for a `runbook.run` step.')
      .optional(),
    error_code: code,
  }),
  'step.retried': z.looseObject({
    each,
    error_code: code,
    attempt: z.int().describe('How many attempts have failed, from 1; always present.').optional(),
  }),
  'step.warned': z.looseObject({
    each,
    reason: WarningReason.describe('The sign; always present.').optional(),
    quote: z
      .string()
      .describe("The page's own words, or a description of what was observed; always present.")
      .optional(),
  }),
  'step.skipped': z.looseObject({
    each,
    condition: z
      .string()
      .describe('The condition that did not hold, as it was written; always present.')
      .optional(),
  }),
  'agent.thought': z.looseObject({
    plan: z
      .array(z.string())
      .describe('The next action of the planner; absent in other thoughts.')
      .optional(),
    completion: CompletionEvidence.describe(
      'The proof that the task is done; absent in other thoughts.',
    ).optional(),
    evidence: z
      .looseObject({
        asked: z.string().describe('A part of the task.'),
        saw: z.string().describe('The observation that proves it.'),
      })
      .describe('The proof of one part of the task; absent in other thoughts.')
      .optional(),
  }),
  'agent.action': z.looseObject({
    primitive: z.string().describe('The primitive; always present.').optional(),
    input,
    risk: Risk.describe('`high` when a person is asked first; else absent.').optional(),
    danger: z.string().describe('Why a person is asked first; absent when none is.').optional(),
  }),
  'approval.requested': z.looseObject({
    each,
    input,
    asked_by: Decider.omit({ name: true })
      .describe('The person or key that started the Run; absent when unknown.')
      .optional(),
    origin: z
      .string()
      .nullable()
      .describe('Origin of the page, to which the approval is bound; null or absent without a page.')
      .optional(),
    element: ElementBox.describe(
      'Where the step will act. Outside 0 to 1, the element is beyond the edges of the picture. Absent without one.',
    ).optional(),
  }),
  'approval.granted': z.looseObject({ each, by, comment }),
  'approval.rejected': z.looseObject({ each, by, comment }),
  'control.paused': z.looseObject({
    by,
    reason: z
      .string()
      .describe("The agent's request to a person; absent when a person paused it.")
      .optional(),
  }),
  'control.taken': z.looseObject({ by }),
  'control.released': z.looseObject({ by }),
  'run.completed': z.looseObject({ warnings }),
  'run.failed': z.looseObject({ error_code: code, warnings, effects }),
  'run.cancelled': z.looseObject({ effects }),
  log: z.looseObject({}),
} as const satisfies Record<string, z.ZodType>;
