import { useQueryClient } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { sessionBegan, useSessionEnded } from '../api/session-state.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CredentialsForm } from './credentials.tsx';

/** Asks to sign in again over the page, which keeps all that was typed into it. */
export function SessionDialog() {
  const isEnded = useSessionEnded();
  const queryClient = useQueryClient();
  const email = queryClient.getQueryData(queries.me().queryKey)?.member.email;
  return (
    <Dialog
      isOpen={isEnded}
      title="You are signed out"
      description="Your session ended. Sign in to go on; what you typed on the page is still there."
    >
      <CredentialsForm
        kind="sign-in"
        email={email}
        onDone={() => {
          sessionBegan();
          return queryClient.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
