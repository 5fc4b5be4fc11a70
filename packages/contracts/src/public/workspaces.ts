import { z } from 'zod';
import { Id, Timestamp, textOf } from './text.ts';

/** Longer than a person's name, because the name of a personal workspace contains it. */
export const WorkspaceName = textOf(1, 120);

const Role = z.enum(['owner', 'admin', 'member']).describe('Role of the member.');
const WorkspaceId = Id.describe('Id of the workspace.');
const InvitationId = Id.describe('Id of the invitation, with which the person of its address accepts it.');
const MemberId = Id.describe('Id of the membership.');

export const Workspace = z.strictObject({
  id: WorkspaceId,
  name: z.string().describe('Name of the workspace.'),
  slug: z.string().describe('Unique among all workspaces.'),
  logo: z.null().describe('Always null.'),
  metadata: z.null().describe('Always null. Absent after a change.').optional(),
  createdAt: Timestamp.describe('When it was made.'),
});

export const Membership = z.strictObject({
  id: MemberId,
  organizationId: WorkspaceId,
  userId: Id.describe('Id of the person.'),
  role: Role,
  createdAt: Timestamp.describe('When the person joined.'),
});

export const WorkspaceMember = Membership.extend({
  user: z
    .strictObject({
      id: Id.describe('Id of the person.'),
      name: z.string().describe('Name of the person.'),
      email: z.string().describe('E-mail address of the person.'),
      image: z.null().describe('Always null.'),
    })
    .describe('The person.'),
});

export const Invitation = z.strictObject({
  id: InvitationId,
  organizationId: WorkspaceId,
  email: z.string().describe('E-mail address of the invited person.'),
  role: Role,
  status: z.enum(['pending', 'accepted', 'rejected', 'canceled']).describe('The answer to it.'),
  inviterId: Id.describe('Id of the inviting person.'),
  createdAt: Timestamp.describe('When it was made.'),
  expiresAt: Timestamp.describe('When it can no longer be accepted.'),
});

/** An invitation as the invited person sees it. */
export const OpenInvitation = Invitation.extend({
  organizationName: z.string().describe('Name of the workspace.'),
  organizationSlug: z.string().describe('Slug of the workspace.'),
  inviterEmail: z.string().describe('E-mail address of the inviting person.'),
});

export const WorkspaceList = z.array(Workspace);
export const CreatedWorkspace = Workspace.extend({
  members: z.array(Membership).describe('Its owner: you.'),
});
export const FullWorkspace = Workspace.extend({
  members: z.array(WorkspaceMember).describe('All members.'),
  invitations: z.array(Invitation).describe('All invitations; none for those who may not invite.'),
});
export const AcceptedInvitation = z.strictObject({
  invitation: Invitation.describe('The invitation.'),
  member: Membership.describe('Your membership.'),
});
export const RemovedMember = z.strictObject({ member: Membership.describe('The membership that ended.') });

/** Body of POST /api/auth/organization/create. */
export const CreateWorkspace = z.strictObject({
  name: WorkspaceName.describe('Name of the workspace.'),
  slug: z.string().min(1).describe('Unique among all workspaces.'),
});

/** Body of POST /api/auth/organization/update. */
export const RenameWorkspace = z.strictObject({
  organizationId: WorkspaceId,
  data: z
    .strictObject({ name: WorkspaceName.describe('Name of the workspace.') })
    .describe('The new values.'),
});

/** Body of POST /api/auth/organization/set-active. */
export const ActivateWorkspace = z.strictObject({ organizationId: WorkspaceId });

/** Body of POST /api/auth/organization/has-permission. */
export const AskPermission = z.strictObject({
  permissions: z
    .record(z.string(), z.array(z.string()))
    .describe('Actions by their object, such as `{"invitation": ["create"]}`.'),
});
export const PermissionAnswer = z.strictObject({
  error: z.null().describe('Always null.'),
  success: z.boolean().describe('Whether your role allows all of it.'),
});

/** Body of POST /api/auth/organization/invite-member. */
export const InviteMember = z.strictObject({
  email: z.email().describe('E-mail address of the person to invite. No mail is sent: pass the link on.'),
  role: Role,
});

/** Body of POST /api/auth/organization/cancel-invitation and /accept-invitation. */
export const NamedInvitation = z.strictObject({ invitationId: InvitationId });

/** Body of POST /api/auth/organization/update-member-role. */
export const ChangeRole = z.strictObject({ memberId: MemberId, role: Role });

/** Body of POST /api/auth/organization/remove-member. */
export const RemoveMember = z.strictObject({
  memberIdOrEmail: z.string().describe("Id of the membership, or the member's e-mail address."),
});
