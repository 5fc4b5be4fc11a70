/** A value as part of a longer text: null is empty, objects and lists are JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
