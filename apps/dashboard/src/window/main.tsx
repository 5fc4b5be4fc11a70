import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, readTheme } from '../settings/theme.ts';
import '../style.css';
import { openSession } from './api.ts';
import { WindowPage } from './window-page.tsx';

applyTheme(readTheme());
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });
const root = document.getElementById('root');
await openSession();
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <WindowPage />
      </QueryClientProvider>
    </StrictMode>,
  );
