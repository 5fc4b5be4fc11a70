import type { FullWorkspace, Invitation, WorkspaceMember } from '@errand/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { workspaces } from '../api/accounts.ts';
import { queries } from '../api/queries.ts';
import { useMayManage } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyText } from '../ui/copy.tsx';
import { CONTROL, SelectField, TextField, valuesOf } from '../ui/field.tsx';
import { ErrorNote, messageOf, Unread } from '../ui/notes.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Badge } from '../ui/status.tsx';
import { Cell, Row, Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';

const ROLES = [
  ['member', 'Member'],
  ['admin', 'Admin'],
  ['owner', 'Owner'],
] as const;

function useRenew(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['workspace'] });
}

function MemberRow({ member, isMe }: { member: WorkspaceMember; isMe: boolean }) {
  const renew = useRenew();
  const tell = useToast();
  const mayChange = useMayManage({ member: ['update'] });
  const mayRemove = useMayManage({ member: ['delete'] });
  const { name, email } = member.user;
  const changeRole = async (role: string): Promise<void> => {
    try {
      await workspaces.changeRole(member.id, role);
      tell(`${name} is now ${role}.`);
    } catch (error) {
      tell(messageOf(error));
    }
    await renew();
  };
  return (
    <Row>
      <Cell>
        <span className="font-medium">{name}</span> {isMe && <Badge>you</Badge>}
        <span className="block text-xs wrap-anywhere text-muted">{email}</span>
      </Cell>
      <Cell>
        {mayChange ? (
          <select
            aria-label={`Role of ${name}`}
            className={`${CONTROL} w-auto!`}
            value={member.role}
            onChange={({ target }) => void changeRole(target.value)}
          >
            {ROLES.map(([role, word]) => (
              <option key={role} value={role}>
                {word}
              </option>
            ))}
          </select>
        ) : (
          (ROLES.find(([role]) => role === member.role)?.[1] ?? member.role)
        )}
      </Cell>
      <Cell>
        <Time at={member.createdAt} />
      </Cell>
      <Cell className="text-right">
        {!isMe && mayRemove && (
          <Confirm
            trigger="Remove"
            title={`Remove ${name} from the workspace?`}
            consequence="Their sessions lose this workspace at once, and so do the keys that they made."
            act="Remove"
            onConfirm={() => workspaces.removeMember(member.id).then(renew)}
          />
        )}
      </Cell>
    </Row>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const renew = useRenew();
  return (
    <Row>
      <Cell className="wrap-anywhere">{invitation.email}</Cell>
      <Cell>{invitation.role ?? 'member'}</Cell>
      <Cell className="sm:max-w-40 lg:max-w-56">
        <CopyText
          text={`${location.origin}/invitation/${invitation.id}`}
          label={`Copy the link for ${invitation.email}`}
        />
      </Cell>
      <Cell>
        <Time at={invitation.expiresAt} />
      </Cell>
      <Cell className="text-right">
        <Confirm
          trigger="Withdraw"
          title={`Withdraw the invitation of ${invitation.email}?`}
          consequence="The link stops working."
          act="Withdraw"
          onConfirm={() => workspaces.cancelInvitation(invitation.id).then(renew)}
        />
      </Cell>
    </Row>
  );
}

function InviteForm() {
  const renew = useRenew();
  const tell = useToast();
  const invite = useMutation({
    mutationFn: ({ email = '', role = 'member' }: Record<string, string>) =>
      workspaces.invite({ email, role }),
    onSuccess: async ({ email }) => {
      tell(`Invited ${email}. Send them the link below.`);
      await renew();
    },
  });
  return (
    <form
      aria-label="Invite"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        invite.mutate(valuesOf(form), { onSuccess: () => form.reset() });
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField label="E-mail" name="email" type="email" required className="min-w-56 grow" />
        <SelectField label="Role" name="role" options={ROLES} className="w-32" />
        <Button type="submit" look="primary" isBusy={invite.isPending}>
          Invite
        </Button>
      </div>
      <ErrorNote error={invite.error} />
    </form>
  );
}

function Members({ workspace }: { workspace: FullWorkspace }) {
  const { data: me } = useQuery(queries.me());
  const mayInvite = useMayManage({ invitation: ['create'] });
  const open = workspace.invitations.filter(({ status }) => status === 'pending');
  return (
    <>
      <Table name="Members" columns={['Name', 'Role', 'Joined', '']}>
        {workspace.members.map((member) => (
          <MemberRow key={member.id} member={member} isMe={member.userId === me?.member.id} />
        ))}
      </Table>
      {!mayInvite && <p className="text-sm text-muted">Owners and admins invite people and change roles.</p>}
      {mayInvite && (
        <Section title="Invite somebody">
          <p className="text-sm text-muted">
            Errand sends no mail. Invite an address, then send its link by a way that you trust.
          </p>
          <InviteForm />
          {open.length > 0 && (
            <Table name="Invitations" columns={['E-mail', 'Role', 'Link', 'Expires', '']}>
              {open.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </Table>
          )}
        </Section>
      )}
    </>
  );
}

export function MembersPage() {
  const workspace = useQuery(queries.workspace());
  return (
    <Page isWide title="Members">
      {workspace.data !== undefined ? (
        <Members workspace={workspace.data} />
      ) : (
        <Unread what="members" reading={workspace} />
      )}
    </Page>
  );
}
