import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { isSignUpOpen } from '../page-settings.ts';
import { Logo } from '../shell/logo.tsx';
import { CredentialsForm } from './credentials.tsx';

/** Continues to the page that the person asked for, within this site only. */
function useArrival(): () => Promise<void> {
  const { next } = useSearch({ strict: false });
  const router = useRouter();
  const queryClient = useQueryClient();
  return async () => {
    queryClient.clear();
    const isOwn = next !== undefined && /^\/(?![/\\])/.test(next);
    await router.navigate({ href: isOwn ? next : '/runs', replace: true });
  };
}

function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Errand`;
  }, [title]);
  return (
    <main className="grid min-h-dvh place-items-center bg-panel p-4">
      <div className="flex w-full max-w-sm flex-col gap-6 rounded-lg border border-line bg-raised p-6">
        <Logo />
        <h1 className="text-xl font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}

const LINK = 'font-medium text-accent underline underline-offset-2';

export function SignInPage() {
  const { next } = useSearch({ strict: false });
  const arrive = useArrival();
  return (
    <AccountPage title="Sign in">
      <CredentialsForm kind="sign-in" onDone={arrive} />
      {isSignUpOpen && (
        <p className="text-sm text-muted">
          New here?{' '}
          <Link to="/sign-up" search={{ next }} className={LINK}>
            Create an account
          </Link>
        </p>
      )}
    </AccountPage>
  );
}

export function SignUpPage() {
  const { next } = useSearch({ strict: false });
  const arrive = useArrival();
  return (
    <AccountPage title="Create an account">
      {isSignUpOpen ? (
        <CredentialsForm kind="sign-up" onDone={arrive} />
      ) : (
        <p className="text-sm">
          Sign-up is closed here. Ask an administrator of your workspace for an account.
        </p>
      )}
      <p className="text-sm text-muted">
        You have an account?{' '}
        <Link to="/sign-in" search={{ next }} className={LINK}>
          Sign in
        </Link>
      </p>
    </AccountPage>
  );
}
