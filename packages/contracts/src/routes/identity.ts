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
    summary: 'Who asks: the workspace, the API key or the member, and the scopes',
    answers: { 200: { description: 'Either `key` or `member`, never both', body: Me } },
  }),
} as const;
