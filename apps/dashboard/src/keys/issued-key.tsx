import type { IssuedApiKey } from '@errand/sdk';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/notes.tsx';

/** The key itself, which is shown once. */
export function IssuedKey({ issued, onClose }: { issued: IssuedApiKey; onClose: () => void }) {
  return (
    <Dialog isOpen title={`The key “${issued.name}”`} isWide>
      <Note tone="warn">
        Copy it now. It is not shown again, and anyone who has it can act for this workspace.
      </Note>
      <p className="rounded-md bg-panel p-3" data-testid="issued-key">
        <CopyText text={issued.key} label="Copy the key" />
      </p>
      <pre className="overflow-x-auto rounded-md bg-panel p-3 font-mono text-xs" tabIndex={0}>
        {`curl ${location.origin}/v1/runs -H "Authorization: Bearer ${issued.prefix}…"`}
      </pre>
      <Button look="primary" onClick={onClose}>
        I have copied it
      </Button>
    </Dialog>
  );
}
