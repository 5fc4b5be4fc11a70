import { useMutation } from '@tanstack/react-query';
import { errand } from '../api/client.ts';
import { CONTROL, Field } from '../ui/field.tsx';
import { ErrorNote } from '../ui/notes.tsx';
import { bytesOf } from '../ui/time.tsx';
import { useFormContext, type ValueProps } from './form-context.ts';
import { labelOf } from './schema.ts';

/** A file, which is uploaded when it is chosen; the value is a reference to it. */
export function FileField({ name, schema, isRequired, onChange, path }: ValueProps) {
  const { problems } = useFormContext();
  const upload = useMutation({
    mutationFn: (file: File) => errand.files.create(file, { filename: file.name }),
    onSuccess: ({ id }) => onChange({ fileId: id }),
  });
  const choose = (file: File | undefined): void => {
    onChange(undefined);
    if (file !== undefined) upload.mutate(file);
  };
  const state = upload.isPending
    ? 'It is being uploaded.'
    : upload.data && `Uploaded: ${upload.data.filename}, ${bytesOf(upload.data.bytes)}.`;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={labelOf(name, schema)}
        hint={schema.description}
        problem={problems[path]}
        isRequired={isRequired}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            required={isRequired}
            className={CONTROL}
            onChange={({ target }) => choose(target.files?.[0])}
          />
        )}
      </Field>
      <p role="status" className="text-xs text-muted empty:hidden">
        {state}
      </p>
      <ErrorNote error={upload.error} />
    </div>
  );
}
