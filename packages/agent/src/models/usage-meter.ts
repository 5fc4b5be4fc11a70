import type { LanguageModelUsage } from 'ai';
import { StepError } from '@errand/browser-runtime';
import type { ModelSettings } from './settings.ts';

/** A Run's use of its model. */
export interface Usage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  /** Dollars, null when the operator gave no prices. */
  cost: number | null;
}

/** Counts what one Run uses and enforces its budget. */
export interface UsageMeter {
  add(usage: LanguageModelUsage): void;
  /** @throws {StepError} `agent_gave_up` when the budget of the Run is used up */
  check(): void;
  readonly usage: Usage;
}

type Budget = Pick<ModelSettings, 'tokensPerRun' | 'costPerRun' | 'prices'>;

const MILLION = 1_000_000;

/** A meter for one Run. `prices` are dollars for a million tokens; without them, `costPerRun` is not enforced. */
export function createUsageMeter({ tokensPerRun, costPerRun, prices }: Budget): UsageMeter {
  const total = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  const cost = (): number | null => {
    if (prices === null) return null;
    const fresh = Math.max(0, total.inputTokens - total.cachedTokens);
    const dollars =
      fresh * prices.input + total.cachedTokens * prices.cached + total.outputTokens * prices.output;
    return Math.round(dollars) / MILLION;
  };
  return {
    add({ inputTokens, outputTokens, inputTokenDetails }) {
      total.calls += 1;
      total.inputTokens += inputTokens ?? 0;
      total.outputTokens += outputTokens ?? 0;
      total.cachedTokens += inputTokenDetails.cacheReadTokens ?? 0;
    },
    check() {
      const tokens = total.inputTokens + total.outputTokens;
      if (tokens >= tokensPerRun)
        throw new StepError(
          'agent_gave_up',
          `The Run used ${tokens} tokens of its model and may use ${tokensPerRun}.`,
        );
      const spent = cost();
      if (costPerRun !== null && spent !== null && spent >= costPerRun)
        throw new StepError(
          'agent_gave_up',
          `The Run spent $${spent.toFixed(4)} on its model and may spend $${costPerRun}.`,
        );
    },
    get usage() {
      return { ...total, cost: cost() };
    },
  };
}

/** The usage as one sentence for the log. */
export function describeUsage({ calls, inputTokens, outputTokens, cost }: Usage): string {
  return (
    `The model was asked ${calls === 1 ? 'once' : `${calls} times`}: ${inputTokens} tokens in, ${outputTokens} out` +
    `${cost === null ? '' : `, $${cost.toFixed(4)}`}.`
  );
}
