import { createContext, useContext } from 'react';
import type { Schema } from './schema.ts';

export interface FormContext {
  defs: Record<string, Schema>;
  /** The problems by path: `steps[0].input.url`. */
  problems: Readonly<Record<string, string>>;
  /** Offered while a text is written: `{{ inputs.name }}`. */
  templates: readonly string[];
  /** Whether the value at a path may hold templates. */
  takesTemplates: (path: string) => boolean;
}

export const SchemaFormContext = createContext<FormContext>({
  defs: {},
  problems: {},
  templates: [],
  takesTemplates: () => false,
});

/** What the form around offers to its fields; outside a form, no definitions, problems or templates. */
export function useFormContext(): FormContext {
  return useContext(SchemaFormContext);
}

/** The properties of a value's field. */
export interface ValueProps {
  name: string;
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
  path: string;
}
