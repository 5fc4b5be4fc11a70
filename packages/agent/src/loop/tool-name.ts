/** Providers reject dots in tool names. */
export function toolName(primitive: string): string {
  return primitive.replace('.', '_');
}
