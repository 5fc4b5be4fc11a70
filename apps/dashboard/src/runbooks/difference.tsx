import { diffLines } from 'diff';
import { useMemo } from 'react';

const LOOKS = {
  added: ['bg-good-soft text-good', '+', 'added'],
  removed: ['bg-bad-soft text-bad', '-', 'removed'],
  same: ['text-muted', ' ', ''],
} as const;
/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;

interface Line {
  kind: keyof typeof LOOKS;
  text: string;
}

function kindOf({ added, removed }: { added: boolean; removed: boolean }): Line['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

function linesOf(before: string, after: string): Line[] {
  return diffLines(before, after).flatMap((part) =>
    part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): Line => ({ kind: kindOf(part), text })),
  );
}

/** The changed lines with a few around them; null replaces lines that are left out. */
function excerpt(lines: readonly Line[]): (Line | null)[] {
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  return lines.flatMap((line, index) => {
    if (isNear(index)) return [line];
    const isFirstLeftOut = index === 0 || isNear(index - 1);
    return isFirstLeftOut ? [null] : [];
  });
}

/** How two definitions differ, line by line. */
export function Difference({ before, after, of }: { before: string; after: string; of: string }) {
  const lines = useMemo(() => excerpt(linesOf(before, after)), [before, after]);
  if (before === after) return <p className="text-sm text-muted">They are equal.</p>;
  return (
    <div
      role="region"
      aria-label={of}
      tabIndex={0}
      className="max-h-[60vh] overflow-auto rounded-md border border-line py-1 font-mono text-xs"
    >
      {lines.map((line, index) =>
        line === null ? (
          <div key={index} className="bg-panel px-3 text-muted">
            …
          </div>
        ) : (
          <div key={index} className={`px-3 break-words whitespace-pre-wrap ${LOOKS[line.kind][0]}`}>
            <span aria-hidden>{LOOKS[line.kind][1]} </span>
            {line.kind !== 'same' && <span className="sr-only">{LOOKS[line.kind][2]}: </span>}
            {line.text}
          </div>
        ),
      )}
    </div>
  );
}
