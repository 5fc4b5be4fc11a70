/** A value as a person reads it: a text as it is, anything else as JSON. */
export function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
