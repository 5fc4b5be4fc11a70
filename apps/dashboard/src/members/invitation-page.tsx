import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { workspaces } from '../api/accounts.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote, Unread } from '../ui/notes.tsx';
import { Card, Page } from '../ui/page.tsx';

const route = getRouteApi('/shell/invitation/$id');

/** Where the link of an invitation leads. */
export function InvitationPage() {
  const { id } = route.useParams();
  const invitation = useQuery(queries.invitation(id));
  const queryClient = useQueryClient();
  const router = useRouter();
  const accept = useMutation({
    mutationFn: () => workspaces.acceptInvitation(id),
    onSuccess: async () => {
      queryClient.clear();
      await router.navigate({ to: '/runs' });
    },
  });
  return (
    <Page title="Invitation">
      {invitation.data !== undefined ? (
        <Card className="flex max-w-lg flex-col gap-4">
          <p className="break-words">
            {invitation.data.inviterEmail} invites you to <strong>{invitation.data.organizationName}</strong>{' '}
            as {invitation.data.role === 'member' || invitation.data.role === null ? 'a' : 'an'}{' '}
            {invitation.data.role ?? 'member'}.
          </p>
          <ErrorNote error={accept.error} />
          <Button look="primary" className="w-fit" isBusy={accept.isPending} onClick={() => accept.mutate()}>
            Join
          </Button>
        </Card>
      ) : (
        <Unread what="the invitation" reading={invitation} />
      )}
    </Page>
  );
}
