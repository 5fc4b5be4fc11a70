import type { WindowState } from '@errand/contracts/device';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField, valuesOf } from '../ui/field.tsx';
import { ErrorNote, Note } from '../ui/notes.tsx';
import { Card, Facts, Section } from '../ui/page.tsx';
import { carryOut } from './api.ts';

function describe(consent: WindowState['consent']): string {
  if (consent === null) return 'Runs may not use mouse, keyboard and applications of this machine.';
  const which = consent.applications?.join(', ') ?? 'all applications that are not kept apart';
  const when = consent.unattended ? ' Also while it is not known whether the screen is locked.' : '';
  return `Runs may use: ${which}.${when}`;
}

/** What Runs may do with the desktop of this machine, and with whom it is paired. */
export function Permissions({ state: { consent, noDesktop, device } }: { state: WindowState }) {
  const command = useMutation({ mutationFn: carryOut });
  return (
    <>
      <Section title="The desktop">
        <Card className="flex flex-col gap-4">
          {noDesktop !== null && <Note tone="info">{noDesktop}</Note>}
          <p className="text-sm">{describe(consent)}</p>
          <form
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              const { applications = '', unattended } = valuesOf(event.currentTarget);
              const names = applications
                .split(',')
                .map((name) => name.trim())
                .filter(Boolean);
              command.mutate({
                command: 'allow',
                applications: names.length === 0 ? null : names,
                unattended: unattended !== undefined,
              });
            }}
          >
            <TextField
              label="Applications"
              name="applications"
              placeholder="mousepad, galculator"
              defaultValue={consent?.applications?.join(', ') ?? ''}
              hint="Names, with commas between them. Empty: all that are not kept apart. Terminals, password managers and permission prompts are kept apart unless you name them."
            />
            <Checkbox
              name="unattended"
              defaultChecked={consent?.unattended ?? false}
              label="Also while it is not known whether the screen is locked"
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" look="primary" isBusy={command.isPending}>
                Allow
              </Button>
              {consent !== null && (
                <Button isBusy={command.isPending} onClick={() => command.mutate({ command: 'disallow' })}>
                  Take it back
                </Button>
              )}
            </div>
            <ErrorNote error={command.error} />
          </form>
        </Card>
      </Section>
      <Section title="Paired with">
        <Card>
          <Facts
            facts={[
              ['Server', device.baseUrl],
              ['Workspace', device.workspaceId],
              ['This machine', device.name],
              ['End it', <code key="unpair">errand-desktop unpair</code>],
            ]}
          />
        </Card>
      </Section>
    </>
  );
}
