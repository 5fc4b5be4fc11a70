import { APIError, AuthenticationError } from '@errand/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionEnded } from './session-state.ts';

/** A session that ends in the middle of something asks to sign in again over the page, which keeps what was typed. */
function onError(error: Error, isAboutSession = true): void {
  if (error instanceof AuthenticationError && isAboutSession) sessionEnded();
}

const MAX_RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => onError(error, query.meta?.['guest'] !== true) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => onError(error, mutation.meta?.['guest'] !== true),
  }),
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      // A browser calls itself offline without a network, though Errand may run on the same machine.
      networkMode: 'always',
      refetchOnReconnect: true,
      // What the API refuses is refused again.
      retry: (failures, error) =>
        failures < MAX_RETRIES && (!(error instanceof APIError) || error.status >= 500),
    },
    // What a person decides while offline fails at once: it must not be done later, when they do not expect it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});
