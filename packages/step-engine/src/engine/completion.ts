import { setTimeout as delay } from 'node:timers/promises';
import {
  needsPage,
  parseCondition,
  PatternError,
  printCondition,
  type Condition,
} from '@errand/runbook-language';
import { evaluateCondition, type ConditionResult } from '../conditions/evaluate.ts';
import { poll } from '../conditions/poll.ts';
import { StepError } from '@errand/browser-runtime';
import type { Call } from '../primitives/call.ts';

/** Why a step counts as complete. */
export type Evidence = { condition: string; held: boolean; findings: ConditionResult[] };

/** Judges a free-text condition by the page. Throws `StepError`. */
export type JudgeCondition = (
  condition: string,
  call: Call,
  output: unknown,
) => Promise<{ held: boolean; saw: string }>;

/** Model calls cost money, so the condition is judged only a few times. */
const MAX_JUDGED_TIMES = 3;
const JUDGE_RETRY_INTERVAL_MS = 2_000;

async function judged(
  call: Call,
  condition: string,
  output: unknown,
  judge: JudgeCondition,
): Promise<Evidence> {
  let saw = '';
  try {
    for (let tries = 1; tries <= MAX_JUDGED_TIMES; tries += 1) {
      const verdict = await judge(condition, call, output);
      ({ saw } = verdict);
      if (verdict.held) return { condition, held: true, findings: [{ checked: condition, held: true, saw }] };
      if (call.remaining <= JUDGE_RETRY_INTERVAL_MS) break;
      await delay(JUDGE_RETRY_INTERVAL_MS, undefined, { signal: call.signal });
    }
  } catch (error) {
    // No time for another check: the last result counts.
    if (saw === '' || !call.signal.aborted) throw error;
  }
  throw new StepError(
    'completion_condition_unmet',
    `The completion condition did not hold: ${condition} (saw ${saw}).`,
  );
}

function parse(condition: string | Condition): { text: string; parsed: Condition | null } {
  return typeof condition === 'string'
    ? { text: condition, parsed: parseCondition(condition) }
    : { text: printCondition(condition), parsed: condition };
}

function sentence(findings: readonly ConditionResult[]): string {
  return findings.length === 0
    ? 'the page did not answer'
    : findings.map(({ checked, saw }) => `${checked}: saw ${saw}`).join('; ');
}

/**
 * Waits until the completion condition holds, and returns what was seen.
 * @throws {StepError} `completion_condition_unmet` at the step's deadline
 */
export async function proveCompletion(
  call: Call,
  condition: string | Condition,
  output: unknown,
): Promise<Evidence> {
  const { text, parsed } = parse(condition);
  const { judge, surface } = call.session;
  if (parsed === null ? judge !== undefined : needsPage(parsed)) await surface.open();
  if (parsed === null && judge !== undefined) return judged(call, text, output, judge);
  if (parsed === null)
    throw new StepError(
      'completion_condition_unmet',
      `The completion condition "${text}" needs a model to be judged, and none is configured.`,
    );
  let findings: ConditionResult[] = [];
  try {
    const held = await poll(call, async () => {
      const found: ConditionResult[] = [];
      const answer = await evaluateCondition(parsed, () => call.page, output, found);
      findings = found;
      return answer;
    });
    if (held) return { condition: text, held, findings };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new StepError(
      'completion_condition_unmet',
      `The completion condition "${text}": ${error.message}.`,
    );
  }
  throw new StepError(
    'completion_condition_unmet',
    `The completion condition did not hold in time: ${text} (${sentence(findings)}).`,
  );
}
