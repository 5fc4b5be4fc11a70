import { EvidenceKeys } from '../public/evidence.ts';
import { internalRoute } from './route.ts';

/** What the runs service serves to the gateway about the evidence that it signs. */
export const evidenceServiceRoutes = {
  listKeys: internalRoute({ method: 'GET', path: '/evidence/keys', answer: EvidenceKeys }),
} as const;
