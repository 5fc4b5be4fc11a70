import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { accounts } from '../api/accounts.ts';
import { queries } from '../api/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { messageOf } from '../ui/notes.tsx';

/** The signed-in person, and the button to sign out. */
export function AccountMenu() {
  const { data: me } = useQuery(queries.me());
  const queryClient = useQueryClient();
  const router = useRouter();
  const tell = useToast();
  const signOut = async (): Promise<void> => {
    try {
      await accounts.signOut();
      queryClient.clear();
      await router.navigate({ to: '/sign-in' });
    } catch (error) {
      tell(messageOf(error));
    }
  };
  if (me === undefined) return null;
  return (
    <div className="flex items-center gap-2 pl-2.5">
      <div className="min-w-0 grow text-xs">
        <p className="truncate font-medium">{me.member.name}</p>
        <p className="truncate text-muted" title={me.member.email}>
          {me.member.email}
        </p>
      </div>
      <IconButton label="Sign out" onClick={() => void signOut()}>
        <LogOut aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
