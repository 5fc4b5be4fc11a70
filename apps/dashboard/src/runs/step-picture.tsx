import type { Artifact } from '@errand/sdk';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { TimelineStep } from './timeline.ts';

export function artifactUrl(runId: string, artifactId: string): string {
  return `/v1/runs/${runId}/artifacts/${artifactId}`;
}

/** The last picture that a step left, or of the steps inside it. */
export function pictureOf(step: TimelineStep | null, artifacts: readonly Artifact[]): Artifact | null {
  const pictures = artifacts.filter(({ kind }) => kind === 'screenshot');
  if (step === null) return pictures.at(-1) ?? null;
  const own = pictures.filter(
    ({ step_id: id }) =>
      id === step.key || id === step.id || id?.startsWith(`${step.key}/`) || id?.startsWith(`${step.key}[`),
  );
  return own.at(-1) ?? null;
}

/** The page as it was when a step ended. */
export function StepPicture({ runId, picture, of }: { runId: string; picture: Artifact | null; of: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture === null || failed === picture.id)
    return (
      <div className="grid aspect-video place-items-center rounded-lg border border-line bg-panel text-sm text-muted">
        <span className="flex flex-col items-center gap-2">
          <ImageOff aria-hidden className="size-6" strokeWidth={1.4} />
          No picture of this step
        </span>
      </div>
    );
  const url = artifactUrl(runId, picture.id);
  return (
    <a
      href={url}
      download={picture.filename}
      title="Download the picture"
      className="block self-start rounded-lg border border-line"
    >
      <img
        src={url}
        alt={`The page after: ${of}`}
        onError={() => setFailed(picture.id)}
        className="block w-full rounded-lg bg-panel"
      />
    </a>
  );
}
