import type { JsonObject, Run, RunbookParameter, StartRunbook } from '../openapi/schemas.ts';

/** A reusable goal for the agent, with declared inputs. */
export interface Blueprint {
  id: string;
  name: string;
  goal: string;
  startUrl: string | null;
  parameters: RunbookParameter[] | null;
  applicationScope: string[] | null;
  outputSchema: JsonObject | null;
  maxSteps: number | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface CreateBlueprint {
  name: string;
  goal: string;
  startUrl?: string | null;
  parameters?: RunbookParameter[] | null;
  applicationScope?: string[] | null;
  outputSchema?: JsonObject | null;
  maxSteps?: number | null;
}

export interface ReplaceBlueprint extends CreateBlueprint {
  expectedVersion: number;
}

export interface CursorQuery {
  limit?: number;
  cursor?: string;
}

export interface CursorPage<Item> {
  data: Item[];
  next_cursor: string | null;
}

export type StartBlueprint = Omit<StartRunbook, 'revisionId'>;

export type BlueprintRunStatus = Run['status'] | 'paused' | 'user_controlling' | 'interrupted';

/** A Run of a Blueprint, which a person can watch and take over. */
export type BlueprintRun = Omit<Run, 'status'> & {
  status: BlueprintRunStatus;
  blueprint_id: string;
  live_view_url: string | null;
};

export interface BlueprintRunStatusResponse {
  status: BlueprintRunStatus;
}
