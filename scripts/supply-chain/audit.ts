import { z } from 'zod';
import type { Policy } from './policy.ts';

const Advisory = z.object({ url: z.string(), title: z.string(), severity: z.string() });

/** What `npm audit --json` prints when the registry answers; `via` names advisories, or packages that have them. */
export const AuditReport = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.string(), via: z.array(z.union([z.string(), Advisory])) }),
  ),
});
export type AuditReport = z.infer<typeof AuditReport>;

/** What npm prints instead when the registry has no such service, or none can be reached. */
const Unanswered = z.object({ message: z.string(), statusCode: z.number().optional() });

/** The report that `npm audit --json` printed; null when the registry did not answer. Throws when it cannot be parsed. */
export function readAudit(printed: string): AuditReport | null {
  const json: unknown = JSON.parse(printed);
  return Unanswered.safeParse(json).success ? null : AuditReport.parse(json);
}

function idOf({ url }: z.infer<typeof Advisory>): string {
  return /GHSA-[\w-]+/.exec(url)?.[0] ?? url;
}

/** Advisories that no exception covers today (`YYYY-MM-DD`), and exceptions that have run out or cover nothing. */
export function auditProblems(report: AuditReport, policy: Policy, today: string): string[] {
  const advisories = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via.flatMap((each) => (typeof each === 'string' ? [] : [{ ...each, id: idOf(each), name }])),
  );
  const excused = new Set(
    policy.advisoryExceptions.filter(({ until }) => until >= today).map(({ advisory }) => advisory),
  );
  const open = advisories
    .filter(({ id }) => !excused.has(id))
    .map(({ id, name, severity, title }) => `${name}: ${title} (${severity}, ${id})`);
  const idle = policy.advisoryExceptions.flatMap(({ advisory, until }) => {
    if (until < today) return [`the exception for ${advisory} ended on ${until}`];
    return advisories.some(({ id }) => id === advisory)
      ? []
      : [`the exception for ${advisory} is not needed any more`];
  });
  return [...new Set(open), ...idle];
}
