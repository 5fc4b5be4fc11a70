import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { router } from './router.tsx';
import { applyTheme, readTheme } from './settings/theme.ts';
import './style.css';
import { ToastRegion, ToastProvider } from './ui/toast.tsx';

applyTheme(readTheme());

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
          <ToastRegion />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
