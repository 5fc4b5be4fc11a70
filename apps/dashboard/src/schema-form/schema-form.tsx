import { SchemaFormContext } from './form-context.ts';
import type { Schema } from './schema.ts';
import { ObjectFields } from './value-field.tsx';

interface Props {
  schema: Schema;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  path?: string;
  defs?: Record<string, Schema>;
  problems?: Readonly<Record<string, string>>;
  templates?: readonly string[];
  /** The properties that may hold templates. */
  templated?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A form made of a JSON Schema of an object. Values that are not given are left out. */
export function SchemaForm({
  schema,
  value,
  onChange,
  path = '',
  defs,
  problems = {},
  templates = [],
  templated = NONE,
}: Props) {
  const takesTemplates = (at: string): boolean =>
    templated.has(/^\w+/.exec(at.slice(path === '' ? 0 : path.length + 1))?.[0] ?? '');
  return (
    <SchemaFormContext value={{ defs: defs ?? schema.$defs ?? {}, problems, templates, takesTemplates }}>
      <ObjectFields schema={schema} value={value} onChange={onChange} path={path} />
    </SchemaFormContext>
  );
}
