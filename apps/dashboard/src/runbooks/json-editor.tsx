import { useState } from 'react';
import { Note } from '../ui/notes.tsx';
import { CodeEditor } from './code-editor.tsx';
import { type Definition, printed } from './definition.ts';

function parsed(text: string): Definition | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { title, steps, parameters } = value as Partial<Definition>;
    return typeof title === 'string' && Array.isArray(steps) && Array.isArray(parameters)
      ? { title, steps, parameters }
      : null;
  } catch {
    return null;
  }
}

/** The definition as JSON. Invalid JSON changes nothing else. */
export function JsonEditor({
  definition,
  onChange,
}: {
  definition: Definition;
  onChange: (definition: Definition) => void;
}) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      {isBroken && (
        <Note tone="warn">
          This is not a definition yet: it needs a title, steps and parameters, as JSON.
        </Note>
      )}
      <CodeEditor
        label="The Runbook as JSON"
        text={printed(definition)}
        onChange={(text) => {
          const next = parsed(text);
          setBroken(next === null);
          if (next !== null) onChange(next);
        }}
      />
    </div>
  );
}
