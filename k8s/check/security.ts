import { BlockList } from 'node:net';
import type { IContainer, IVolume } from 'kubernetes-models/v1';
import {
  type Manifests,
  type Workload,
  containersOf,
  nameOf,
  ofKind,
  selects,
  workloadsOf,
} from './manifests.ts';

/** https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted */
const VOLUMES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

function podProblems({ spec }: Workload): string[] {
  const context = spec.securityContext ?? {};
  const kindOf = (volume: IVolume) => Object.keys(volume).find((key) => key !== 'name') ?? 'nothing';
  return [
    ...(['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true),
    ...(spec.volumes ?? [])
      .filter((volume) => !VOLUMES.has(kindOf(volume)))
      .map((volume) => `volume ${volume.name} is a ${kindOf(volume)}`),
    ...(context.runAsNonRoot === true ? [] : ['runAsNonRoot is not true']),
    ...(context.runAsUser === 0 ? ['runs as root'] : []),
    ...(['RuntimeDefault', 'Localhost'].includes(context.seccompProfile?.type ?? '')
      ? []
      : ['no seccomp profile']),
    ...(context.sysctls === undefined ? [] : ['sets sysctls']),
    // Beyond the standard: nothing here asks the API server for anything.
    ...(spec.automountServiceAccountToken === false ? [] : ['mounts a token of its service account']),
    ...(spec.enableServiceLinks === false ? [] : ['is told every Service in its environment']),
  ];
}

function containerProblems({
  name,
  securityContext: context = {},
  ports = [],
  env = [],
}: IContainer): string[] {
  return [
    ...(context.privileged === true ? ['is privileged'] : []),
    ...(context.allowPrivilegeEscalation === false ? [] : ['may escalate privileges']),
    ...(context.runAsNonRoot === false || context.runAsUser === 0 ? ['runs as root'] : []),
    ...(context.capabilities?.drop?.includes('ALL') === true ? [] : ['keeps capabilities']),
    ...(context.capabilities?.add ?? [])
      .filter((added) => added !== 'NET_BIND_SERVICE')
      .map((added) => `adds capability ${added}`),
    ...(context.seccompProfile?.type === 'Unconfined' ? ['is unconfined'] : []),
    ...(context.procMount === undefined || context.procMount === 'Default' ? [] : ['changes /proc']),
    ...ports.filter(({ hostPort }) => hostPort !== undefined).map(() => 'takes a port of the host'),
    // Beyond the standard.
    ...(context.readOnlyRootFilesystem === true ? [] : ['may write to its image']),
    ...env
      .filter(({ name: variable, value }) => value !== undefined && isSecret(variable))
      .map(({ name: variable }) => `has ${variable} in clear`),
  ].map((problem) => `${name} ${problem}`);
}

/** Names of variables whose values belong into Secrets. */
function isSecret(variable: string): boolean {
  return /PASSWORD|SECRET|TOKEN|_KEY\b|_KEY_|DATABASE_URL|QUEUE_URL|REDIS_URL/.test(variable);
}

function namespaceProblems(manifests: Manifests): string[] {
  return ofKind(manifests, 'Namespace')
    .filter(({ metadata }) => metadata?.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
    .map((namespace) => `Namespace ${nameOf(namespace)}: does not enforce "restricted"`);
}

function secretsInClear(manifests: Manifests): string[] {
  return [
    ...ofKind(manifests, 'Secret').map((secret) => `Secret ${nameOf(secret)}: secrets are kept elsewhere`),
    ...ofKind(manifests, 'ConfigMap').flatMap((map) =>
      Object.keys(map.data ?? {})
        .filter(isSecret)
        .map((key) => `ConfigMap ${nameOf(map)}: ${key} belongs into a Secret`),
    ),
  ];
}

function defaultDeny(manifests: Manifests): string[] {
  const denies = ofKind(manifests, 'NetworkPolicy').some(
    ({ spec }) =>
      spec?.podSelector !== undefined &&
      Object.keys(spec.podSelector).length === 0 &&
      spec.ingress === undefined &&
      spec.egress === undefined &&
      spec.policyTypes?.includes('Ingress') === true &&
      spec.policyTypes.includes('Egress'),
  );
  return denies ? [] : ['NetworkPolicy: none denies everything by default'];
}

/** Addresses, one of each kind, that a page may never reach: the cluster, its nodes, metadata, private networks. */
const FORBIDDEN = [
  '10.96.0.1',
  '10.244.1.7',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '169.254.169.254',
  '172.17.0.1',
  '192.168.1.1',
  '0.0.0.0',
  'fd00:ec2::254',
  'fe80::1',
  '::1',
  '::ffff:169.254.169.254',
] as const;

function family(address: string) {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
function covers(cidrs: readonly string[], address: string): boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', prefix] = cidr.split('/');
    list.addSubnet(network, Number(prefix), family(network));
  }
  return list.check(address, family(address));
}

/** Blocks of more than this many addresses are the internet; a smaller one is a place that was named. */
function isWide(cidr: string): boolean {
  return Number(cidr.split('/')[1]) < 8;
}

function openEgress(manifests: Manifests): string[] {
  return ofKind(manifests, 'NetworkPolicy').flatMap((policy) =>
    (policy.spec?.egress ?? []).flatMap(({ to }) => {
      if (to === undefined || to.length === 0)
        return [`NetworkPolicy ${nameOf(policy)}: lets out to anywhere`];
      return to
        .flatMap(({ ipBlock }) => (ipBlock !== undefined && isWide(ipBlock.cidr) ? [ipBlock] : []))
        .flatMap(({ cidr, except = [] }) =>
          FORBIDDEN.filter((address) => covers([cidr], address) && !covers(except, address)).map(
            (address) => `NetworkPolicy ${nameOf(policy)}: lets out to ${address}`,
          ),
        );
    }),
  );
}

/** Of ours, only the gateway lets in anybody from outside the namespace: the ingress controller. */
function openIngress(manifests: Manifests): string[] {
  return ofKind(manifests, 'NetworkPolicy').flatMap((policy) =>
    (policy.spec?.ingress ?? []).flatMap(({ from }) => {
      const isOpen = from === undefined || from.some(({ podSelector }) => podSelector === undefined);
      const others = workloadsOf(manifests).filter(
        ({ name, labels }) => name !== 'gateway' && selects(policy.spec?.podSelector, labels),
      );
      return isOpen
        ? others.map(({ name }) => `NetworkPolicy ${nameOf(policy)}: lets others in to ${name}`)
        : [];
    }),
  );
}

/** Executors open strangers' pages: a page that breaks out of the browser gets their secrets. */
const EXECUTOR_SECRETS: ReadonlySet<string> = new Set(['errand-executor', 'errand-queue', 'errand-model']);

function executorSecrets(manifests: Manifests): string[] {
  const executors = workloadsOf(manifests).filter(({ name }) => name === 'executor');
  return executors.flatMap((workload) => {
    const mounted = (workload.spec.volumes ?? []).map(({ secret }) => secret?.secretName);
    const read = containersOf(workload).flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
      ...envFrom.map(({ secretRef }) => secretRef?.name),
    ]);
    return [...mounted, ...read]
      .filter((name) => name !== undefined && !EXECUTOR_SECRETS.has(name))
      .map((name) => `${workload.kind} ${workload.name}: is given the Secret ${name}`);
  });
}

/** Violations of the "restricted" Pod Security standard, and of this product's stricter rules. */
export function securityProblems(manifests: Manifests): string[] {
  return [
    ...workloadsOf(manifests).flatMap((workload) =>
      [...podProblems(workload), ...containersOf(workload).flatMap(containerProblems)].map(
        (problem) => `${workload.kind} ${workload.name}: ${problem}`,
      ),
    ),
    ...[namespaceProblems, secretsInClear, defaultDeny, openEgress, openIngress, executorSecrets].flatMap(
      (rule) => rule(manifests),
    ),
  ];
}
