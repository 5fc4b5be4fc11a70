import type { AcceptedRun, RunbookParameter } from '@errand/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTargets } from '../runs/targets.ts';
import { schemaOfParameters } from '../schema-form/parameters.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { ErrorNote } from '../ui/notes.tsx';

interface Body {
  inputs: Record<string, unknown>;
  executionTarget: 'cloud' | 'local';
}

interface Props {
  title: string;
  description: string;
  act: string;
  parameters: readonly RunbookParameter[];
  start: (body: Body) => Promise<AcceptedRun>;
  onClose: () => void;
}

/** Asks for the inputs that the parameters declare, starts a Run and shows it. */
export function StartDialog({ title, description, act, parameters, start, onClose }: Props) {
  const [inputs, setInputs] = useState<Record<string, unknown>>({});
  const [target, setTarget] = useState<Body['executionTarget']>('cloud');
  const router = useRouter();
  const targets = useTargets();
  const starting = useMutation({
    mutationFn: () => start({ inputs, executionTarget: target }),
    onSuccess: async ({ id }) => {
      onClose();
      await router.navigate({ to: '/runs/$id', params: { id } });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          starting.mutate();
        }}
      >
        {parameters.length > 0 && (
          <SchemaForm schema={schemaOfParameters(parameters)} value={inputs} onChange={setInputs} />
        )}
        <SelectField
          label="Where"
          value={target}
          onChange={(event) => setTarget(event.target.value as Body['executionTarget'])}
          options={targets}
        />
        <ErrorNote error={starting.error} />
        <Button type="submit" look="primary" isBusy={starting.isPending}>
          {act}
        </Button>
      </form>
    </Dialog>
  );
}
