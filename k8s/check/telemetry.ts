import type { INetworkPolicyEgressRule, INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1';
import {
  type Manifests,
  type Workload,
  containersOf,
  nameOf,
  ofKind,
  selects,
  serviceOf,
  settingsOf,
  workloadsOf,
} from './manifests.ts';

function endpointOf(manifests: Manifests, workload: Workload): string | undefined {
  return containersOf(workload)
    .filter((container) => serviceOf(container) !== undefined)
    .map((container) => settingsOf(manifests, container)['OTEL_EXPORTER_OTLP_ENDPOINT'])
    .find((endpoint) => endpoint !== undefined);
}

/** A cluster's names are `service`, `service.namespace` and `service.namespace.svc…`; any other name is outside. */
function isPlaceOf(
  hostname: string,
  { ipBlock, namespaceSelector, podSelector }: INetworkPolicyPeer,
): boolean {
  const [, namespace, domain = 'svc'] = hostname.split('.');
  if (domain !== 'svc') return ipBlock !== undefined;
  return namespace === undefined
    ? podSelector !== undefined && namespaceSelector === undefined
    : selects(namespaceSelector, { 'kubernetes.io/metadata.name': namespace });
}

function leadsTo({ hostname, port, protocol }: URL, { to = [], ports = [] }: INetworkPolicyEgressRule) {
  const wanted = Number(port || (protocol === 'https:' ? 443 : 80));
  const isOpen =
    ports.length === 0 ||
    ports.some(({ port: from, endPort }) => wanted >= Number(from) && wanted <= (endPort ?? Number(from)));
  return isOpen && to.some((peer) => isPlaceOf(hostname, peer));
}

/** Telemetry to an unreachable collector is lost, with only a log line. */
function collectors(manifests: Manifests): string[] {
  return workloadsOf(manifests).flatMap((workload) => {
    const endpoint = endpointOf(manifests, workload);
    if (endpoint === undefined) return [];
    const url = URL.parse(endpoint);
    const isReached =
      url !== null &&
      ofKind(manifests, 'NetworkPolicy')
        .filter(({ spec }) => selects(spec?.podSelector, workload.labels))
        .some(({ spec }) => (spec?.egress ?? []).some((rule) => leadsTo(url, rule)));
    return isReached
      ? []
      : [`${workload.kind} ${workload.name}: no policy lets it out to its collector, ${endpoint}`];
  });
}

/** The services whose metrics tell how many executors are wanted. */
const SOURCES = new Set(['runs', 'executor']);

/** Our metrics come from telemetry: without it the autoscaler has no data and keeps the current number. */
function metrics(manifests: Manifests): string[] {
  return ofKind(manifests, 'HorizontalPodAutoscaler').flatMap((scaler) =>
    (scaler.spec?.metrics ?? [])
      .map(({ external }) => external?.metric.name ?? '')
      .filter((metric) => metric.startsWith('errand_'))
      .flatMap((metric) =>
        workloadsOf(manifests)
          .filter(({ name }) => SOURCES.has(name))
          .filter((workload) => endpointOf(manifests, workload) === undefined)
          .map(
            ({ name }) =>
              `HorizontalPodAutoscaler ${nameOf(scaler)}: ${metric} needs telemetry, which ${name} does not send`,
          ),
      ),
  );
}

/** Telemetry that is on must arrive, and be on where something is decided by it. */
export function telemetryProblems(manifests: Manifests): string[] {
  return [...collectors(manifests), ...metrics(manifests)];
}
