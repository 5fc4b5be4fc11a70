import { fromJSON } from '@errand/runbooks';
import { CopyText } from '../ui/copy.tsx';
import { Note } from '../ui/notes.tsx';
import { CodeEditor } from './code-editor.tsx';
import type { Definition } from './definition.ts';

function sourceOf(definition: Definition): string | null {
  try {
    return fromJSON({ schemaVersion: 3, ...definition } as unknown as Parameters<typeof fromJSON>[0]);
  } catch {
    return null;
  }
}

/** The definition as source for `@errand/runbooks`. */
export function TypeScriptView({ definition }: { definition: Definition }) {
  const source = sourceOf(definition);
  if (source === null)
    return <Note tone="warn">Mend the problems first; then it can be shown as TypeScript.</Note>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        For <CopyText text="errand runbooks push runbook.ts" />, with the package @errand/runbooks.
      </p>
      <CodeEditor label="The Runbook as TypeScript" text={source} />
    </div>
  );
}
