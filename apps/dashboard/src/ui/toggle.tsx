interface Props<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, word: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice among a few visible options. */
export function Toggle<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className="flex w-fit rounded-md border border-line bg-panel p-0.5">
      {options.map(([each, word]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className="rounded px-2.5 py-1 text-xs text-muted hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text"
        >
          {word}
        </button>
      ))}
    </div>
  );
}
