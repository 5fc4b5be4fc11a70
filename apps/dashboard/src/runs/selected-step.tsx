import type { Artifact } from '@errand/sdk';
import { useState } from 'react';
import { Toggle } from '../ui/toggle.tsx';
import { picturesOf } from './marked-picture.ts';
import { StepPicture } from './step-picture.tsx';
import type { Timeline, TimelineStep } from './timeline.ts';

interface Props {
  runId: string;
  step: TimelineStep;
  timeline: Timeline;
  artifacts: readonly Artifact[];
  /** The page before the step comes first, if it shows the element that the step acted on. */
  prefersBefore: boolean;
}

/** Pictures of a step: where it acted, and the page after it. */
export function SelectedStep({ runId, step, timeline, artifacts, prefersBefore }: Props) {
  const { before, after } = picturesOf(step, timeline, artifacts);
  const [chosen, setChosen] = useState<'before' | 'after' | null>(null);
  const standard = before !== null && (prefersBefore || after === null) ? 'before' : 'after';
  const moment = before === null ? 'after' : (chosen ?? standard);
  const shown = moment === 'before' ? before : after;
  return (
    <div className="flex flex-col gap-2">
      {before !== null && after !== null && (
        <Toggle
          label="Moment of the picture"
          options={[
            ['before', 'Before the step'],
            ['after', 'After it'],
          ]}
          value={moment}
          onChange={setChosen}
        />
      )}
      <StepPicture
        runId={runId}
        picture={shown?.picture ?? null}
        mark={shown?.mark ?? null}
        alt={`The page ${moment}: ${step.what}`}
      />
    </div>
  );
}
