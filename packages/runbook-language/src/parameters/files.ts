import { type FileInput, formatPath, type RunbookParameter } from '@errand/contracts';
import { propertiesOf, type Rules } from './value.ts';

interface FoundFile {
  readonly path: readonly PropertyKey[];
  readonly fileId: string;
}

function filesIn(value: unknown, rules: Rules, path: readonly PropertyKey[]): FoundFile[] {
  if (typeof value !== 'object' || value === null) return [];
  if (rules.type === 'file') return [{ path, fileId: (value as FileInput).fileId }];
  const { items } = rules;
  if (Array.isArray(value))
    return items === undefined
      ? []
      : value.flatMap((item: unknown, at) => filesIn(item, items, [...path, at]));
  const given = value as Readonly<Record<string, unknown>>;
  return propertiesOf(rules).flatMap(([name, part]) =>
    Object.hasOwn(given, name) ? filesIn(given[name], part, [...path, name]) : [],
  );
}

/** The uploaded files among the valid inputs of a Run, and where they are: `inputs.rows[0].invoice`. */
export function fileInputs(
  parameters: readonly RunbookParameter[],
  inputs: Readonly<Record<string, unknown>>,
): { path: string; fileId: string }[] {
  return parameters
    .flatMap((parameter) => filesIn(inputs[parameter.name], parameter, ['inputs', parameter.name]))
    .map(({ path, fileId }) => ({ path: formatPath(path), fileId }));
}
