import { Me } from '../public/me.ts';
import { route } from './route.ts';

export const identityRoutes = {
  getMe: route({
    name: 'getMe',
    method: 'GET',
    path: '/v1/me',
    owner: 'gateway',
    access: { scopes: [] },
    tag: 'Identity',
    summary: 'Get the caller: workspace, API key or member, and scopes',
    answers: { 200: { description: 'Either `key` or `member`, never both', body: Me } },
  }),
} as const;
