import { BY_PERSON, type EffectOutcome } from '@errand/contracts/internal';
import type { Pool, PoolClient } from 'pg';

/** One effect of the ledger and its outcome. */
export interface KnownEffect {
  step_id: string;
  action: string;
  outcome: EffectOutcome;
}

/** How messages about a lost execution begin. */
export const EXECUTOR_LOST = 'The executor was lost';

/** Why no other execution can resume a Run. */
export interface Obstacle {
  stepId: string;
  message: string;
}

export interface Ledger {
  /** In the order of their intents. */
  effects: KnownEffect[];
  /** Null: another execution can repeat the reads and resume after the last effect. */
  obstacle: Obstacle | null;
}

interface IntentRow {
  step_id: string;
  action: string;
  surface: string;
  landed: boolean | null;
}

async function readIntents(client: PoolClient, runId: string): Promise<IntentRow[]> {
  const { rows } = await client.query<IntentRow>(
    'SELECT step_id, action, surface, landed FROM intents WHERE run_id = $1 ORDER BY attempt, ordinal',
    [runId],
  );
  return rows;
}

function outcomeOf({ landed }: Pick<IntentRow, 'landed'>): KnownEffect['outcome'] {
  if (landed === null) return 'unknown';
  return landed ? 'landed' : 'not_landed';
}

function toEffect(intent: IntentRow): KnownEffect {
  return {
    step_id: intent.step_id,
    action: intent.action,
    outcome: outcomeOf(intent),
  };
}

/** All that the ledger holds of a Run. */
export async function readEffects(pool: Pool, runId: string): Promise<object[]> {
  const { rows } = await pool.query<IntentRow & Record<string, unknown>>(
    `SELECT attempt, ordinal, step_id, effect, action, surface, landed, created_at, settled_at
     FROM intents WHERE run_id = $1 ORDER BY attempt, ordinal`,
    [runId],
  );
  return rows.map(({ landed, ...intent }) => ({ ...intent, outcome: outcomeOf({ landed }) }));
}

/** The effects of a Run, for its last event. */
export async function landedEffects(client: PoolClient, runId: string): Promise<KnownEffect[]> {
  return (await readIntents(client, runId)).map(toEffect);
}

/** The effects of a Run so far, and whether another execution can resume it. The caller holds the Run's row lock. */
export async function readLedger(client: PoolClient, runId: string): Promise<Ledger> {
  const intents = await readIntents(client, runId);
  const { rows: kept } = await client.query<{ step_id: string }>(
    'SELECT step_id FROM completed_steps WHERE run_id = $1 AND NOT reusable',
    [runId],
  );
  return { effects: intents.map(toEffect), obstacle: findObstacle(intents, kept) };
}

function findObstacle(
  intents: readonly IntentRow[],
  withoutOutput: readonly { step_id: string }[],
): Obstacle | null {
  const person = intents.find(({ action, landed }) => action === BY_PERSON && landed !== false);
  if (person !== undefined)
    return {
      stepId: person.step_id,
      message: `${EXECUTOR_LOST} after a person had used the browser; the page that they left cannot be restored.`,
    };
  const open = intents.find(({ landed }) => landed === null);
  if (open !== undefined)
    return {
      stepId: open.step_id,
      message: `${EXECUTOR_LOST} during step "${open.step_id}"; whether it took effect is unknown.`,
    };
  const inPage = intents.findLast(({ landed, surface }) => landed === true && surface !== 'http');
  if (inPage !== undefined)
    return {
      stepId: inPage.step_id,
      message: `${EXECUTOR_LOST} after step "${inPage.step_id}" took effect; the page it left cannot be restored without repeating the step.`,
    };
  const [cut] = withoutOutput;
  if (cut === undefined) return null;
  const stepId = cut.step_id.replace(/\[\]$/, '');
  const what = stepId === cut.step_id ? 'took effect; its output' : 'began; its list';
  return {
    stepId,
    message: `${EXECUTOR_LOST} after step "${stepId}" ${what} held a secret or was too large to keep.`,
  };
}
