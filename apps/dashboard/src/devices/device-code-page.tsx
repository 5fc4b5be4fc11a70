import { type DeviceCode, NotFoundError } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { accounts } from '../api/accounts.ts';
import { errand } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField, valuesOf } from '../ui/field.tsx';
import { ErrorNote, ErrorState, Loading, Note } from '../ui/notes.tsx';
import { Card, Facts, Page } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/shell/device');

const APPLICATIONS: Readonly<Record<string, readonly [name: string, grants: string]>> = {
  'errand-desktop': [
    'the desktop application',
    'It will carry out your local Runs of this workspace on that machine.',
  ],
  'errand-cli': [
    'the command line',
    'It gets an API key of its own, with which it acts for you in this workspace.',
  ],
};

/** `refused`: a code that no application waits with, and how to ask for it again. */
function CodeForm({ refused }: { refused?: { code: string; askAgain: () => void } }) {
  const router = useRouter();
  return (
    <form
      className="flex max-w-sm flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const code = (valuesOf(event.currentTarget)['code'] ?? '').trim().toUpperCase();
        if (code === refused?.code) refused.askAgain();
        else void router.navigate({ to: '/device', search: { user_code: code } });
      }}
    >
      <TextField
        label="Code"
        name="code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="ABCD-EFGH"
        hint="The application shows it."
        defaultValue={refused?.code}
        autoFocus={refused !== undefined}
        problem={
          refused &&
          `No application waits with the code ${refused.code}: compare it with the one shown. If they are the same, it has expired; start again there.`
        }
      />
      <Button type="submit" look="primary" className="w-fit">
        Continue
      </Button>
    </form>
  );
}

function Decision({ code }: { code: DeviceCode }) {
  const [application, grants] = APPLICATIONS[code.clientId] ?? [
    code.clientId,
    'It will act for you in this workspace.',
  ];
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'deny') => accounts.decideDevice(code.userCode, decision),
  });
  if (decide.isSuccess)
    return (
      <Note tone="info" role="status">
        {decide.variables === 'approve'
          ? 'Confirmed. Go back to the application; it goes on by itself.'
          : 'Refused. The application gets nothing.'}
      </Note>
    );
  return (
    <Card className="flex max-w-lg flex-col gap-4">
      <h2 className="text-lg font-semibold">
        Connect {application} {code.name !== null && <>“{code.name}”</>}?
      </h2>
      <p className="text-sm">{grants}</p>
      <Facts
        facts={[
          [
            'Code',
            <strong key="code" className="font-mono">
              {code.userCode}
            </strong>,
          ],
          ['Name', code.name ?? 'not said'],
          ['System', code.platform ?? 'not said'],
          ['Address', code.address ?? 'unknown'],
          ['Workspace', code.workspace.name],
          ['Expires', <Time key="expires" at={code.expiresAt} />],
        ]}
      />
      <Note tone="warn">Confirm only if you started it yourself just now and the code is the same.</Note>
      <ErrorNote error={decide.error} />
      <div className="flex gap-2">
        <Button look="primary" isBusy={decide.isPending} onClick={() => decide.mutate('approve')}>
          Confirm
        </Button>
        <Button onClick={() => decide.mutate('deny')}>Refuse</Button>
      </div>
    </Card>
  );
}

function Code({ userCode }: { userCode: string }) {
  const code = useQuery({
    queryKey: ['device-code', userCode],
    queryFn: () => errand.request<DeviceCode>('GET', `/v1/device-codes/${encodeURIComponent(userCode)}`),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (code.error instanceof NotFoundError)
    return <CodeForm refused={{ code: userCode, askAgain: () => void code.refetch() }} />;
  if (code.error !== null) return <ErrorState error={code.error} onRetry={() => void code.refetch()} />;
  if (code.data === undefined) return <Loading what="the code" />;
  if (code.data.status !== 'pending')
    return <Note tone="info">This code was {code.data.status} already.</Note>;
  return <Decision code={code.data} />;
}

/** Where a person confirms the code that an application shows. */
export function DeviceCodePage() {
  const { user_code: userCode } = route.useSearch();
  return (
    <Page title="Connect an application">
      {userCode === undefined ? <CodeForm /> : <Code key={userCode} userCode={userCode} />}
    </Page>
  );
}
