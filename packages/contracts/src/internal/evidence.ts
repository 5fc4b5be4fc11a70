import { EvidenceKeys } from '../public/evidence.ts';
import { internalRoute } from './route.ts';

/** Routes of the runs service about the evidence that it signs. */
export const evidenceServiceRoutes = {
  listKeys: internalRoute({ method: 'GET', path: '/evidence/keys', answer: EvidenceKeys }),
} as const;
