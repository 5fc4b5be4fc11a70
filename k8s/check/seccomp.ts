import { z } from 'zod';

export const SeccompRule = z.object({
  names: z.array(z.string()).min(1),
  action: z.string(),
  errnoRet: z.number().optional(),
  args: z
    .array(
      z.strictObject({
        index: z.number(),
        value: z.number(),
        valueTwo: z.number().optional(),
        op: z.string(),
      }),
    )
    .optional(),
});

/** https://github.com/opencontainers/runtime-spec/blob/main/config-linux.md#seccomp, as far as it is used here. */
const LinuxSeccomp = z.strictObject({
  defaultAction: z.string(),
  defaultErrnoRet: z.number(),
  architectures: z.array(z.string()).min(1),
  syscalls: z.array(SeccompRule.strict()),
});
export type LinuxSeccomp = z.infer<typeof LinuxSeccomp>;

/** System calls for which two rules contradict each other, whatever the arguments. */
function contradictions({ syscalls }: LinuxSeccomp): string[] {
  const said = new Map<string, Set<string>>();
  for (const { names, action, errnoRet, args = [] } of syscalls)
    if (args.length === 0)
      for (const name of names)
        said.set(name, (said.get(name) ?? new Set()).add(`${action} ${errnoRet ?? ''}`.trim()));
  return [...said]
    .filter(([, actions]) => actions.size > 1)
    .map(([name, actions]) => `${name} is both ${[...actions].join(' and ')}`);
}

/**
 * What is wrong with a profile of a node. A runtime passes over fields that it does not know, such as Docker's conditions,
 * and the rule that had them counts always.
 */
export function seccompProblems(profile: unknown): string[] {
  const { data, error } = LinuxSeccomp.safeParse(profile);
  return data === undefined
    ? (error?.issues.map(({ path, message }) => `/${path.join('/')}: ${message}`) ?? [])
    : contradictions(data);
}
