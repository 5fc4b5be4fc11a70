import type {
  AccountSession,
  CurrentSession,
  FullWorkspace,
  Invitation,
  OpenInvitation,
  Workspace,
} from '@errand/sdk';
import { errand } from './client.ts';

/** better-auth's routes for accounts, workspaces and devices, as far as the dashboard uses them. */
const AUTH = '/api/auth';

/** Only the person who was shown a device code decides about it. */
export type DeviceDecision = 'approve' | 'deny';
function get<Answer>(path: string): Promise<Answer> {
  return errand.request<Answer>('GET', AUTH + path);
}
function post<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
  return errand.request<Answer>('POST', AUTH + path, { body });
}

export const accounts = {
  signUp: (body: { name: string; email: string; password: string }) => post('/sign-up/email', body),
  signIn: (body: { email: string; password: string }) => post('/sign-in/email', body),
  signOut: () => post('/sign-out'),
  rename: (name: string) => post('/update-user', { name }),
  changePassword: (body: { currentPassword: string; newPassword: string }) =>
    post('/change-password', { ...body, revokeOtherSessions: true }),
  sessions: () => get<AccountSession[]>('/list-sessions'),
  currentSession: () => get<CurrentSession>('/get-session'),
  revokeSession: (token: string) => post('/revoke-session', { token }),
  /** better-auth lets a session decide only after it has looked at the code. */
  decideDevice: async (userCode: string, decision: DeviceDecision) => {
    await get(`/device?user_code=${encodeURIComponent(userCode)}`);
    return await post(`/device/${decision}`, { userCode });
  },
};

export const workspaces = {
  list: () => get<Workspace[]>('/organization/list'),
  current: () => get<FullWorkspace>('/organization/get-full-organization'),
  activate: (organizationId: string) => post('/organization/set-active', { organizationId }),
  create: (name: string) =>
    post<Workspace>('/organization/create', { name, slug: `workspace-${crypto.randomUUID()}` }),
  rename: (organizationId: string, name: string) =>
    post('/organization/update', { organizationId, data: { name } }),
  may: (permissions: object) =>
    post<{ success: boolean }>('/organization/has-permission', { permissions }).then(
      ({ success }) => success,
    ),
  invite: (body: { email: string; role: string }) => post<Invitation>('/organization/invite-member', body),
  cancelInvitation: (invitationId: string) => post('/organization/cancel-invitation', { invitationId }),
  invitation: (id: string) =>
    get<OpenInvitation>(`/organization/get-invitation?id=${encodeURIComponent(id)}`),
  acceptInvitation: (invitationId: string) => post('/organization/accept-invitation', { invitationId }),
  changeRole: (memberId: string, role: string) =>
    post('/organization/update-member-role', { memberId, role }),
  removeMember: (memberIdOrEmail: string) => post('/organization/remove-member', { memberIdOrEmail }),
};
