import { guestProblems, guestsOf } from './cert-manager.ts';
import {
  type Labels,
  type Manifests,
  type Workload,
  containersOf,
  nameOf,
  names,
  ofKind,
  selects,
  workloadsOf,
} from './manifests.ts';

/** Priority classes that every cluster has. */
const BUILT_IN_CLASSES = ['system-cluster-critical', 'system-node-critical'];

function portsOf(workload: Workload): { name?: string; number: number }[] {
  return workload.spec.containers.flatMap(({ ports = [] }) =>
    ports.map(({ name, containerPort }) => ({ ...(name !== undefined && { name }), number: containerPort })),
  );
}

function hasPort(workload: Workload, port: string | number): boolean {
  return portsOf(workload).some(({ name, number }) => port === name || port === number);
}

function servicesTargets(manifests: Manifests): string[] {
  const workloads = workloadsOf(manifests).filter(({ kind }) => kind !== 'Job');
  return ofKind(manifests, 'Service').flatMap((service) => {
    const selector = service.spec?.selector ?? {};
    const targets = workloads.filter(({ labels }) => selects({ matchLabels: selector }, labels));
    if (Object.keys(selector).length === 0 || targets.length === 0)
      return [`Service ${nameOf(service)}: selects no Pods`];
    return (service.spec?.ports ?? []).flatMap(({ port, targetPort = port }) =>
      targets
        .filter((target) => !hasPort(target, targetPort))
        .map((target) => `Service ${nameOf(service)}: ${target.name} has no port ${targetPort}`),
    );
  });
}

function ingressBackends(manifests: Manifests): string[] {
  return ofKind(manifests, 'Ingress').flatMap((ingress) =>
    (ingress.spec?.rules ?? [])
      .flatMap(({ http }) => http?.paths ?? [])
      .flatMap(({ backend: { service } }) => {
        const target = ofKind(manifests, 'Service').find((each) => nameOf(each) === service?.name);
        if (target === undefined)
          return [`Ingress ${nameOf(ingress)}: there is no Service ${service?.name ?? ''}`];
        const wanted = service?.port?.name ?? service?.port?.number;
        const found = (target.spec?.ports ?? []).some(({ name, port }) => wanted === name || wanted === port);
        return found
          ? []
          : [`Ingress ${nameOf(ingress)}: Service ${nameOf(target)} has no port ${String(wanted)}`];
      }),
  );
}

function ownSelector(manifests: Manifests): string[] {
  return [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'StatefulSet')].flatMap((object) => {
    const labels = object.spec?.template.metadata?.labels ?? {};
    return selects(object.spec?.selector, labels)
      ? []
      : [`${object.kind} ${nameOf(object)}: its selector does not take its own Pods`];
  });
}

function podReferences(manifests: Manifests): string[] {
  const exists = {
    ServiceAccount: names(manifests, 'ServiceAccount'),
    PriorityClass: [...names(manifests, 'PriorityClass'), ...BUILT_IN_CLASSES],
    ConfigMap: names(manifests, 'ConfigMap'),
    PersistentVolumeClaim: names(manifests, 'PersistentVolumeClaim'),
  };
  return workloadsOf(manifests).flatMap((workload) => {
    const wanted: [keyof typeof exists, string | undefined][] = [
      ['ServiceAccount', workload.spec.serviceAccountName ?? 'default'],
      ['PriorityClass', workload.spec.priorityClassName],
      ...(workload.spec.volumes ?? []).flatMap(({ configMap, persistentVolumeClaim }): typeof wanted => [
        ['ConfigMap', configMap?.name],
        ['PersistentVolumeClaim', persistentVolumeClaim?.claimName],
      ]),
      ...containersOf(workload).flatMap(({ envFrom = [], env = [] }): typeof wanted => [
        ...envFrom.map(({ configMapRef }): [keyof typeof exists, string | undefined] => [
          'ConfigMap',
          configMapRef?.name,
        ]),
        ...env.map(({ valueFrom }): [keyof typeof exists, string | undefined] => [
          'ConfigMap',
          valueFrom?.configMapKeyRef?.name,
        ]),
      ]),
    ];
    return wanted
      .filter(([kind, name]) => name !== undefined && !exists[kind].includes(name))
      .map(([kind, name]) => `${workload.kind} ${workload.name}: there is no ${kind} ${name ?? ''}`);
  });
}

function mounts(manifests: Manifests): string[] {
  return workloadsOf(manifests).flatMap((workload) => {
    const claims =
      ofKind(manifests, 'StatefulSet').find((each) => nameOf(each) === workload.name)?.spec
        ?.volumeClaimTemplates ?? [];
    const volumes = new Set([
      ...(workload.spec.volumes ?? []).map(({ name }) => name),
      ...claims.map(nameOf),
    ]);
    return containersOf(workload)
      .flatMap(({ volumeMounts = [] }) => volumeMounts)
      .filter(({ name }) => !volumes.has(name))
      .map(({ name }) => `${workload.kind} ${workload.name}: there is no volume ${name}`);
  });
}

function scaleTargets(manifests: Manifests): string[] {
  const targets = [
    ...ofKind(manifests, 'HorizontalPodAutoscaler').map((scaler) => ({
      scaler: `HorizontalPodAutoscaler ${nameOf(scaler)}`,
      target: scaler.spec?.scaleTargetRef,
    })),
    ...ofKind(manifests, 'ScaledObject').map((scaler) => ({
      scaler: `ScaledObject ${nameOf(scaler)}`,
      target: scaler.spec.scaleTargetRef,
    })),
  ];
  const scaled = targets.map(({ target }) => target?.name);
  const twice = targets.filter(({ target }, index) => scaled.indexOf(target?.name) !== index);
  return [
    ...twice.map(({ scaler, target }) => `${scaler}: ${target?.name ?? ''} has another autoscaler`),
    ...targets.flatMap(({ scaler, target }) => {
      const found = ofKind(manifests, 'Deployment').find((each) => nameOf(each) === target?.name);
      if (found === undefined || (target?.kind ?? 'Deployment') !== 'Deployment')
        return [`${scaler}: there is no ${target?.kind ?? 'Deployment'} ${target?.name ?? ''}`];
      return found.spec?.replicas === undefined
        ? []
        : [`${scaler}: ${nameOf(found)} sets replicas, which each rollout would put back`];
    }),
    ...ofKind(manifests, 'ScaledObject').flatMap((scaler) =>
      scaler.spec.triggers
        .filter(
          ({ authenticationRef }) =>
            !names(manifests, 'TriggerAuthentication').includes(authenticationRef.name),
        )
        .map(
          ({ authenticationRef: { name } }) =>
            `ScaledObject ${nameOf(scaler)}: there is no TriggerAuthentication ${name}`,
        ),
    ),
  ];
}

/** Every label set that a policy, a budget or a spread may mean: an empty answer is a misspelled label. */
function selectorsMeanSomething(manifests: Manifests): string[] {
  const workloads = workloadsOf(manifests);
  const someLabels: Labels[] = workloads.map(({ labels }) => labels);
  const withGuests = [...someLabels, ...guestsOf(manifests).map(({ labels }) => labels)];
  const policies = ofKind(manifests, 'NetworkPolicy').flatMap((policy) => {
    const peers = [
      ...(policy.spec?.ingress ?? []).flatMap(({ from = [] }) => from),
      ...(policy.spec?.egress ?? []).flatMap(({ to = [] }) => to),
    ].filter(({ namespaceSelector }) => namespaceSelector === undefined);
    const selectors = [policy.spec?.podSelector, ...peers.map(({ podSelector }) => podSelector)];
    return selectors
      .filter((selector) => selector !== undefined)
      .filter((selector) => !withGuests.some((labels) => selects(selector, labels)))
      .map((selector) => `NetworkPolicy ${nameOf(policy)}: ${JSON.stringify(selector)} takes no Pods`);
  });
  const budgets = ofKind(manifests, 'PodDisruptionBudget')
    .filter(({ spec }) => !someLabels.some((labels) => selects(spec?.selector, labels)))
    .map((budget) => `PodDisruptionBudget ${nameOf(budget)}: takes no Pods`);
  const spreads = workloads.flatMap(({ kind, name, labels, spec }) =>
    (spec.topologySpreadConstraints ?? [])
      .filter(({ labelSelector }) => !selects(labelSelector, labels))
      .map(({ topologyKey }) => `${kind} ${name}: spreads other Pods than its own over ${topologyKey}`),
  );
  return [...policies, ...budgets, ...spreads];
}

/** A policy lets traffic in to a port: somebody must listen there. */
function policyPorts(manifests: Manifests): string[] {
  return ofKind(manifests, 'NetworkPolicy').flatMap((policy) => {
    const targets = [...workloadsOf(manifests), ...guestsOf(manifests)].filter(({ labels }) =>
      selects(policy.spec?.podSelector, labels),
    );
    return (policy.spec?.ingress ?? [])
      .flatMap(({ ports = [] }) => ports)
      .flatMap(({ port }) => (port === undefined ? [] : [port]))
      .filter((port) => !targets.some((target) => hasPort(target, port)))
      .map((port) => `NetworkPolicy ${nameOf(policy)}: nothing listens on ${port}`);
  });
}

/** Everything that an object names must exist, under that name, with that port. */
export function referenceProblems(manifests: Manifests): string[] {
  return [
    servicesTargets,
    ingressBackends,
    ownSelector,
    podReferences,
    mounts,
    scaleTargets,
    selectorsMeanSomething,
    policyPorts,
    guestProblems,
  ].flatMap((rule) => rule(manifests));
}
