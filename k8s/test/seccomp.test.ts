import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { seccompProblems } from '../check/seccomp.ts';
import { DockerProfile, resolveProfile } from '../seccomp/resolve.ts';

function read(name: string): unknown {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, name), 'utf8'));
}

const docker = DockerProfile.parse(read('../../docker/chromium-seccomp.json'));
const committed = read('../seccomp/chromium.json');
const resolved = resolveProfile(docker);

function actionsOn(name: string) {
  return resolved.syscalls
    .filter(({ names }) => names.includes(name))
    .map(({ action, errnoRet, args }) => ({ action, errnoRet, always: args === undefined }));
}

describe("the nodes' seccomp profile", () => {
  it("the seccomp profile is Docker's without conditions, as node k8s/seccomp/write.ts writes it", () => {
    expect(seccompProblems(committed)).toEqual([]);
    expect(committed).toEqual(resolved);
  });

  it('the seccomp profile allows the calls that create a sandbox, and none that requires a capability', () => {
    for (const name of ['clone', 'unshare', 'chroot'])
      expect(actionsOn(name)).toContainEqual({ action: 'SCMP_ACT_ALLOW', always: true });
    for (const name of ['mount', 'bpf', 'init_module', 'open_by_handle_at', 'ioperm', 'settimeofday'])
      expect(actionsOn(name)).toEqual([]);
  });

  it('the seccomp profile does not implement clone3, so that libraries use clone', () => {
    expect(actionsOn('clone3')).toEqual([{ action: 'SCMP_ACT_ERRNO', errnoRet: 38, always: true }]);
  });

  it('a stale seccomp profile is reported', () => {
    const [rule] = docker.syscalls;
    const changed = { ...docker, syscalls: [{ ...rule, names: ['accept'] }, ...docker.syscalls.slice(1)] };
    expect(committed).not.toEqual(resolveProfile(DockerProfile.parse(changed)));
  });

  it("a seccomp profile with Docker's conditions, which no runtime reads, is reported", () => {
    const [rule] = resolved.syscalls;
    const conditional = { ...rule, includes: { caps: ['CAP_SYS_ADMIN'] } };
    const planted = { ...resolved, syscalls: [conditional, ...resolved.syscalls.slice(1)] };
    expect(seccompProblems(planted)).toEqual([expect.stringMatching(/^\/syscalls\/0: .*"includes"/)]);
    expect(seccompProblems(docker).join('\n')).toMatch(/architectures[^]*"archMap"/);
  });

  it('a seccomp profile that both allows and refuses a call is reported', () => {
    const allowed = { names: ['clone3'], action: 'SCMP_ACT_ALLOW' };
    expect(seccompProblems({ ...resolved, syscalls: [...resolved.syscalls, allowed] })).toEqual([
      'clone3 is both SCMP_ACT_ERRNO 38 and SCMP_ACT_ALLOW',
    ]);
  });
});
