import { SECRET_MASK } from '@errand/contracts';
import { SecretFinder } from './find-secrets.ts';

/** Prepares the texts of a Run for reports: makes them storable and replaces every form of a secret by `[secret]`. */
export interface Mask {
  text(text: string): string;
  /** A copy of a JSON value with all strings and keys masked. */
  value<Value>(value: Value): Value;
  /** For a log: an error with the name, message and stack of what was thrown, masked, since browsers quote typed text. */
  error(thrown: unknown): Error;
  /** False while there are no secrets. */
  readonly hasSecrets: boolean;
  /** Adds secrets, which are masked from now on. */
  hide(secrets: readonly string[]): void;
  /** True when adjacent texts, read as one, contain a form of a secret. */
  finds: (texts: readonly string[]) => boolean;
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Empty strings are not secrets. */
export function createMask(secrets: readonly string[]): Mask {
  const hidden = new Set<string>();
  let finder: SecretFinder | null = null;
  const hide = (more: readonly string[]) => {
    const before = hidden.size;
    for (const secret of more) if (secret !== '') hidden.add(secret.toWellFormed());
    if (hidden.size > before) finder = new SecretFinder([...hidden]);
  };
  hide(secrets);
  const text = (raw: string): string => {
    let shown = '';
    let end = 0;
    for (const { from, to } of finder?.find(raw) ?? []) {
      shown += raw.slice(end, from) + SECRET_MASK;
      end = to;
    }
    return storable(shown + raw.slice(end));
  };

  const isSecret = (raw: string): boolean => {
    const [span] = finder?.find(raw) ?? [];
    return span !== undefined && span.from === 0 && span.to === raw.length;
  };

  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return isSecret(String(value)) ? SECRET_MASK : value;
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), masked(entry)]));
  };
  return {
    text,
    hide,
    get hasSecrets() {
      return finder !== null;
    },
    value: <Value>(value: Value) => masked(value) as Value,
    error: (thrown) => {
      const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
      return Object.assign(new Error(text(message)), { name, stack: text(stack ?? '') });
    },
    finds: (texts) => ['', ' '].some((between) => (finder?.find(texts.join(between)) ?? []).length > 0),
  };
}
