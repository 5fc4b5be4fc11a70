/** The JSON Schema is invalid or not supported. `message` is display-safe and lacks a subject. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** @param place path of the wrong keyword in the schema */
export function unusable(place: string, why: string): SchemaError {
  return new SchemaError(`is not a JSON Schema that can be checked: ${place || 'it'} ${why}`);
}
