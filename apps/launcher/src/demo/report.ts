import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Artifact, RunEvent, RunState } from '@errand/contracts';

export interface Picture {
  artifact: Artifact;
  bytes: Buffer;
}

/** A Run with the data that the report shows. */
export interface ReportedRun {
  id: string;
  title: string;
  kind: 'Ad-hoc Run' | 'Runbook Run';
  state: RunState;
  events: RunEvent[];
  pictures: Picture[];
}

interface TimelineStep {
  id: string;
  message: string;
  startedAt: number;
  endedAt: number;
  status: 'completed' | 'failed';
  picture: string | null;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** A file name from the ids of Run, step and picture; `page` stands for a picture of no step. */
export function pictureFile(run: ReportedRun, picture: Picture): string {
  // The id of a step within a loop or another Runbook is like `item[0]/open`.
  const step = (picture.artifact.step_id ?? 'page').replaceAll(/[^\w-]+/g, '-');
  return `${run.id}-${step}-${picture.artifact.id.slice(-6)}.jpg`;
}

/** Derives the steps of a Run with times and screenshots from its events. */
export function timelineOf(run: ReportedRun): TimelineStep[] {
  const steps: TimelineStep[] = [];
  for (const event of run.events) {
    const at = Date.parse(event.at);
    if (event.type === 'step.started')
      steps.push({
        id: event.step_id ?? '',
        message: event.message,
        startedAt: at,
        endedAt: at,
        status: 'completed',
        picture: null,
      });
    if (event.type !== 'step.completed' && event.type !== 'step.failed') continue;
    const step = steps.findLast(({ id }) => id === event.step_id);
    if (step === undefined) continue;
    step.endedAt = at;
    step.message = event.message;
    step.status = event.type === 'step.failed' ? 'failed' : 'completed';
    const picture = run.pictures.find(({ artifact }) => artifact.step_id === step.id);
    step.picture = picture === undefined ? null : pictureFile(run, picture);
  }
  return steps;
}

function renderStep(step: TimelineStep, start: number, total: number): string {
  const left = ((step.startedAt - start) / total) * 100;
  const width = Math.max(0.6, ((step.endedAt - step.startedAt) / total) * 100);
  const picture =
    step.picture === null
      ? '<div class="nopicture">no picture</div>'
      : `<a href="pictures/${step.picture}"><img src="pictures/${step.picture}" alt="The page after ${escapeHtml(step.id)}" loading="lazy"></a>`;
  return `<li class="${step.status}">
    ${picture}
    <div class="what"><code>${escapeHtml(step.id)}</code><p>${escapeHtml(step.message)}</p></div>
    <div class="when"><div class="bar" style="left:${left.toFixed(2)}%;width:${width.toFixed(2)}%"></div></div>
    <time>${step.endedAt - step.startedAt} ms</time>
  </li>`;
}

function renderRun(run: ReportedRun): string {
  const steps = timelineOf(run);
  const times = run.events.map((event) => Date.parse(event.at));
  const start = Math.min(...times);
  const total = Math.max(1, Math.max(...times) - start);
  const { events: _events, ...result } = run.state.result ?? { events: [] };
  return `<section>
    <header><span class="status ${run.state.status}">${run.state.status}</span>
      <div><h2>${escapeHtml(run.title)}</h2>
      <p>${run.kind} <code>${run.id}</code> · ${run.state.step_count} steps · ${(total / 1000).toFixed(2)} s</p></div></header>
    <ol>${steps.map((step) => renderStep(step, start, total)).join('')}</ol>
    <details open><summary>Result</summary><pre>${escapeHtml(JSON.stringify(result, null, 2))}</pre></details>
    <details><summary>All ${run.events.length} events</summary><table>${run.events
      .map(
        (event) =>
          `<tr><td>${event.seq}</td><td>${event.at.slice(11, 23)}</td><td>${event.type}</td><td>${escapeHtml(event.step_id ?? '')}</td><td>${escapeHtml(event.message)}</td></tr>`,
      )
      .join('')}</table></details>
  </section>`;
}

const STYLE = `
  :root {
    color-scheme: light dark; --ink: light-dark(#171a20, #e9ebef); --soft: light-dark(#565e6c, #a3abb8); --line: light-dark(#e1e4ea, #2a303b);
    --panel: light-dark(#fff, #1c2028); --track: light-dark(#eef0f4, #20252e); --accent: light-dark(#3451d1, #93a8ff);
    --good: light-dark(#13693c, #57cc93); --bad: light-dark(#b3261a, #ff9d90);
  }
  body { margin: 0; background: light-dark(#f6f7f9, #101217); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
  main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; }
  h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; line-height: 1.4; margin: 0; overflow-wrap: anywhere; } p { margin: 2px 0; color: var(--soft); }
  section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 24px; margin-top: 24px; }
  header { display: flex; gap: 12px 16px; align-items: flex-start; }
  .status { border: 1px solid; border-radius: 99px; padding: 1px 10px; font-weight: 600; font-size: 13px; color: var(--soft); }
  .status.completed { color: var(--good); } .status.failed { color: var(--bad); }
  ol { list-style: none; margin: 20px 0 0; padding: 0; }
  li { display: grid; grid-template-columns: 168px minmax(0, 1.2fr) minmax(0, 1fr) 72px; gap: 16px; align-items: center; padding: 10px 0; border-top: 1px solid var(--line); }
  img, .nopicture { width: 100%; aspect-ratio: 8 / 5; box-sizing: border-box; object-fit: cover; object-position: top; border-radius: 6px; border: 1px solid var(--line); display: block; }
  .nopicture { display: grid; place-items: center; color: var(--soft); font-size: 12px; background: var(--track); }
  .what p { color: var(--ink); overflow-wrap: anywhere; } code { font: 12px ui-monospace, monospace; color: var(--soft); overflow-wrap: anywhere; }
  .when { position: relative; height: 8px; background: var(--track); border-radius: 99px; }
  .bar { position: absolute; top: 0; bottom: 0; border-radius: 99px; background: var(--accent); } .failed .bar { background: var(--bad); }
  time { text-align: right; font-variant-numeric: tabular-nums; color: var(--soft); }
  pre { background: var(--track); padding: 16px; border-radius: 6px; overflow: auto; font: 12.5px/1.5 ui-monospace, monospace; }
  summary { cursor: pointer; font-weight: 600; margin-top: 16px; } table { border-collapse: collapse; font-size: 12.5px; margin-top: 8px; }
  td { padding: 2px 10px 2px 0; vertical-align: top; overflow-wrap: anywhere; }
  @media (width < 640px) {
    main { padding: 20px 16px 48px; } section { padding: 16px; } header { flex-wrap: wrap; }
    li { grid-template-columns: 96px minmax(0, 1fr) auto; gap: 4px 12px; } .when { grid-column: 1 / -1; grid-row: 2; }
    td:nth-child(2), td:nth-child(4) { display: none; }
  }`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${STYLE}</style><main>${body}</main></html>`;
}

/** Writes `index.html` and its screenshots into `directory`. */
export async function writeReport(directory: string, runs: readonly ReportedRun[]): Promise<string> {
  await mkdir(path.join(directory, 'pictures'), { recursive: true });
  await Promise.all(
    runs.flatMap((run) =>
      run.pictures.map((picture) =>
        writeFile(path.join(directory, 'pictures', pictureFile(run, picture)), picture.bytes),
      ),
    ),
  );
  const file = path.join(directory, 'index.html');
  const head = `<h1>Errand demo</h1><p>${runs.length} Runs, carried out by a real browser on the bundled shop.</p>`;
  await writeFile(file, page('Errand demo report', head + runs.map(renderRun).join('')));
  return file;
}

/** An HTML page with the screenshots of all Runs, to be rendered by `photograph`. */
export function contactSheetHtml(runs: readonly ReportedRun[]): string {
  const cell = (run: ReportedRun, picture: Picture) => {
    const step = timelineOf(run).find(({ id }) => id === picture.artifact.step_id);
    return `<figure><img src="data:image/jpeg;base64,${picture.bytes.toString('base64')}" alt="">
      <figcaption><b>${escapeHtml(picture.artifact.step_id ?? '')}</b> ${escapeHtml(step?.message ?? '')}</figcaption></figure>`;
  };
  const rows = runs.map(
    (run) => `<h2>${escapeHtml(run.title)} <small>${run.state.status}</small></h2>
      <div class="grid">${run.pictures.map((picture) => cell(run, picture)).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 28px; width: 1344px; background: #f5f7fb; color: #14213d; font: 14px/1.4 system-ui, sans-serif; }
    h2 { font-size: 17px; margin: 18px 0 12px; } small { color: #1b7f4d; margin-left: 8px; }
    .grid { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px; }
    figure { margin: 0; background: #fff; border: 1px solid #e3e8f0; border-radius: 10px; overflow: hidden; }
    img { width: 100%; aspect-ratio: 16 / 10; object-fit: cover; object-position: top; display: block; }
    figcaption { padding: 8px 10px; font-size: 12px; color: #5c677d; height: 34px; overflow: hidden; }
  </style>${rows.join('')}`;
}
