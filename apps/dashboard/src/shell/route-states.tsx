import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorState } from '../ui/notes.tsx';

export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => void router.invalidate()} />;
}

export function NotFound() {
  return (
    <main className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      <h1 className="text-xl font-semibold">There is no such page</h1>
      <ButtonLink to="/runs">Go to the Runs</ButtonLink>
    </main>
  );
}
