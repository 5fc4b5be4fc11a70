import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../ui/button.tsx';
import { CONTROL, Field } from '../ui/field.tsx';
import { Prose } from '../ui/prose.tsx';
import { plainText } from '../ui/plain-text.ts';
import { useFormContext, type ValueProps } from './form-context.ts';
import { FileField } from './file-field.tsx';
import { JsonField } from './json-field.tsx';
import { emptyOf, fits, labelOf, resolved, type Schema, titleOf, variantsOf } from './schema.ts';
import { TextValue } from './text-value.tsx';

function Choice({
  name,
  schema,
  isRequired,
  value,
  onChange,
  path,
  options,
}: ValueProps & { options: readonly unknown[] }) {
  const { problems } = useFormContext();
  const standard = schema.default === undefined ? '' : ` (${plainText(schema.default)})`;
  return (
    <Field
      label={labelOf(name, schema)}
      hint={schema.description}
      problem={problems[path]}
      isRequired={isRequired}
    >
      {(control) => (
        <select
          {...control}
          required={isRequired}
          className={CONTROL}
          value={value === undefined ? '' : JSON.stringify(value)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : JSON.parse(target.value))}
        >
          {(!isRequired || value === undefined) && (
            <option value="">{isRequired ? 'Choose' : `Not set${standard}`}</option>
          )}
          {options.map((option) => (
            <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
              {typeof option === 'boolean' ? yesOrNo(option) : plainText(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}

function Description({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="text-xs text-muted">
      <Prose text={text} />
    </p>
  );
}

/** A value that may be written in several ways: which one, and then its fields. */
function Variants(props: ValueProps & { variants: readonly Schema[] }) {
  const { name, schema, isRequired, value, onChange, path, variants } = props;
  const { problems, defs } = useFormContext();
  const chosen = value === undefined ? -1 : variants.findIndex((variant) => fits(variant, value));
  const variant = variants[chosen];
  const unset = isRequired ? 'Choose' : 'Not set';
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">
        {labelOf(name, schema)}
        {isRequired && <span className="font-normal text-muted"> (required)</span>}
      </legend>
      <Description text={schema.description} />
      <select
        aria-label={`How ${name} is written`}
        className={CONTROL}
        value={chosen}
        onChange={({ target }) => {
          const next = variants[Number(target.value)];
          onChange(next === undefined ? undefined : emptyOf(resolved(next, defs)));
        }}
      >
        <option value={-1}>{value === undefined ? unset : 'As JSON'}</option>
        {variants.map((each, index) => (
          <option key={index} value={index}>
            {titleOf(each)}
          </option>
        ))}
      </select>
      {problems[path] !== undefined && (
        <p className="text-xs text-bad first-letter:uppercase" data-problem>
          {problems[path]}
        </p>
      )}
      {variant !== undefined && <Inner {...props} schema={variant} isRequired={false} />}
      {variant === undefined && value !== undefined && (
        <JsonField name={name} schema={{}} isRequired={false} value={value} onChange={onChange} path={path} />
      )}
    </fieldset>
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The control of one way to write a value. */
function Inner(props: ValueProps & { allowsTemplate?: boolean }) {
  const { schema, value, onChange, path, allowsTemplate = false } = props;
  const [type] = [schema.type].flat();
  if (schema.format === 'file') return <FileField {...props} />;
  if (!allowsTemplate && schema.enum !== undefined) return <Choice {...props} options={schema.enum} />;
  if (!allowsTemplate && type === 'boolean') return <Choice {...props} options={[true, false]} />;
  if (type === 'object' && schema.properties !== undefined)
    return (
      <ObjectFields schema={schema} value={isObject(value) ? value : {}} onChange={onChange} path={path} />
    );
  if (type === 'array' && schema.items !== undefined) return <ListField {...props} />;
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean')
    return <TextValue {...props} />;
  return <JsonField {...props} />;
}

/** The field of any value, by its schema. */
export function ValueField(props: ValueProps) {
  const { defs } = useFormContext();
  const outer = resolved(props.schema, defs);
  const { variants, allowsTemplate } = variantsOf(outer, defs);
  const [only] = variants;
  if (variants.length > 1) return <Variants {...props} schema={outer} variants={variants} />;
  if (only === undefined) return <JsonField {...props} schema={outer} />;
  const [type] = [only.type].flat();
  const isGroup = type === 'object' && only.properties !== undefined;
  if (!isGroup) return <Inner {...props} schema={only} allowsTemplate={allowsTemplate} />;
  // An optional group is opened on demand; schemas may hold themselves.
  const isOpen = props.isRequired || props.value !== undefined;
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{labelOf(props.name, only)}</legend>
      <Description text={only.description} />
      {isOpen && <Inner {...props} schema={only} />}
      {!props.isRequired && (
        <Button className="w-fit" onClick={() => props.onChange(isOpen ? undefined : emptyOf(only))}>
          {isOpen ? 'Remove' : 'Add'}
        </Button>
      )}
    </fieldset>
  );
}

/** A list with one field per item; a template in its place is shown as text. */
function ListField({ name, schema, value, onChange, path }: ValueProps) {
  const { defs, problems } = useFormContext();
  const items: unknown[] = Array.isArray(value) ? value : [];
  const { items: of = {} } = schema;
  const [variant = {}] = variantsOf(of, defs).variants;
  if (typeof value === 'string')
    return (
      <ValueField
        name={name}
        schema={{ type: 'string' }}
        isRequired={false}
        value={value}
        onChange={onChange}
        path={path}
      />
    );
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{labelOf(name, schema)}</legend>
      <Description text={schema.description} />
      {problems[path] !== undefined && (
        <p className="text-xs text-bad first-letter:uppercase" data-problem>
          {problems[path]}
        </p>
      )}
      {items.map((item, index) => (
        <div key={index} className="flex items-end gap-2">
          <div className="grow">
            <ValueField
              name={`${name} ${index + 1}`}
              schema={of}
              isRequired={false}
              value={item}
              onChange={(next) => onChange(items.map((old, at) => (at === index ? (next ?? '') : old)))}
              path={`${path}[${index}]`}
            />
          </div>
          <IconButton
            label={`Remove ${name} ${index + 1}`}
            onClick={() => onChange(items.length === 1 ? undefined : items.filter((_, at) => at !== index))}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      <Button className="w-fit" onClick={() => onChange([...items, emptyOf(variant)])}>
        <Plus aria-hidden className="size-4" /> Add
      </Button>
    </fieldset>
  );
}

interface ObjectProps {
  schema: Schema;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  path: string;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The properties of an object, the required ones first; a constant is no question. */
export function ObjectFields({ schema, value, onChange, path }: ObjectProps) {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([, { const: fixed }]) => fixed === undefined,
  );
  const ordered = [
    ...properties.filter(([name]) => required.has(name)),
    ...properties.filter(([name]) => !required.has(name)),
  ];
  const change = (name: string, next: unknown): void => {
    const { [name]: _old, ...rest } = value;
    onChange(next === undefined ? rest : { ...value, [name]: next });
  };
  return (
    <div className="flex flex-col gap-3">
      {ordered.map(([name, property]) => (
        <ValueField
          key={name}
          name={name}
          schema={property}
          isRequired={required.has(name)}
          value={value[name]}
          onChange={(next) => change(name, next)}
          path={join(path, name)}
        />
      ))}
    </div>
  );
}
