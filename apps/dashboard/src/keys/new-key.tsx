import { plainText } from '../ui/plain-text.ts';
import type { CreateApiKey, IssuedApiKey } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../ui/field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/notes.tsx';
import { meaningQuery } from '../api/meanings.ts';

const DAY_MS = 86_400_000;
const LIVES = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;
/** Never chosen for the person. */
const NOT_PRESET = new Set(['runs:local', 'runs:approve']);

function bodyOf(form: FormData): CreateApiKey {
  const days = Number(form.get('days'));
  return {
    name: plainText(form.get('name')),
    scopes: form.getAll('scope') as CreateApiKey['scopes'],
    ...(days > 0 && { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
  };
}

/** Offers only scopes that the caller has. */
export function NewKey({
  onIssued,
  onClose,
}: {
  onIssued: (issued: IssuedApiKey) => void;
  onClose: () => void;
}) {
  const { data: me } = useQuery(queries.me());
  const { data: meanings = {} } = useQuery(meaningQuery('Scope'));
  const create = useMutation({
    mutationFn: (body: CreateApiKey) => errand.request<IssuedApiKey>('POST', '/v1/api-keys', { body }),
    onSuccess: onIssued,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New API key"
      description="For a program that acts in this workspace."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(bodyOf(new FormData(event.currentTarget)));
        }}
      >
        <TextField label="Name" name="name" required maxLength={100} placeholder="Order import" autoFocus />
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 text-sm font-medium">What it may do</legend>
          {(me?.scopes ?? []).map((scope) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              hint={meanings[scope]}
              name="scope"
              value={scope}
              defaultChecked={!NOT_PRESET.has(scope)}
            />
          ))}
        </fieldset>
        <SelectField label="Expires" name="days" options={LIVES} />
        <ErrorNote error={create.error} />
        <Button type="submit" look="primary" isBusy={create.isPending}>
          Create the key
        </Button>
      </form>
    </Dialog>
  );
}
