import type { PoolClient } from 'pg';

/** What is known of one effect: it landed, it did not, or nobody knows. */
export interface KnownEffect {
  step_id: string;
  action: string;
  outcome: 'landed' | 'not_landed' | 'unknown';
}

/** Why no other execution can go on with a Run. */
export interface Obstacle {
  stepId: string;
  message: string;
}

export interface Ledger {
  /** In the order in which they were begun. */
  effects: KnownEffect[];
  /** Null: another execution may repeat the reads and go on after the last effect. */
  obstacle: Obstacle | null;
}

interface IntentRow {
  step_id: string;
  action: string;
  surface: string;
  landed: boolean | null;
}

const readIntents = async (client: PoolClient, runId: string): Promise<IntentRow[]> => {
  const { rows } = await client.query<IntentRow>(
    'SELECT step_id, action, surface, landed FROM intents WHERE run_id = $1 ORDER BY attempt, ordinal',
    [runId],
  );
  return rows;
};

const toEffect = ({ step_id, action, landed }: IntentRow): KnownEffect => ({
  step_id,
  action,
  outcome: landed === null ? 'unknown' : landed ? 'landed' : 'not_landed',
});

/** The effects of a Run, for its last event. */
export const landedEffects = async (client: PoolClient, runId: string): Promise<KnownEffect[]> =>
  (await readIntents(client, runId)).map(toEffect);

/** What an execution left behind, and whether another can go on after it. The caller holds the Run's row. */
export const readLedger = async (client: PoolClient, runId: string): Promise<Ledger> => {
  const intents = await readIntents(client, runId);
  const { rows: kept } = await client.query<{ step_id: string }>(
    'SELECT step_id FROM completed_steps WHERE run_id = $1 AND NOT whole',
    [runId],
  );
  return { effects: intents.map(toEffect), obstacle: findObstacle(intents, kept) };
};

const findObstacle = (
  intents: readonly IntentRow[],
  withoutOutput: readonly { step_id: string }[],
): Obstacle | null => {
  const open = intents.find(({ landed }) => landed === null);
  if (open !== undefined)
    return {
      stepId: open.step_id,
      message: `The executor was lost during step "${open.step_id}"; whether it took effect is unknown.`,
    };
  const inPage = intents.findLast(({ landed, surface }) => landed === true && surface !== 'http');
  if (inPage !== undefined)
    return {
      stepId: inPage.step_id,
      message: `The executor was lost after step "${inPage.step_id}" took effect; the page that it left cannot be had again without repeating it.`,
    };
  const [cut] = withoutOutput;
  if (cut === undefined) return null;
  return {
    stepId: cut.step_id,
    message: `The executor was lost after step "${cut.step_id}" took effect; its output held a secret or was too large to be kept.`,
  };
};
