import { useState } from 'react';
import { CONTROL, Field } from '../ui/field.tsx';
import { labelOf } from './schema.ts';
import { useFormContext, type ValueProps } from './form-context.ts';

function jsonOf(value: unknown): string {
  if (value === undefined) return '';
  const isTemplate = typeof value === 'string' && value.startsWith('{{');
  return isTemplate ? value : JSON.stringify(value, null, 2);
}

/** A value of any form, as JSON. A text that is a template alone needs no quotes. */
export function JsonField({ name, schema, isRequired, value, onChange, path }: ValueProps) {
  const { problems } = useFormContext();
  const [text, setText] = useState(() => jsonOf(value));
  const [isBroken, setBroken] = useState(false);
  const change = (next: string): void => {
    setText(next);
    setBroken(false);
    if (next.trim() === '') onChange(undefined);
    else if (/^\s*\{\{[^{}]*\}\}\s*$/.test(next)) onChange(next.trim());
    else
      try {
        onChange(JSON.parse(next));
      } catch {
        setBroken(true);
      }
  };
  return (
    <Field
      label={labelOf(name, schema)}
      hint={[schema.description, 'Written as JSON.'].filter(Boolean).join(' ')}
      problem={isBroken ? 'This is not JSON yet; a text stands in quotes.' : problems[path]}
      isRequired={isRequired}
    >
      {(control) => (
        <textarea
          {...control}
          rows={Math.min(8, Math.max(2, text.split('\n').length))}
          required={isRequired}
          spellCheck={false}
          className={`${CONTROL} font-mono text-xs`}
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}
