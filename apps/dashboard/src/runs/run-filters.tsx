import { useRouter } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { CONTROL } from '../ui/field.tsx';
import { STATUS_OPTIONS } from '../ui/status.tsx';

const TARGETS = [
  ['cloud', 'Cloud'],
  ['local', 'Local'],
] as const;

interface Filter {
  status?: string | undefined;
  target?: string | undefined;
}

/** The filter of the list of Runs. The address keeps it, so that it can be shared. */
export function RunFilters({ status, target }: Filter) {
  const router = useRouter();
  const change = (to: Filter): void =>
    void router.navigate({ to: '/runs', search: { status, target, ...to }, replace: true });
  const choice = (
    label: string,
    all: string,
    value: string | undefined,
    options: readonly (readonly [string, string])[],
    onChoose: (value: string | undefined) => void,
  ) => (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value || undefined)}
      className={`${CONTROL} w-auto!`}
    >
      <option value="">{all}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
  return (
    <div role="group" aria-label="Filter" className="flex flex-wrap items-center gap-2">
      {choice('Status', 'Every status', status, STATUS_OPTIONS, (next) => change({ status: next }))}
      {choice('Target', 'Every target', target, TARGETS, (next) => change({ target: next }))}
      {(status !== undefined || target !== undefined) && (
        <Button look="quiet" onClick={() => change({ status: undefined, target: undefined })}>
          <X aria-hidden className="size-4" /> Clear
        </Button>
      )}
    </div>
  );
}
