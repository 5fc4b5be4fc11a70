import type { Device, DeviceList } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errand } from '../api/client.ts';
import { whileChanging } from '../api/polling.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmptyState, Unread } from '../ui/notes.tsx';
import { Page } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Cell, Row, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Pairing } from './pairing.tsx';
import { RenameDevice } from './rename-device.tsx';

const CAPABILITY_NAMES = { browser: 'Browser', desktop: 'Desktop' } as const;

function Capabilities({ of }: { of: Device['capabilities'] }) {
  if (of === null) return <span className="text-muted">not connected yet</span>;
  return (
    <ul className="space-y-1 text-sm">
      {(['browser', 'desktop'] as const).map((name) => (
        <li key={name}>
          {CAPABILITY_NAMES[name]}: {of[name].available ? of[name].detail : 'no'}
          {!of[name].available && <span className="block text-xs text-muted">{of[name].detail}</span>}
        </li>
      ))}
    </ul>
  );
}

function Seen({ device: { online, lastSeenAt } }: { device: Device }) {
  if (online) return 'now';
  return lastSeenAt === null ? 'never' : <Time at={lastSeenAt} />;
}

function DeviceRow({ device }: { device: Device }) {
  const queryClient = useQueryClient();
  const { id, name, platform, appVersion, online, createdAt, status, capabilities } = device;
  const revoke = async (): Promise<void> => {
    await errand.request('POST', `/v1/devices/${id}/revoke`);
    await queryClient.invalidateQueries({ queryKey: ['devices'] });
  };
  const connection = online ? 'online' : 'offline';
  const state = status === 'revoked' ? 'revoked' : connection;
  return (
    <Row>
      <Cell>
        <span className="font-medium">{name}</span>
        <span className="block text-xs text-muted">
          {platform}, version {appVersion}
        </span>
      </Cell>
      <Cell>
        <Capabilities of={capabilities} />
      </Cell>
      <Cell>
        <Badge tone={state === 'online' ? 'good' : 'plain'}>{state}</Badge>
      </Cell>
      <Cell>
        <Seen device={device} />
      </Cell>
      <Cell>
        <Time at={createdAt} />
      </Cell>
      <Cell>
        {status === 'active' && (
          <span className="flex justify-end gap-2">
            <RenameDevice device={device} />
            <Confirm
              trigger="Revoke"
              title={`Revoke “${name}”?`}
              consequence="It is cut off within a second, in the middle of a Run too. To use it again it has to be paired anew."
              act="Revoke"
              onConfirm={revoke}
            />
          </span>
        )}
      </Cell>
    </Row>
  );
}

export function DevicesPage() {
  const devices = useQuery({
    queryKey: ['devices'],
    queryFn: () => errand.request<DeviceList>('GET', '/v1/devices').then(({ data }) => data),
    refetchInterval: whileChanging,
  });
  const pair = (
    <ButtonLink look="primary" to="/device">
      Confirm a code
    </ButtonLink>
  );
  return (
    <Page isWide title="Devices" actions={devices.data?.length === 0 ? undefined : pair}>
      {devices.data === undefined && <Unread what="devices" reading={devices} />}
      {devices.data?.length === 0 && (
        <EmptyState title="No devices yet">
          <Pairing />
        </EmptyState>
      )}
      {devices.data !== undefined && devices.data.length > 0 && (
        <>
          <Table name="Devices" columns={['Device', 'Can do', 'State', 'Seen', 'Paired', '']}>
            {devices.data.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </Table>
          <details>
            <summary className="mb-3 w-fit text-sm text-muted">Pair another machine</summary>
            <Pairing />
          </details>
        </>
      )}
    </Page>
  );
}
