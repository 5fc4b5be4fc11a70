const TERMINAL = new Set<string>(['completed', 'failed', 'cancelled']);

export function isOver({ status }: { status: string }): boolean {
  return TERMINAL.has(status);
}
