import type Errand from '@errand/sdk';
import type { AcceptedRun } from '@errand/sdk';
import { liveLine } from './live-view.ts';
import type { ReportedRun } from './report.ts';

interface Showing {
  print: (line: string) => void;
  signal: AbortSignal;
  /** Approves the Run's requests with a key that did not create it. */
  approver?: Errand;
}

/** Follows a Run live in the terminal, prints its result, and collects the data for the report. */
export async function showRun(
  errand: Errand,
  accepted: AcceptedRun,
  about: Pick<ReportedRun, 'title' | 'kind'>,
  { print, signal, approver }: Showing,
): Promise<ReportedRun> {
  const events: ReportedRun['events'] = [];
  for await (const event of errand.runs.stream(accepted.id, { signal })) {
    events.push(event);
    const line = liveLine(event, Date.parse(events[0]?.at ?? event.at));
    if (line !== null) print(line);
    if (event.type === 'approval.requested' && approver !== undefined)
      await approver.runs.approve(accepted.id, { comment: 'The demo approves' }, { signal });
  }
  const state = await errand.runs.get(accepted.id, { signal });
  const { events: _events, ...result } = state.result ?? { events: [] };
  print('');
  print(JSON.stringify({ id: accepted.id, ...state, result }, null, 2));
  print('');
  const pictures: ReportedRun['pictures'] = [];
  for await (const artifact of errand.runs.artifacts.list(accepted.id, {}, { signal })) {
    if (artifact.kind !== 'screenshot') continue;
    const file = await errand.runs.artifacts.download(accepted.id, artifact.id, { signal });
    pictures.push({ artifact, bytes: Buffer.from(await file.arrayBuffer()) });
  }
  return { id: accepted.id, ...about, state, events, pictures };
}
