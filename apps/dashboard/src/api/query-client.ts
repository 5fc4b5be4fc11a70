import { APIError, AuthenticationError } from '@errand/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionEnded } from './session-state.ts';

/** A session that ends during work asks to sign in again over the page, which keeps the input. */
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
      // A request that the API refused would be refused again.
      retry: (failures, error) =>
        failures < MAX_RETRIES && (!(error instanceof APIError) || error.status >= 500),
    },
    // A decision made offline fails at once: it must not happen later, when the person no longer expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
});
