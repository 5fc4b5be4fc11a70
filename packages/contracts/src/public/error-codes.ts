import { z } from 'zod';

interface ErrorEntry {
  /** What happened. */
  readonly meaning: string;
  /** How to fix it. */
  readonly remedy: string;
  /** False: `retries` do not apply, and an agent gives up, because the same would happen again. Default true. */
  readonly retryable?: boolean;
  /** True: the Run ends, whatever the step's `onFailure`. Default false. */
  readonly endsRun?: boolean;
}

/** Every `error_code` of a Run: the only list of them. */
export const ERROR_CODES = {
  agent_model_not_configured: {
    meaning: 'The Runbook has an agent step and no model is configured.',
    remedy: 'Configure a model (docs/configuration.md), or use primitive steps.',
    retryable: false,
  },
  agent_model_error: {
    meaning: 'The model gave no usable answer.',
    remedy: 'Run it again; if it recurs, check the settings and limits of the model provider.',
  },
  agent_gave_up: {
    meaning: 'The agent could not do what was asked.',
    remedy: 'Read its last thoughts in the events, and describe the task more precisely.',
  },
  task_not_understood: {
    meaning: 'No model is configured and the embedded planner does not understand the task.',
    remedy: 'Write one instruction at a time, as the message says, or configure a model.',
  },
  navigation_failed: {
    meaning: 'A page could not be loaded, or answered with a status of 400 or more.',
    remedy: 'Check the address. Where an error page is expected, name it in `expectStatus`.',
  },
  element_not_found: {
    meaning: 'No element on the page matches the target.',
    remedy:
      'Look at the screenshot of the step and correct the target; the message lists the elements that were there.',
  },
  element_ambiguous: {
    meaning: 'Several elements match the target.',
    remedy: 'Make the target more precise, with `role` and `name`, or choose with `nth`.',
  },
  action_failed: {
    meaning: 'The step could not act, or the site refused it.',
    remedy: 'The message quotes the site. Correct the input, or move the step within the Runbook.',
  },
  assertion_failed: {
    meaning: 'A check did not hold.',
    remedy: 'Compare the expected value with the actual one in the message.',
  },
  completion_condition_unmet: {
    meaning: 'The completion condition of a step did not hold in time.',
    remedy: 'Check the condition against the screenshot, or give the step a longer `timeoutMs`.',
  },
  site_not_allowed: {
    meaning: 'The step went to a host outside its scope, or to a private address.',
    remedy: 'Add the host to `applicationScope`; only the operator can allow private addresses.',
    retryable: false,
  },
  download_failed: {
    meaning: 'No download began, or the file could not be fetched or kept.',
    remedy: 'Check what starts the download, the size of the file, and the storage quota.',
  },
  step_timeout: {
    meaning: 'A step took longer than its `timeoutMs`.',
    remedy: 'Raise its timeout, or wait in an earlier step for what it needs.',
  },
  run_timeout: {
    meaning: 'The Run exceeded its time limit.',
    remedy: 'Split the work into several Runs, or have the operator raise the limit.',
    retryable: false,
    endsRun: true,
  },
  approval_rejected: {
    meaning: 'A person rejected a step.',
    remedy: 'Read the comment in the event `approval.rejected`.',
    retryable: false,
    endsRun: true,
  },
  approval_expired: {
    meaning: 'The approval was not decided in time.',
    remedy: 'Run it again and decide within the time that `expires_at` gives.',
    retryable: false,
    endsRun: true,
  },
  executor_lost: {
    meaning: 'The executor died, and repeating the Run could repeat an effect.',
    remedy: 'Check on the site whether the step that the message names took effect, then run it again.',
    retryable: false,
    endsRun: true,
  },
  browser_crashed: {
    meaning: 'The browser of the Run crashed.',
    remedy: 'Run it again; if it recurs, the page needs more memory than the browser may use.',
    retryable: false,
    endsRun: true,
  },
  device_disconnected: {
    meaning: 'The desktop application was disconnected in the middle of the Run.',
    remedy: 'Start the application and run it again.',
  },
  output_invalid: {
    meaning:
      'An output is too large, does not match its schema, or lacks a value that a later step refers to.',
    remedy: 'Read less at once, or correct the schema or the reference.',
  },
  iteration_limit_reached: {
    meaning: 'A `repeatWhile` was still true after its last iteration, or the Run did 10,000 steps.',
    remedy: 'Raise `maxIterations`, correct the condition, or split the work into several Runs.',
  },
  internal_error: {
    meaning: 'Something went wrong on our side.',
    remedy: 'Run it again; if it recurs, report the id of the Run.',
    retryable: false,
  },
} as const satisfies Record<string, ErrorEntry>;

/** Why a Run failed, for programs; `error_message` is for people. */
export const ErrorCode = z
  .enum(Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[])
  .meta({
    'x-enumDescriptions': Object.fromEntries(
      Object.entries(ERROR_CODES).map(([code, { meaning, remedy }]) => [code, `${meaning} ${remedy}`]),
    ),
  })
  .describe('Why a Run failed, for programs.');
export type ErrorCode = z.infer<typeof ErrorCode>;

/** What follows when a step fails with a code: whether it may be retried, and whether it ends the Run. */
export function errorRule(code: ErrorCode): { retryable: boolean; endsRun: boolean } {
  const { retryable = true, endsRun = false }: ErrorEntry = ERROR_CODES[code];
  return { retryable, endsRun };
}
