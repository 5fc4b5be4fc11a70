import { z } from 'zod';
import { Id, Timestamp, textOf } from './text.ts';

/** In UTF-16 units. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

export const PersonName = textOf(1, 100);
const Email = z.email().describe('E-mail address of the person.');
const NewPassword = z
  .string()
  .min(PASSWORD_LENGTH.min)
  .max(PASSWORD_LENGTH.max)
  .describe(`A password of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`);

/** Body of a refusal by a route of the accounts. */
export const AccountErrorBody = z.strictObject({
  detail: z.string().describe('The problem, in a sentence that may be shown to people.'),
  code: z.string().describe('Code of the problem. Absent: nothing more is known.').optional(),
  message: z
    .string()
    .describe('The same as `detail`. Absent where `error_description` is present.')
    .optional(),
  error: z
    .string()
    .describe(
      'Of a device code, as in RFC 8628: `authorization_pending` and `slow_down` mean that it is not decided yet. Absent otherwise.',
    )
    .optional(),
  error_description: z.string().describe('The same as `detail`. Present with `error`.').optional(),
});

/** Body of POST /api/auth/sign-up/email. */
export const SignUp = z.strictObject({
  name: PersonName.describe('Name of the person.'),
  email: Email,
  password: NewPassword,
});

/** Body of POST /api/auth/sign-in/email. */
export const SignIn = z.strictObject({ email: Email, password: z.string().describe('The password.') });

/** Body of POST /api/auth/update-user. */
export const RenamePerson = z.strictObject({ name: PersonName.describe('Name of the person.') });

/** Body of POST /api/auth/change-password. */
export const ChangePassword = z.strictObject({
  currentPassword: z.string().describe('The password until now.'),
  newPassword: NewPassword,
  revokeOtherSessions: z
    .boolean()
    .describe('Whether to sign out everywhere else. The session that asks gets a new cookie then.')
    .default(false),
});

/** Body of POST /api/auth/revoke-session. */
export const RevokeSession = z.strictObject({ token: z.string().describe('`token` of the session to end.') });

export const Person = z.strictObject({
  id: Id.describe('Id of the person.'),
  name: z.string().describe('Name of the person.'),
  email: z.string().describe('E-mail address of the person.'),
  emailVerified: z.boolean().describe('Always false: the product sends no mail.'),
  image: z.null().describe('Always null.'),
  createdAt: Timestamp.describe('When the person signed up.'),
  updatedAt: Timestamp.describe('When the account was last changed.'),
});

const SessionToken = z.string().describe('Names the session to `revoke-session`; it does not sign in.');

export const SignedUp = z.strictObject({
  token: SessionToken,
  user: Person.describe('The person who signed up.'),
});
export const SignedIn = z.strictObject({
  redirect: z.literal(false).describe('Always false.'),
  token: SessionToken,
  user: Person.describe('The person who signed in.'),
});
export const ChangedPassword = z.strictObject({
  token: SessionToken.nullable().describe('The new session, when the others were revoked; else null.'),
  user: Person.describe('Whose password it is.'),
});

export const AccountSession = z.strictObject({
  id: Id.describe('Id of the session.'),
  token: SessionToken,
  userId: Id.describe('Id of its person.'),
  activeOrganizationId: Id.nullable().describe('The workspace that it acts in; null: none.'),
  ipAddress: z.string().nullable().describe('The network address that signed in.'),
  userAgent: z.string().nullable().describe('The browser that signed in, as it calls itself.'),
  grantedTo: z
    .string()
    .nullable()
    .describe('The application whose device code it is the grant of; null: a session of a browser.'),
  createdAt: Timestamp.describe('When it began.'),
  updatedAt: Timestamp.describe('When it was last extended or changed its workspace.'),
  expiresAt: Timestamp.describe('When it ends, unless it is used before.'),
});

export const CurrentSession = z
  .strictObject({
    session: AccountSession.describe('The session of the cookie.'),
    user: Person.describe('The person who is signed in.'),
  })
  .nullable();

/** Answer of an act that has nothing more to say. */
export const AccountChanged = z.strictObject({ status: z.boolean().describe('Always true.') });
export const AccountSuccess = z.strictObject({ success: z.boolean().describe('Always true.') });
