import { z } from 'zod';
import {
  AccountChanged,
  AccountSession,
  AccountSuccess,
  ChangePassword,
  ChangedPassword,
  CurrentSession,
  RenamePerson,
  RevokeSession,
  SignIn,
  SignUp,
  SignedIn,
  SignedUp,
} from '../public/accounts.ts';
import { route } from './route.ts';

const common = { owner: 'gateway', tag: 'Accounts', access: 'session', ofAccounts: true } as const;
const setsCookie = { headers: ['Set-Cookie'] };
const person = { email: 'ada@example.com', password: 'correct horse battery' };

/** People and their sessions. */
export const accountRoutes = {
  signUp: route({
    ...common,
    access: 'public',
    name: 'signUp',
    method: 'POST',
    path: '/api/auth/sign-up/email',
    summary: 'Sign up: an account, a personal workspace and a session',
    body: SignUp,
    bodyExample: { name: 'Ada Lovelace', ...person },
    answers: { 200: { description: 'Signed in; the cookie is the session', body: SignedUp, ...setsCookie } },
  }),
  signIn: route({
    ...common,
    access: 'public',
    name: 'signIn',
    method: 'POST',
    path: '/api/auth/sign-in/email',
    summary: 'Sign in',
    body: SignIn,
    bodyExample: person,
    answers: { 200: { description: 'Signed in; the cookie is the session', body: SignedIn, ...setsCookie } },
  }),
  signOut: route({
    ...common,
    name: 'signOut',
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'Sign out: the session ends',
    answers: {
      200: { description: 'Signed out, also without a session', body: AccountSuccess, ...setsCookie },
    },
  }),
  getSession: route({
    ...common,
    name: 'getSession',
    method: 'GET',
    path: '/api/auth/get-session',
    summary: 'Get the session of the cookie',
    answers: {
      200: { description: 'The session; null: the cookie is of none', body: CurrentSession, ...setsCookie },
    },
  }),
  listSessions: route({
    ...common,
    name: 'listSessions',
    method: 'GET',
    path: '/api/auth/list-sessions',
    summary: 'List your sessions',
    answers: { 200: { description: 'Those that have not ended', body: z.array(AccountSession) } },
  }),
  revokeSession: route({
    ...common,
    name: 'revokeSession',
    method: 'POST',
    path: '/api/auth/revoke-session',
    summary: 'End one of your sessions',
    body: RevokeSession,
    bodyExample: { token: 'rY2O32bFWLskJmoDzqsg9UEXhgTndwSu' },
    answers: { 200: { description: 'It has ended, or there is none', body: AccountChanged } },
  }),
  renamePerson: route({
    ...common,
    name: 'renamePerson',
    method: 'POST',
    path: '/api/auth/update-user',
    summary: 'Change your name',
    body: RenamePerson,
    bodyExample: { name: 'Ada King' },
    answers: { 200: { description: 'Changed', body: AccountChanged, ...setsCookie } },
  }),
  changePassword: route({
    ...common,
    name: 'changePassword',
    method: 'POST',
    path: '/api/auth/change-password',
    summary: 'Change your password',
    body: ChangePassword,
    bodyExample: {
      currentPassword: person.password,
      newPassword: 'staple of another horse',
      revokeOtherSessions: true,
    },
    answers: { 200: { description: 'Changed', body: ChangedPassword, ...setsCookie } },
  }),
} as const;
