import type { RunbookParameter } from '@errand/sdk';
import { Plus, Trash2 } from 'lucide-react';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { Button } from '../ui/button.tsx';
import type { RunbookSchemas } from './step-schemas.ts';

interface Props {
  parameters: readonly RunbookParameter[];
  schemas: RunbookSchemas;
  problems: Readonly<Record<string, string>>;
  onChange: (parameters: RunbookParameter[]) => void;
}

const MAIN = new Set(['name', 'type', 'required', 'default', 'description']);

function freeName(parameters: readonly RunbookParameter[]): string {
  const taken = new Set(parameters.map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!taken.has(`input${number}`)) return `input${number}`;
}

/** The inputs that a Run is given. */
export function ParameterCards({ parameters, schemas, problems, onChange }: Props) {
  const properties = Object.entries(schemas.parameter.properties ?? {});
  const half = (isMain: boolean) => ({
    ...schemas.parameter,
    properties: Object.fromEntries(properties.filter(([name]) => MAIN.has(name) === isMain)),
  });
  return (
    <div className="flex flex-col gap-3">
      {parameters.length === 0 && (
        <p className="text-sm text-muted">
          Without inputs every Run does the same. Steps refer to one as {'{{ inputs.name }}'}.
        </p>
      )}
      <ul aria-label="Inputs" className="flex flex-col gap-2">
        {parameters.map((parameter, index) => {
          const shared = {
            value: parameter as unknown as Record<string, unknown>,
            path: `parameters[${index}]`,
            defs: schemas.defs,
            problems,
            onChange: (next: Record<string, unknown>) =>
              onChange(parameters.with(index, next as unknown as RunbookParameter)),
          };
          return (
            <li key={index} className="rounded-lg border border-line bg-raised">
              <details>
                <summary className="flex items-center gap-2 p-2 text-sm">
                  <code>{parameter.name}</code>
                  <span className="grow text-muted">
                    {parameter.type}
                    {parameter.required === true && ', required'}
                  </span>
                </summary>
                <div className="flex flex-col gap-3 border-t border-line p-3">
                  <SchemaForm schema={half(true)} {...shared} />
                  <details>
                    <summary className="text-sm text-muted">Rules</summary>
                    <div className="pt-3">
                      <SchemaForm schema={half(false)} {...shared} />
                    </div>
                  </details>
                  <Button className="w-fit" onClick={() => onChange(parameters.toSpliced(index, 1))}>
                    <Trash2 aria-hidden className="size-4" /> Remove the input {parameter.name}
                  </Button>
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      <Button
        className="w-fit"
        onClick={() => onChange([...parameters, { name: freeName(parameters), type: 'string' }])}
      >
        <Plus aria-hidden className="size-4" /> Add an input
      </Button>
    </div>
  );
}
