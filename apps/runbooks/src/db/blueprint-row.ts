import type { Blueprint, BlueprintDefinition } from '@errand/contracts';

/** The columns of a Blueprint in the API. */
export const BLUEPRINT_COLUMNS = 'id, definition, version, created_at, updated_at';

export interface BlueprintRow {
  id: string;
  /** Was checked before it was stored. */
  definition: BlueprintDefinition;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** A Blueprint as the API shows it. */
export function toBlueprint(row: BlueprintRow): Blueprint {
  return {
    id: row.id,
    ...row.definition,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
