import { type Manifests, type Workload, nameOf, ofKind, selects } from './manifests.ts';

/** https://cert-manager.io/docs/configuration/acme/http01/ */
const SOLVER: Workload = {
  kind: 'Job',
  name: 'cm-acme-http-solver',
  labels: { 'acme.cert-manager.io/http01-solver': 'true' },
  spec: { containers: [{ name: 'acmesolver', ports: [{ containerPort: 8089 }] }] },
};

const ISSUERS = ['cert-manager.io/cluster-issuer', 'cert-manager.io/issuer'];

function certified(manifests: Manifests) {
  return ofKind(manifests, 'Ingress').filter(({ metadata }) =>
    ISSUERS.some((issuer) => metadata?.annotations?.[issuer] !== undefined),
  );
}

/** Solver Pods of cert-manager, which no manifest contains but policies may select when an Ingress requests a certificate. */
export function guestsOf(manifests: Manifests): Workload[] {
  return certified(manifests).length > 0 ? [SOLVER] : [];
}

/** The default deny applies to solver Pods too, so a policy must let the challenges in. */
export function guestProblems(manifests: Manifests): string[] {
  const isLetIn = ofKind(manifests, 'NetworkPolicy').some(
    ({ spec }) => selects(spec?.podSelector, SOLVER.labels) && (spec?.ingress ?? []).length > 0,
  );
  return isLetIn
    ? []
    : certified(manifests).map(
        (ingress) => `Ingress ${nameOf(ingress)}: no policy lets in the challenges for its certificate`,
      );
}
