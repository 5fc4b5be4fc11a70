const TERMINAL = new Set<string>(['completed', 'failed', 'cancelled']);

/** True for a Run that is completed, failed or cancelled. */
export function isOver({ status }: { status: string }): boolean {
  return TERMINAL.has(status);
}
