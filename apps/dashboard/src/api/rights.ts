import { queryOptions, useQuery } from '@tanstack/react-query';
import { workspaces } from './accounts.ts';
import { type Caller, queries } from './queries.ts';

export type Scope = Caller['scopes'][number];

/** Whether the API lets this person do what `scope` names. False until that is known. */
export function useMay(scope: Scope): boolean {
  const { data: me } = useQuery(queries.me());
  return me?.scopes.includes(scope) === true;
}

/** A role's rights over the workspace itself, in better-auth's words. */
export type WorkspaceAct =
  | { organization: ['update'] }
  | { invitation: ['create'] | ['cancel'] }
  | { member: ['update'] | ['delete'] };

/** Whether the API lets this person do that with the workspace and its members. False until that is known. */
export function useMayManage(act: WorkspaceAct): boolean {
  const { data } = useQuery(
    queryOptions({
      queryKey: ['workspace', 'may', act],
      queryFn: () => workspaces.may(act),
      staleTime: 60_000,
    }),
  );
  return data === true;
}
