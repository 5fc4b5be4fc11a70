import type { IContainer } from 'kubernetes-models/v1';
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

/** A service ends itself this long after its drain, whatever hangs. */
const HARD_STOP_S = 10;

function resourceProblems(workload: Workload): string[] {
  return containersOf(workload).flatMap(({ name, resources }) =>
    [
      ...(resources?.requests?.['cpu'] === undefined ? ['asks for no CPU'] : []),
      ...(resources?.requests?.['memory'] === undefined ? ['asks for no memory'] : []),
      ...(resources?.limits?.['memory'] === undefined ? ['has no limit of memory'] : []),
    ].map((problem) => `${name} ${problem}`),
  );
}

function imageProblems(workload: Workload): string[] {
  return containersOf(workload).flatMap(({ name, image = '' }) => {
    const tag = /:([^/:@]+)$/.exec(image)?.[1];
    return image.includes('@sha256:') || (tag !== undefined && tag !== 'latest')
      ? []
      : [`${name} runs "${image}", which is whatever was pushed last`];
  });
}

function pathOf(probe: IContainer['livenessProbe']): string | undefined {
  return probe?.httpGet?.path;
}

function probeProblems(workload: Workload): string[] {
  return workload.kind === 'Job'
    ? []
    : workload.spec.containers.flatMap((container) => {
        const { name, startupProbe, livenessProbe, readinessProbe, ports = [] } = container;
        const probes = Object.entries({ startupProbe, livenessProbe, readinessProbe });
        const known = new Set(ports.flatMap((port) => [port.name, port.containerPort]));
        const problems = probes.flatMap(([kind, probe]) => {
          if (probe === undefined) return [`has no ${kind}`];
          const port = probe.httpGet?.port ?? probe.tcpSocket?.port;
          return port === undefined || known.has(port) ? [] : [`${kind} asks port ${port}, which it has not`];
        });
        const service = serviceOf(container);
        const isService = service !== undefined;
        // A gateway names an unavailable dependency in the API's form; an Ingress without any gateway answers in its own.
        const readiness = service === 'gateway' ? '/healthz' : '/readyz';
        // Liveness that asked for a dependency would restart everything whenever the database is away.
        if (isService && pathOf(livenessProbe) !== '/healthz')
          problems.push('livenessProbe does not ask /healthz');
        if (isService && pathOf(readinessProbe) !== readiness)
          problems.push(`readinessProbe does not ask ${readiness}`);
        return problems.map((problem) => `${name} ${problem}`);
      });
}

function graceProblems(manifests: Manifests, { spec, kind }: Workload): string[] {
  return kind === 'Job'
    ? []
    : spec.containers.flatMap((container) => {
        if (serviceOf(container) === undefined) return [];
        const drain = Number(settingsOf(manifests, container)['ERRAND_SHUTDOWN_GRACE_MS'] ?? NaN) / 1000;
        const needed = (container.lifecycle?.preStop?.sleep?.seconds ?? 0) + drain + HARD_STOP_S;
        const given = spec.terminationGracePeriodSeconds ?? 30;
        return given >= needed ? [] : [`has ${given} s to end and may need ${needed}`];
      });
}

function isRouted(manifests: Manifests, { labels }: Workload): boolean {
  return ofKind(manifests, 'Service').some(({ spec }) =>
    selects({ matchLabels: spec?.selector ?? {} }, labels),
  );
}

/** Endpoints are taken out while a Pod already ends; without a pause its last requests meet a closed port. */
function preStopProblems(manifests: Manifests, workload: Workload): string[] {
  return workload.kind === 'Deployment' && isRouted(manifests, workload)
    ? workload.spec.containers
        .filter(({ lifecycle }) => lifecycle?.preStop === undefined)
        .map(({ name }) => `${name} ends at once when it is told to, while requests still come`)
    : [];
}

/** Replicas that a budget can count on. */
function leastReplicas(manifests: Manifests, name: string): number {
  const hpa = ofKind(manifests, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec?.scaleTargetRef.name === name,
  );
  const keda = ofKind(manifests, 'ScaledObject').find(({ spec }) => spec.scaleTargetRef.name === name);
  const own = [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'StatefulSet')].find(
    (each) => nameOf(each) === name,
  );
  return hpa?.spec?.minReplicas ?? keda?.spec.minReplicaCount ?? own?.spec?.replicas ?? 1;
}

/** Kubernetes rounds percentages up, of what may be gone as of what must stay. */
function share(value: string | number, of: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) / 100) * of);
}

function budgetProblems(manifests: Manifests): string[] {
  return ofKind(manifests, 'PodDisruptionBudget').flatMap((budget) => {
    const { minAvailable, maxUnavailable, selector } = budget.spec ?? {};
    return workloadsOf(manifests)
      .filter(({ kind, labels }) => kind !== 'Job' && selects(selector, labels))
      .flatMap(({ name }) => {
        const replicas = leastReplicas(manifests, name);
        const mayGo =
          maxUnavailable === undefined
            ? replicas - share(minAvailable ?? 1, replicas)
            : share(maxUnavailable, replicas);
        return mayGo >= 1
          ? []
          : [`PodDisruptionBudget ${nameOf(budget)}: no node with ${name} can ever be drained`];
      });
  });
}

function deploymentProblems(manifests: Manifests): string[] {
  return ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const labels = deployment.spec?.template.metadata?.labels ?? {};
    const budgeted = ofKind(manifests, 'PodDisruptionBudget').some(({ spec }) =>
      selects(spec?.selector, labels),
    );
    const rolling = deployment.spec?.strategy?.rollingUpdate?.maxUnavailable;
    return [
      ...(budgeted ? [] : ['no PodDisruptionBudget']),
      ...(rolling === 0 ? [] : ['a rollout takes Pods away before new ones are ready']),
      ...(deployment.spec?.template.spec?.priorityClassName === undefined ? ['no priority'] : []),
    ].map((problem) => `Deployment ${nameOf(deployment)}: ${problem}`);
  });
}

/** Each database is migrated by a Job of the version that waits for it. */
function migrationProblems(manifests: Manifests): string[] {
  const jobs = new Set(
    workloadsOf(manifests)
      .filter(({ kind }) => kind === 'Job')
      .flatMap(({ spec }) => spec.containers)
      .map(({ image, command = [] }) => `${image ?? ''} ${command.join(' ')}`),
  );
  return workloadsOf(manifests).flatMap(({ kind, name, spec }) => {
    const usesDatabase = spec.containers.some(({ env = [] }) =>
      env.some((each) => each.name === 'ERRAND_DATABASE_URL'),
    );
    if (kind !== 'Deployment' || !usesDatabase) return [];
    const waits = (spec.initContainers ?? []).find(({ command = [] }) =>
      command.join(' ').endsWith(` wait ${name}`),
    );
    if (waits === undefined) return [`Deployment ${name}: does not wait for its migrations`];
    const apply = `${waits.image ?? ''} ${(waits.command ?? []).join(' ').replace(' wait ', ' apply ')}`;
    return jobs.has(apply) ? [] : [`Deployment ${name}: waits for migrations that no Job applies (${apply})`];
  });
}

/** Jobs cannot be changed: their names carry the version that their image has. */
function jobNameProblems(manifests: Manifests): string[] {
  return workloadsOf(manifests)
    .filter(({ kind }) => kind === 'Job')
    .flatMap(({ name, spec }) =>
      spec.containers
        .map(({ image = '' }) => image.split(':').at(-1) ?? '')
        .filter((tag) => !name.endsWith(`-${tag.replaceAll('.', '-')}`))
        .map((tag) => `Job ${name}: its name does not end in its version, ${tag}`),
    );
}

/** The runtime's own seccomp profile allows no user namespaces, without which Chromium with a sandbox does not start. */
function sandboxProblems(manifests: Manifests, { spec }: Workload): string[] {
  return spec.containers
    .filter((container) => settingsOf(manifests, container)['ERRAND_BROWSER_SANDBOX'] === 'on')
    .filter(() => spec.securityContext?.seccompProfile?.type !== 'Localhost')
    .map(({ name }) => `${name} has no seccomp profile under which its browser could make a sandbox`);
}

/** What lets Pods start, stop, move and be replaced without anybody noticing. */
export function operationProblems(manifests: Manifests): string[] {
  return [
    ...workloadsOf(manifests).flatMap((workload) =>
      [
        ...resourceProblems(workload),
        ...imageProblems(workload),
        ...probeProblems(workload),
        ...graceProblems(manifests, workload),
        ...preStopProblems(manifests, workload),
        ...sandboxProblems(manifests, workload),
      ].map((problem) => `${workload.kind} ${workload.name}: ${problem}`),
    ),
    ...[budgetProblems, deploymentProblems, migrationProblems, jobNameProblems].flatMap((rule) =>
      rule(manifests),
    ),
  ];
}
