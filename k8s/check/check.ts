import type { Manifests } from './manifests.ts';
import { operationProblems } from './operation.ts';
import { referenceProblems } from './references.ts';
import { schemaProblems } from './schemas.ts';
import { securityProblems } from './security.ts';
import { settingsProblems } from './settings.ts';
import { telemetryProblems } from './telemetry.ts';

/** Everything that is wrong with the objects of an overlay, one sentence each; the rules assume valid schemas. */
export function problemsOf(manifests: Manifests): string[] {
  const invalid = manifests.flatMap((object) =>
    schemaProblems(object).map((problem) => `${object.kind} ${object.metadata.name} ${problem}`),
  );
  if (invalid.length > 0) return invalid;
  return [
    referenceProblems,
    securityProblems,
    operationProblems,
    settingsProblems,
    telemetryProblems,
  ].flatMap((rule) => rule(manifests));
}
