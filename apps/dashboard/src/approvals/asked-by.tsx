import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { Asker } from '../runs/timeline.ts';

/** The person or key that started a Run, by name. A former member, or a key that is not listed, shows as its id. */
export function AskedBy({ asker: { type, id } }: { asker: Asker }) {
  const isKey = type === 'key';
  const { data: keys = [] } = useQuery({ ...queries.apiKeys(), enabled: isKey });
  const { data: workspace } = useQuery({ ...queries.workspace(), enabled: !isKey });
  if (isKey) return <>the API key {keys.find((key) => key.id === id)?.name ?? id}</>;
  return <>{workspace?.members.find(({ userId }) => userId === id)?.user.name ?? id}</>;
}
