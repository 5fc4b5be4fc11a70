import type { ReceivedSpan } from '@errand/test-kit';

export const CLIENT_SPAN = '00f067aa0ba902b7';
/** The id of the nth trace that a client of a test starts; n is below 256. */
export function traceIdOf(n: number) {
  return `4bf92f3577b34da6a3ce929d0e0e47${n.toString(16).padStart(2, '0')}`;
}
/** The header with which a client asks for the nth trace, sampled. */
export function traceparentOf(n: number) {
  return { traceparent: `00-${traceIdOf(n)}-${CLIENT_SPAN}-01` };
}

/** The chain of spans from the one that the client named to `span`. */
export function ancestry(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentId);
  const line = `${span.service.replace('errand-', '')}: ${span.name}`;
  if (span.parentId === CLIENT_SPAN) return ['client', line];
  return parent === undefined ? ['lost', line] : [...ancestry(parent, spans), line];
}
