import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errand } from '../api/client.ts';
import type { Definition } from './definition.ts';

const PAUSE_MS = 350;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Every problem of the definition by path, as the API finds them while it is written. */
export function useValidation(definition: Definition, savedTitle: string | null) {
  const settled = useSettled(definition);
  const { data } = useQuery({
    queryKey: ['validation', settled],
    queryFn: () => errand.runbooks.validate({ schemaVersion: 3, ...settled }),
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  const problems: Record<string, string> = {};
  for (const { path, message } of data?.problems ?? []) {
    // The title is taken by this Runbook itself.
    if (path === 'title' && settled.title === savedTitle) continue;
    problems[path] ??= message;
  }
  return { problems, isCurrent: data !== undefined && settled === definition };
}
