import type { AccountSession } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accounts, workspaces } from '../api/accounts.ts';
import { type Caller, queries } from '../api/queries.ts';
import { useMayManage } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyText } from '../ui/copy.tsx';
import { TextField, valuesOf } from '../ui/field.tsx';
import { ErrorNote, Unread } from '../ui/notes.tsx';
import { Card, Facts, Page, Section } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Cell, Row, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { chooseTheme, readTheme, type Theme, THEMES } from './theme.ts';

/** One text that can be saved. */
function SaveText({
  label,
  initial,
  save,
}: {
  label: string;
  initial: string;
  save: (text: string) => Promise<unknown>;
}) {
  const queryClient = useQueryClient();
  const tell = useToast();
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      tell('Saved.');
      await queryClient.invalidateQueries();
    },
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(valuesOf(event.currentTarget)['text'] ?? '');
      }}
    >
      <div className="flex items-end gap-2">
        <TextField label={label} name="text" defaultValue={initial} required className="grow" />
        <Button type="submit" isBusy={saving.isPending}>
          Save
        </Button>
      </div>
      <ErrorNote error={saving.error} />
    </form>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme): void => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <fieldset className="flex flex-wrap gap-4">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((each) => (
        <label key={each} className="flex items-center gap-2 text-sm capitalize">
          <input
            type="radio"
            name="theme"
            className="size-4 accent-accent"
            checked={each === theme}
            onChange={() => choose(each)}
          />
          {each}
        </label>
      ))}
    </fieldset>
  );
}

function Password() {
  const tell = useToast();
  const change = useMutation({
    mutationFn: ({ current = '', next = '' }: Record<string, string>) =>
      accounts.changePassword({ currentPassword: current, newPassword: next }),
    onSuccess: () => tell('The password is changed; other sessions are signed out.'),
  });
  return (
    <form
      aria-label="Password"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        change.mutate(valuesOf(form), { onSuccess: () => form.reset() });
      }}
    >
      <TextField
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
      />
      <TextField
        label="New password"
        name="next"
        type="password"
        autoComplete="new-password"
        minLength={8}
        required
      />
      <ErrorNote error={change.error} />
      <Button type="submit" className="w-fit" isBusy={change.isPending}>
        Change the password
      </Button>
    </form>
  );
}

function Sessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery(queries.sessions());
  const { data: current } = useQuery({ queryKey: ['session'], queryFn: () => accounts.currentSession() });
  const end = (token: string) =>
    accounts.revokeSession(token).then(() => queryClient.invalidateQueries({ queryKey: ['sessions'] }));
  if (sessions.data === undefined) return <Unread what="the sessions" reading={sessions} />;
  return (
    <Table name="Sessions" columns={['Browser', 'Address', 'Signed in', '']}>
      {sessions.data.map(({ id, token, userAgent, ipAddress, createdAt }: AccountSession) => (
        <Row key={id}>
          <Cell className="max-w-72">
            <span className="line-clamp-2 break-words">{userAgent ?? 'unknown'}</span>
          </Cell>
          <Cell className="numbers">{ipAddress}</Cell>
          <Cell>
            <Time at={createdAt} />
          </Cell>
          <Cell className="text-right">
            {token === current?.session.token ? (
              <Badge>this one</Badge>
            ) : (
              <Confirm
                trigger="Sign out"
                title="Sign this session out?"
                consequence={userAgent ?? ''}
                act="Sign it out"
                onConfirm={() => end(token)}
              />
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Settings({ me }: { me: Caller }) {
  const mayRename = useMayManage({ organization: ['update'] });
  return (
    <>
      <Section title="Workspace">
        <Card className="flex max-w-xl flex-col gap-4">
          {mayRename ? (
            <SaveText
              label="Name"
              initial={me.workspace.name}
              save={(name) => workspaces.rename(me.workspace.id, name)}
            />
          ) : (
            <p className="font-medium">{me.workspace.name}</p>
          )}
          <Facts
            facts={[
              ['Id', <CopyText key="id" text={me.workspace.id} />],
              ['Your role', me.member.role],
              ['You may', <span key="scopes">{me.scopes.join(', ')}</span>],
            ]}
          />
        </Card>
      </Section>
      <Section title="Appearance">
        <Card className="max-w-xl">
          <ThemeChoice />
        </Card>
      </Section>
      <Section title="Account">
        <Card className="flex max-w-xl flex-col gap-6">
          <SaveText label="Your name" initial={me.member.name} save={(name) => accounts.rename(name)} />
          <Password />
        </Card>
      </Section>
      <Section title="Sessions">
        <Sessions />
      </Section>
    </>
  );
}

export function SettingsPage() {
  const me = useQuery(queries.me());
  return (
    <Page title="Settings">
      {me.data === undefined ? <Unread what="settings" reading={me} /> : <Settings me={me.data} />}
    </Page>
  );
}
