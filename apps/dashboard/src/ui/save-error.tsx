import { ConflictError } from '@errand/sdk';
import { Button } from './button.tsx';
import { ErrorNote, Note } from './notes.tsx';

interface Props {
  /** A kind of thing, such as `Runbook`. */
  what: string;
  /** Why saving it was refused. */
  error: unknown;
  onTheirs: () => void;
  onMine: () => void;
}

/** Why something was not saved; where somebody else has changed it, what can be done about that. */
export function SaveError({ what, error, onTheirs, onMine }: Props) {
  if (!(error instanceof ConflictError && /version/i.test(error.detail ?? '')))
    return <ErrorNote error={error} />;
  return (
    <Note tone="warn" role="alert">
      <p>Somebody else changed this {what} while you edited it. Nothing of yours is lost.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onMine}>Save mine over theirs</Button>
        <Button onClick={onTheirs}>Take theirs and drop mine</Button>
      </div>
    </Note>
  );
}
