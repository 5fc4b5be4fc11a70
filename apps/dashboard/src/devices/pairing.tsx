import { ButtonLink } from '../ui/button.tsx';
import { CommandLine } from '../ui/copy.tsx';

/** How to pair a machine: where to get the desktop application, what to run, and where to confirm its code. */
export function Pairing() {
  return (
    <div className="flex w-full max-w-2xl flex-col gap-3 text-left text-sm text-muted">
      <p>
        The desktop application carries out local Runs on your own machine. Its package,{' '}
        <code>errand-desktop</code>, is not on npm yet: get a copy of Errand's source code on that machine,
        and run there:
      </p>
      <CommandLine text="npm ci" />
      <CommandLine text={`npx --no -- errand-desktop pair --base-url ${location.origin}`} />
      <p>
        It shows a code. Confirm it here, then start the application with{' '}
        <code>npx --no -- errand-desktop start</code>.
      </p>
      <ButtonLink look="primary" to="/device" className="w-fit">
        Confirm a code
      </ButtonLink>
    </div>
  );
}
