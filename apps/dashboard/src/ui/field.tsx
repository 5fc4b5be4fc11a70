import { type ComponentProps, type ReactNode, useId } from 'react';
import { Prose } from './prose.tsx';

export const CONTROL =
  'w-full rounded-md border border-edge bg-raised px-2.5 py-1.5 text-sm text-text min-h-8.5 disabled:opacity-60 aria-invalid:border-bad';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  problem?: string | undefined;
  isRequired?: boolean | undefined;
  className?: string;
  /** Gets what ties the control to its label, hint and problem. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label, a control, its hint, and the problem of its value. */
export function Field({ label, hint, problem, isRequired, className = '', children }: FieldProps) {
  const id = useId();
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const described = [hint ? hintId : '', problem ? problemId : ''].filter(Boolean).join(' ');
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {isRequired && <span className="font-normal text-muted"> (required)</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': problem ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {typeof hint === 'string' ? <Prose text={hint} /> : hint}
        </p>
      )}
      {problem && (
        <p id={problemId} className="text-xs text-bad first-letter:uppercase" data-problem>
          {problem}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children' | 'isRequired'> & ComponentProps<'input'>;

export function TextField({ label, hint, problem, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(className !== undefined && { className })}>
      {(control) => <input {...input} {...control} className={CONTROL} />}
    </Field>
  );
}

type SelectFieldProps = Omit<FieldProps, 'children' | 'isRequired'> &
  ComponentProps<'select'> & { options: readonly (readonly [value: string, label: string])[] };

export function SelectField({ label, hint, problem, className, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(className !== undefined && { className })}>
      {(control) => (
        <select {...select} {...control} className={CONTROL}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Checkbox({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}

/** The text fields of a submitted form by name. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
