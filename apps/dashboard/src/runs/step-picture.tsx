import type { Artifact } from '@errand/sdk';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ElementBox, TimelineStep } from './timeline.ts';

/** The path of an artifact of a Run on the gateway. */
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

/** The minimum size of a mark, so that it is visible on small pictures too. */
const MIN_MARK_SIZE = '0.75rem';

/** A frame around the element that a step acts on. */
function Mark({ mark: { x, y, width, height } }: { mark: ElementBox }) {
  const part = (share: number): string => `${share * 100}%`;
  return (
    <span
      aria-hidden
      data-mark
      className="pointer-events-none absolute -translate-1/2 rounded-sm outline-2 outline-offset-2 outline-mark"
      style={{
        left: part(x + width / 2),
        top: part(y + height / 2),
        width: `max(${part(width)}, ${MIN_MARK_SIZE})`,
        height: `max(${part(height)}, ${MIN_MARK_SIZE})`,
      }}
    />
  );
}

function isOnPicture({ x, y, width, height }: ElementBox): boolean {
  return x + width > 0 && x < 1 && y + height > 0 && y < 1;
}

interface Props {
  runId: string;
  picture: Artifact | null;
  /** When the page looked so: `The page after: Open the product`. */
  alt: string;
  /** Where a step acts on it. */
  mark?: ElementBox | null;
  /** Said where there is no picture. */
  none?: string;
}

/** The page at one moment, with a frame around the element that a step acts on. */
export function StepPicture({ runId, picture, alt, mark = null, none = 'No picture of this step' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture === null || failed === picture.id)
    return (
      <div className="grid aspect-video place-items-center rounded-lg border border-line bg-panel p-4 text-center text-sm text-muted">
        <span className="flex flex-col items-center gap-2">
          <ImageOff aria-hidden className="size-6" strokeWidth={1.4} />
          {none}
        </span>
      </div>
    );
  const url = artifactUrl(runId, picture.id);
  const isShown = mark !== null && isOnPicture(mark);
  return (
    <figure className="flex flex-col gap-1 self-start">
      <a
        href={url}
        download={picture.filename}
        title="Download the picture"
        className="relative block overflow-hidden rounded-lg border border-line"
      >
        <img
          src={url}
          alt={isShown ? `${alt}. A frame marks where the step acts.` : alt}
          onError={() => setFailed(picture.id)}
          className="block w-full bg-panel"
        />
        {isShown && <Mark mark={mark} />}
      </a>
      {mark !== null && !isShown && (
        <figcaption className="text-xs text-muted">
          The step acts beyond the part of the page that the picture shows.
        </figcaption>
      )}
    </figure>
  );
}
