import { useMay } from '../api/rights.ts';

const CLOUD = ['cloud', 'Cloud: an executor of the service'] as const;
const LOCAL = ['local', 'Local: your paired desktop application'] as const;

/** Where this person may have Runs carried out, as options of a choice. */
export function useTargets(): (readonly [string, string])[] {
  return useMay('runs:local') ? [CLOUD, LOCAL] : [CLOUD];
}
