import type { Device } from '@errand/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errand } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField, valuesOf } from '../ui/field.tsx';
import { ErrorNote } from '../ui/notes.tsx';

export function RenameDevice({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => errand.request('PATCH', `/v1/devices/${device.id}`, { body: { name } }),
    onSuccess: async () => {
      setOpen(false);
      await queryClient.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Rename “${device.name}”`}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(valuesOf(event.currentTarget)['name'] ?? '');
          }}
        >
          <TextField label="Name" name="name" defaultValue={device.name} maxLength={100} required />
          <ErrorNote error={rename.error} />
          <Button type="submit" look="primary" isBusy={rename.isPending}>
            Rename
          </Button>
        </form>
      </Dialog>
    </>
  );
}
