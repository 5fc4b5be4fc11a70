import { z } from 'zod';
import { type LinuxSeccomp, SeccompRule } from '../check/seccomp.ts';

const Conditions = z.strictObject({
  caps: z.array(z.string()).optional(),
  arches: z.array(z.string()).optional(),
  minKernel: z.string().optional(),
});

/** Docker's format: rules that count only under conditions, which Docker resolves when it starts a container. */
export const DockerProfile = z.strictObject({
  defaultAction: z.string(),
  defaultErrnoRet: z.number(),
  archMap: z.array(
    z.strictObject({ architecture: z.string(), subArchitectures: z.array(z.string()).nullable() }),
  ),
  syscalls: z.array(
    SeccompRule.extend({
      comment: z.string().optional(),
      includes: Conditions.optional(),
      excludes: Conditions.optional(),
    }),
  ),
});
export type DockerProfile = z.infer<typeof DockerProfile>;

/** Architectures of the nodes that the profile is for, as conditions name them and as seccomp does. */
const NODES = new Map([
  ['amd64', 'SCMP_ARCH_X86_64'],
  ['arm64', 'SCMP_ARCH_AARCH64'],
]);

/**
 * For a container without capabilities. Kernels are newer than any that a rule asks for, and a system call that one of the
 * architectures does not have is passed over there.
 */
function counts({ includes = {}, excludes = {} }: DockerProfile['syscalls'][number]): boolean {
  return (
    (includes.caps ?? []).length === 0 &&
    (includes.arches?.some((arch) => NODES.has(arch)) ?? true) &&
    !excludes.arches?.some((arch) => NODES.has(arch))
  );
}

/** The same profile as the runtime specification writes it, which knows no conditions; containerd takes nothing else. */
export function resolveProfile({
  defaultAction,
  defaultErrnoRet,
  archMap,
  syscalls,
}: DockerProfile): LinuxSeccomp {
  return {
    defaultAction,
    defaultErrnoRet,
    architectures: archMap
      .filter(({ architecture }) => [...NODES.values()].includes(architecture))
      .flatMap(({ architecture, subArchitectures }) => [architecture, ...(subArchitectures ?? [])]),
    syscalls: syscalls.filter(counts).map((rule) => SeccompRule.parse(rule)),
  };
}
