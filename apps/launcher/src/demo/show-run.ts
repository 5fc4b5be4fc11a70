import type { AcceptedRun } from '@errand/contracts';
import type { Client } from './client.ts';
import { liveLine } from './live-view.ts';
import type { ReportedRun } from './report.ts';

/** Follows a Run live in the terminal, prints its result, and collects the data for the report. */
export async function showRun(
  client: Client,
  accepted: AcceptedRun,
  about: Pick<ReportedRun, 'title' | 'kind'>,
  print: (line: string) => void,
): Promise<ReportedRun> {
  const events: ReportedRun['events'] = [];
  for await (const event of client.follow(accepted.id)) {
    events.push(event);
    const line = liveLine(event, Date.parse(events[0]?.at ?? event.at));
    if (line !== null) print(line);
  }
  const state = await client.getRun(accepted.id);
  const { events: _events, ...result } = state.result ?? { events: [] };
  print('');
  print(JSON.stringify({ id: accepted.id, ...state, result }, null, 2));
  print('');
  const artifacts = await client.listArtifacts(accepted.id);
  const pictures = await Promise.all(
    artifacts
      .filter(({ kind }) => kind === 'screenshot')
      .map(async (artifact) => ({ artifact, bytes: await client.readArtifact(accepted.id, artifact.id) })),
  );
  return { id: accepted.id, ...about, state, events, pictures };
}
