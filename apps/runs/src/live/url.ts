import { isTerminal } from '@errand/contracts';
import type { Principal } from '@errand/contracts/internal';
import type { Context } from '../context.ts';
import type { RunRow } from '../db/run-row.ts';

/** The page that shows the live browser of a Run to `principal`; null when no executor holds the Run. */
export function liveViewUrl(
  { liveTokens }: Context,
  { workspaceId, userId, keyId }: Principal,
  { id, status, lease_owner: holder }: Pick<RunRow, 'id' | 'status'> & { lease_owner: string | null },
  publicOrigin: string,
): string | null {
  if (holder === null || isTerminal(status)) return null;
  const token = liveTokens.issue({ runId: id, workspaceId, userId, keyId });
  return `${publicOrigin}/live/${id}?token=${token}`;
}
