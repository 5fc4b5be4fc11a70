import type { RunbookStep } from '@errand/sdk';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { emptyOf, resolved, type Schema, variantsOf } from '../schema-form/schema.ts';
import { CONTROL, Field } from '../ui/field.tsx';
import type { RunbookSchemas, StepKind } from './step-schemas.ts';

const MAIN = new Set(['id', 'instruction', 'input']);
/** Properties of a step that may hold templates. */
const TEMPLATED = new Set(['input', 'instruction', 'completionCondition', 'when', 'forEach', 'repeatWhile']);
/** The fields that depend on the primitive. */
const DECIDED = new Set(['kind', 'primitive', 'surface']);

function part(schema: Schema, isIn: (name: string) => boolean): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => isIn(name));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: (schema.required ?? []).filter((name) => isIn(name)),
  };
}

/** The step after its primitive was changed: what both have in common stays. */
function changedTo(kind: StepKind, step: RunbookStep, schemas: RunbookSchemas): RunbookStep {
  const {
    kind: _kind,
    primitive: _primitive,
    surface: _surface,
    input,
    ...rest
  } = step as RunbookStep & Record<string, unknown>;
  if (kind.name === 'agent') {
    const { instruction = '' } = rest;
    return { ...rest, kind: 'agent', instruction } as unknown as RunbookStep;
  }
  const { maxSteps: _maxSteps, ...common } = rest as Record<string, unknown>;
  const [first = {}] = variantsOf(
    resolved(kind.schema.properties?.['input'] ?? {}, schemas.defs),
    schemas.defs,
  ).variants;
  const known = Object.entries(input ?? {}).filter(([name]) => name in (first.properties ?? {}));
  const fresh = { ...(emptyOf(first) as object), ...Object.fromEntries(known) };
  return { ...common, kind: 'primitive', primitive: kind.name, input: fresh } as unknown as RunbookStep;
}

interface Props {
  step: RunbookStep;
  schemas: RunbookSchemas;
  path: string;
  problems: Readonly<Record<string, string>>;
  templates: readonly string[];
  onChange: (step: RunbookStep) => void;
}

/** The fields of a step, made from the schema of its primitive. */
export function StepForm({ step, schemas, path, problems, templates, onChange }: Props) {
  const name = step.kind === 'agent' ? 'agent' : step.primitive;
  const kind = schemas.kinds.find((each) => each.name === name);
  const surfaces = [...new Set(schemas.kinds.map((each) => each.name.split('.', 1)[0] ?? ''))];
  const value = step as unknown as Record<string, unknown>;
  const shared = {
    value,
    path,
    problems,
    templates,
    templated: TEMPLATED,
    defs: schemas.defs,
    onChange: (next: Record<string, unknown>) => onChange(next as unknown as RunbookStep),
  };
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="Does"
        hint={kind?.schema.description ?? kind?.description}
        problem={problems[`${path}.primitive`]}
      >
        {(control) => (
          <select
            {...control}
            className={CONTROL}
            value={name}
            onChange={({ target }) => {
              const next = schemas.kinds.find((each) => each.name === target.value);
              if (next !== undefined) onChange(changedTo(next, step, schemas));
            }}
          >
            {kind === undefined && <option value={name}>{name}</option>}
            {surfaces.map((surface) => (
              <optgroup key={surface} label={surface}>
                {schemas.kinds
                  .filter((each) => each.name.split('.', 1)[0] === surface)
                  .map((each) => (
                    <option key={each.name} value={each.name}>
                      {each.name}: {each.description}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {kind !== undefined && (
        <>
          <SchemaForm schema={part(kind.schema, (each) => MAIN.has(each))} {...shared} />
          <details>
            <summary className="text-sm text-muted">Conditions, loops, effect, retries</summary>
            <div className="pt-3">
              <SchemaForm
                schema={part(kind.schema, (each) => !MAIN.has(each) && !DECIDED.has(each))}
                {...shared}
              />
            </div>
          </details>
        </>
      )}
    </div>
  );
}
