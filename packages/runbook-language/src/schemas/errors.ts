/** A JSON Schema that no value can be checked against. `message` is display-safe and lacks a subject. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** @param place of the keyword that is wrong, as a path in the schema */
export function unusable(place: string, why: string): SchemaError {
  return new SchemaError(`is not a JSON Schema that can be checked: ${place || 'it'} ${why}`);
}
