import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { workspaces } from '../api/accounts.ts';
import { queries } from '../api/queries.ts';
import { messageOf } from '../ui/notes.tsx';
import { useToast } from '../ui/toast.tsx';
import { CONTROL } from '../ui/field.tsx';

/** The workspace in which the person acts; a choice where there are several. */
export function WorkspaceSwitch() {
  const { data: me } = useQuery(queries.me());
  const { data: all = [] } = useQuery(queries.workspaces());
  const queryClient = useQueryClient();
  const router = useRouter();
  const tell = useToast();
  const enter = async (id: string): Promise<void> => {
    try {
      await workspaces.activate(id);
      // Nothing of the other workspace may stay on the screen.
      queryClient.clear();
      await router.navigate({ to: '/runs' });
      await router.invalidate();
    } catch (error) {
      tell(messageOf(error));
    }
  };
  if (me === undefined) return null;
  if (all.length < 2)
    return (
      <p className="truncate px-2.5 text-xs text-muted" title={me.workspace.name}>
        {me.workspace.name}
      </p>
    );
  return (
    <select
      aria-label="Workspace"
      className={CONTROL}
      value={me.workspace.id}
      onChange={(event) => void enter(event.target.value)}
    >
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
