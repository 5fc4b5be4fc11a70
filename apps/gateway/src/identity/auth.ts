import { randomUUIDv7 } from 'node:crypto';
import { DeviceClient, PASSWORD_LENGTH } from '@errand/contracts';
import { type Logger } from '@errand/service-kit';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { deviceAuthorization, organization } from 'better-auth/plugins';
import { auditFailedSignIn } from '../audit/failed-sign-in.ts';
import { type Config, isLoopback } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { Limiters } from '../limits/limiters.ts';
import { removeBrokenSignUp } from './broken-sign-up.ts';
import { createDeviceCodes } from './grants.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { createInvitationFilter } from './hide-invitations.ts';
import { isRefusal } from './keep-workspace.ts';
import { checkNames } from './names.ts';
import { noticingOutages } from './outages.ts';
import { createPasswords } from './passwords.ts';
import { enterWorkspace } from './personal-workspace.ts';
import { ADDRESS_HEADER, createSignInLimits } from './sign-in-limits.ts';

export const AUTH_PATH = '/api/auth';
const COOKIE_PREFIX = 'errand';

function logThrough(log: Logger) {
  return (level: 'debug' | 'info' | 'success' | 'warn' | 'error', message: string, ...details: unknown[]) =>
    log[level === 'success' ? 'info' : level](
      { err: details.find((detail) => detail instanceof Error) },
      message,
    );
}

/** Name of the session cookie. */
export function sessionCookie({ publicUrl }: Config): string {
  return `${isLoopback(publicUrl) ? '' : '__Secure-'}${COOKIE_PREFIX}.session_token`;
}

/** better-auth, which manages accounts, sessions, workspaces and members. */
export function createAuth(parts: { config: Config; db: Database; limiters: Limiters; log: Logger }) {
  const { config, db, limiters, log } = parts;
  const signInLimits = createSignInLimits(limiters);
  const hideInvitations = createInvitationFilter(db);
  const deviceCodes = createDeviceCodes(db);
  return betterAuth({
    appName: 'Errand',
    baseURL: config.publicUrl.origin,
    basePath: AUTH_PATH,
    secret: config.authSecret,
    trustedOrigins: config.origins,
    database: prismaAdapter(noticingOutages(db), { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: !config.signUp,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: createPasswords(),
    },
    plugins: [
      // The product sends no mail: the unguessable link is the proof of an invitation.
      organization({ requireEmailVerificationOnInvitation: false }),
      deviceAuthorization({
        verificationUri: `${config.publicUrl.origin}/device`,
        validateClient: (clientId: string) => DeviceClient.safeParse(clientId).success,
      }),
    ],
    session: { additionalFields: { grantedTo: { type: 'string', required: false, input: false } } },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => ({
            data: {
              ...session,
              activeOrganizationId: await enterWorkspace(db, session.userId),
              ...deviceCodes.sessionFields(context),
            },
          }),
        },
        update: { before: async (session, context) => (isRefusal(session, context) ? false : undefined) },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        checkNames(ctx);
        await deviceCodes.before(ctx);
        await signInLimits.before(ctx);
        if (config.signUp) await removeBrokenSignUp(db, ctx);
      }),
      after: createAuthMiddleware(async (ctx) => {
        await signInLimits.after(ctx);
        await deviceCodes.after(ctx);
        await endOtherSessions(db, ctx);
        await auditFailedSignIn(db, ctx);
        return hideInvitations(ctx);
      }),
    },
    rateLimit: { enabled: false },
    onAPIError: {
      // Unexpected errors are logged and answered by our own error handler.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
    advanced: {
      disableCSRFCheck: false,
      disableOriginCheck: false,
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: !isLoopback(config.publicUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUIDv7() },
    },
    telemetry: { enabled: false },
    logger: { level: 'warn', log: logThrough(log) },
  });
}
export type Auth = ReturnType<typeof createAuth>;
