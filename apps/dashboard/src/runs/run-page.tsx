import type { RunDetails } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queries } from '../api/queries.ts';
import { useRunEvents } from '../api/run-events.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { Unread } from '../ui/notes.tsx';
import { Button } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { RunActions } from './run-actions.tsx';
import { isOver } from './status.ts';
import { HealedNote } from './healed-note.tsx';
import { LiveView } from './live-view.tsx';
import { RunFindings } from './run-findings.tsx';
import { RunHeader } from './run-header.tsx';
import { SelectedStep } from './selected-step.tsx';
import { pictureOf, StepPicture } from './step-picture.tsx';
import { healedStepsOf, timelineOf } from './timeline.ts';
import { Thoughts } from './thoughts.tsx';
import { TimelineView } from './timeline-view.tsx';

const route = getRouteApi('/shell/runs/$id');
const TITLE_LENGTH = 140;

/** Where the picture of a page is shown: next to the steps, or above them if they would become too narrow. */
const LAYOUTS = {
  picture: {
    grid: 'md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]',
    page: 'max-md:order-first md:sticky md:top-5',
  },
  live: {
    grid: 'xl:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]',
    page: 'max-xl:order-first xl:sticky xl:top-5',
  },
  controlled: { grid: '', page: 'order-first' },
} as const;

function RunView({ run }: { run: RunDetails }) {
  const { step: chosen = null } = route.useSearch();
  const router = useRouter();
  const events = useRunEvents(run.id);
  const { data: artifacts = run.artifacts } = useQuery(queries.artifacts(run.id));
  const timeline = useMemo(() => timelineOf(events), [events]);
  const step = (chosen === null ? undefined : timeline.byKey.get(chosen)) ?? null;
  const shown =
    step ??
    timeline.steps.findLast(({ key }) => pictureOf(timeline.byKey.get(key) ?? null, artifacts) !== null) ??
    null;
  const select = (key: string | undefined): void =>
    void router.navigate({ to: '/runs/$id', params: { id: run.id }, search: { step: key }, replace: true });
  const { live_view_url: liveUrl } = run;
  const isLive = liveUrl !== null && step === null;
  const isControlled = run.status === 'user_controlling';
  const liveLayout = isControlled ? 'controlled' : 'live';
  const layout = LAYOUTS[isLive ? liveLayout : 'picture'];
  const thoughts = timeline.notes.filter(({ type }) => type === 'agent.thought' || type === 'agent.action');
  return (
    <Page
      isWide
      title={run.task.length > TITLE_LENGTH ? `${run.task.slice(0, TITLE_LENGTH)}…` : run.task}
      actions={<RunActions run={run} />}
    >
      <RunHeader run={run} />
      {run.workflow !== null && run.status === 'completed' && (
        <HealedNote runId={run.id} healed={healedStepsOf(events)} />
      )}
      {run.pending_approval !== null && (
        <ApprovalCard run={run} pending={run.pending_approval} events={events} />
      )}
      <div className={`grid items-start gap-6 ${layout.grid}`}>
        <Section title="Steps">
          {timeline.steps.length === 0 && (
            <p className="text-sm text-muted">
              {isOver(run) ? 'No step was done.' : 'No step has begun yet.'}
            </p>
          )}
          <TimelineView
            timeline={timeline}
            isOver={isOver(run)}
            selected={step?.key ?? null}
            onSelect={select}
          />
          <Thoughts thoughts={thoughts} />
        </Section>
        <div className={`flex min-w-0 flex-col gap-3 ${layout.page}`}>
          {isLive && <LiveView url={liveUrl} isControlled={isControlled} />}
          {!isLive && shown === null && (
            <StepPicture
              runId={run.id}
              picture={pictureOf(null, artifacts)}
              alt="The page"
              none={run.started_at === null ? 'The Run has not begun.' : 'This Run has no pictures.'}
            />
          )}
          {!isLive && shown !== null && (
            <SelectedStep
              key={shown.key}
              runId={run.id}
              step={shown}
              timeline={timeline}
              artifacts={artifacts}
              prefersBefore={step !== null}
            />
          )}
          {liveUrl !== null && step !== null && (
            <Button className="w-fit" onClick={() => select(undefined)}>
              Back to the live view
            </Button>
          )}
        </div>
      </div>
      <RunFindings run={run} events={events} artifacts={artifacts} />
    </Page>
  );
}

export function RunPage() {
  const { id } = route.useParams();
  const run = useQuery(queries.run(id));
  if (run.data !== undefined) return <RunView key={id} run={run.data} />;
  return (
    <Page title="Run">
      <Unread what="the Run" reading={run} />
    </Page>
  );
}
