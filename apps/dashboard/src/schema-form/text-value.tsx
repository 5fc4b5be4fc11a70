import { plainText } from '../ui/plain-text.ts';
import { useState } from 'react';
import { CONTROL, Field } from '../ui/field.tsx';
import { labelOf } from './schema.ts';
import { TemplateInput } from './template-input.tsx';
import { useFormContext, type ValueProps } from './form-context.ts';

const INPUT_TYPES: Readonly<Record<string, string>> = {
  date: 'date',
  email: 'email',
  uri: 'url',
  password: 'password',
};
const LONG = 10_000;

/** The value of a text that may be a number or a boolean; otherwise the text itself. */
function parsed(text: string, type: string | undefined): unknown {
  if ((type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The only values that a schema allows; empty when there are others. */
function valuesOf({ enum: values, type }: ValueProps['schema']): string[] {
  if (values !== undefined) return values.map(plainText);
  return [type].flat()[0] === 'boolean' ? ['true', 'false'] : [];
}

/** A text, or a value that is written as one; templates and the values of an enumeration are offered. */
export function TextValue({
  name,
  schema,
  isRequired,
  value,
  onChange,
  path,
  allowsTemplate = false,
}: ValueProps & { allowsTemplate?: boolean }) {
  const { problems, templates: known, takesTemplates } = useFormContext();
  const templates = takesTemplates(path) ? known : [];
  const [type] = [schema.type].flat();
  // An unfinished number, such as `1.`, stays as typed.
  const [typed, setTyped] = useState<string>();
  const isNumeric = (type === 'number' || type === 'integer') && !allowsTemplate;
  const written = value === undefined ? '' : plainText(value);
  const shown = typed !== undefined && parsed(typed, type) === value ? typed : written;
  const values = allowsTemplate ? valuesOf(schema) : [];
  const change = (text: string): void => {
    setTyped(text);
    onChange(text === '' && !(isRequired && type === 'string') ? undefined : parsed(text, type));
  };
  const standard =
    schema.default === undefined || typeof schema.default === 'object'
      ? undefined
      : plainText(schema.default);
  const shared = {
    required: isRequired && templates.length === 0 && schema.minLength !== 0,
    className: CONTROL,
    value: shown,
    placeholder: standard,
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  const isLong = (schema.maxLength ?? 0) > LONG || shown.includes('\n');
  const isSecret = schema.writeOnly === true || schema.format === 'password';
  const plainType = isNumeric ? 'number' : (INPUT_TYPES[schema.format ?? ''] ?? 'text');
  return (
    <Field
      label={labelOf(name, schema)}
      hint={schema.description}
      problem={problems[path]}
      isRequired={isRequired}
    >
      {(control) => {
        if (!isSecret && templates.length + values.length > 0)
          return (
            <TemplateInput
              control={control}
              text={shown}
              onChange={change}
              templates={templates}
              values={values}
              placeholder={standard}
              hasLines={isLong}
            />
          );
        if (type === 'string' && !isSecret && isLong) return <textarea {...control} {...shared} rows={2} />;
        return (
          <input
            {...control}
            {...shared}
            type={isSecret ? 'password' : plainType}
            autoComplete="off"
            {...(isNumeric && {
              min: schema.minimum,
              max: schema.maximum,
              step: type === 'integer' ? 1 : 'any',
            })}
          />
        );
      }}
    </Field>
  );
}
