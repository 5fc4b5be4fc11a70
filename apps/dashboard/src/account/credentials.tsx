import { AuthenticationError } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { accounts } from '../api/accounts.ts';
import { Button } from '../ui/button.tsx';
import { TextField, valuesOf } from '../ui/field.tsx';
import { ErrorNote } from '../ui/notes.tsx';

interface Props {
  kind: 'sign-in' | 'sign-up';
  onDone: () => unknown;
  /** The account to sign in to again. */
  email?: string | undefined;
}

/** The form that opens a session: of an account that exists, or of a new one. */
export function CredentialsForm({ kind, onDone, email }: Props) {
  const isNew = kind === 'sign-up';
  const open = useMutation({
    meta: { guest: true },
    mutationFn: ({ name = '', email: address = '', password = '' }: Record<string, string>) =>
      isNew
        ? accounts.signUp({ name, email: address, password })
        : accounts.signIn({ email: address, password }),
    onSuccess: onDone,
  });
  // Refused because of the input here, not because a session ended.
  const error = open.error instanceof AuthenticationError ? new Error(open.error.detail ?? '') : open.error;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        open.mutate(valuesOf(event.currentTarget));
      }}
    >
      {isNew && <TextField label="Name" name="name" autoComplete="name" required autoFocus />}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus={!isNew && email === undefined}
        defaultValue={email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
        minLength={isNew ? 8 : undefined}
        hint={isNew ? 'At least 8 characters.' : undefined}
        autoFocus={email !== undefined}
      />
      <ErrorNote error={error} />
      <Button type="submit" look="primary" isBusy={open.isPending}>
        {isNew ? 'Create account' : 'Sign in'}
      </Button>
    </form>
  );
}
