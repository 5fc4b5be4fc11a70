import type { ApiKey, IssuedApiKey } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errand } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmptyState, Unread } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Cell, Row, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { IssuedKey } from './issued-key.tsx';
import { NewKey } from './new-key.tsx';

const route = getRouteApi('/shell/api-keys');
const GRACE_SECONDS = 3_600;

function KeyActions({ apiKey, onIssued }: { apiKey: ApiKey; onIssued: (issued: IssuedApiKey) => void }) {
  const queryClient = useQueryClient();
  const renew = () => queryClient.invalidateQueries({ queryKey: ['api-keys'] });
  const rotate = async (): Promise<void> => {
    const body = { graceSeconds: GRACE_SECONDS };
    onIssued(await errand.request<IssuedApiKey>('POST', `/v1/api-keys/${apiKey.id}/rotate`, { body }));
    await renew();
  };
  const revoke = async (): Promise<void> => {
    await errand.request('POST', `/v1/api-keys/${apiKey.id}/revoke`);
    await renew();
  };
  if (apiKey.status !== 'active') return null;
  return (
    <span className="flex justify-end gap-2">
      <Confirm
        trigger="Rotate"
        title={`Rotate the key “${apiKey.name}”?`}
        consequence="It gets a new secret at once. The old one keeps working for one hour, so that programs can be changed over."
        act="Rotate"
        onConfirm={rotate}
      />
      <Confirm
        trigger="Revoke"
        title={`Revoke the key “${apiKey.name}”?`}
        consequence="Programs that use it are refused within a second. This cannot be undone."
        act="Revoke"
        onConfirm={revoke}
      />
    </span>
  );
}

function KeyRow({ apiKey, onIssued }: { apiKey: ApiKey; onIssued: (issued: IssuedApiKey) => void }) {
  const { name, prefix, scopes, status, lastUsedAt, expiresAt } = apiKey;
  return (
    <Row className={status === 'active' ? '' : 'text-muted'}>
      <Cell>
        <span className="font-medium">{name}</span>
        <span className="block font-mono text-xs text-muted">{prefix}…</span>
      </Cell>
      <Cell>
        <Badge tone={status === 'active' ? 'good' : 'plain'}>{status}</Badge>
      </Cell>
      <Cell className="max-w-64 text-xs">{scopes.join(', ')}</Cell>
      <Cell>{lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}</Cell>
      <Cell>{expiresAt === null ? 'never' : <Time at={expiresAt} />}</Cell>
      <Cell>
        <KeyActions apiKey={apiKey} onIssued={onIssued} />
      </Cell>
    </Row>
  );
}

export function KeysPage() {
  const { new: isCreating = false } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const keys = useQuery(queries.apiKeys());
  const [issued, setIssued] = useState<IssuedApiKey | null>(null);
  const openForm = (open: boolean) =>
    void router.navigate({ to: '/api-keys', search: { new: open || undefined }, replace: true });
  const create = (
    <Button look="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden className="size-4" /> New key
    </Button>
  );
  return (
    <Page isWide title="API keys" actions={keys.data?.length === 0 ? undefined : create}>
      {keys.data === undefined && <Unread what="keys" reading={keys} />}
      {keys.data?.length === 0 && (
        <EmptyState title="No keys yet">
          <p>
            A program calls the API with a key of this workspace. Create one for each program, so that each
            can be revoked alone.
          </p>
          {create}
        </EmptyState>
      )}
      {keys.data !== undefined && keys.data.length > 0 && (
        <Table name="API keys" columns={['Name', 'Status', 'Scopes', 'Last used', 'Expires', '']}>
          {keys.data.map((apiKey) => (
            <KeyRow key={apiKey.id} apiKey={apiKey} onIssued={setIssued} />
          ))}
        </Table>
      )}
      {isCreating && (
        <NewKey
          onClose={() => openForm(false)}
          onIssued={(made) => {
            openForm(false);
            setIssued(made);
            void queryClient.invalidateQueries({ queryKey: ['api-keys'] });
          }}
        />
      )}
      {issued !== null && <IssuedKey issued={issued} onClose={() => setIssued(null)} />}
    </Page>
  );
}
