import type { Artifact, RunDetails, RunEvent } from '@errand/sdk';
import { Tabs } from '@base-ui/react/tabs';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Paged } from '../ui/paged.tsx';
import { Badge } from '../ui/status.tsx';
import { bytesOf, Time } from '../ui/time.tsx';
import { Cell, Row, Table } from '../ui/table.tsx';
import { JsonView, OutputView } from './json-view.tsx';
import { RunFacts } from './run-header.tsx';
import { artifactUrl } from './step-picture.tsx';

type Data = Readonly<Record<string, unknown>>;

function Nothing({ children }: { children: string }) {
  return <p className="text-sm text-muted">{children}</p>;
}

function Outputs({ run }: { run: RunDetails }) {
  const outputs = Object.entries(run.outputs);
  if (outputs.length === 0)
    return <Nothing>{run.completed_at === null ? 'No outputs so far.' : 'This Run has no outputs.'}</Nothing>;
  return (
    <dl className="flex flex-col gap-3">
      {outputs.map(([name, value]) => (
        <div key={name} className="flex flex-col gap-1">
          <dt className="font-mono text-xs text-muted">{name}</dt>
          <dd className="text-sm">
            <OutputView value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Files({ runId, artifacts }: { runId: string; artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) return <Nothing>No files are stored.</Nothing>;
  return (
    <Paged what="Files" items={artifacts}>
      {(shown) => (
        <Table name="Files" columns={['File', 'Kind', 'Step', 'Size', 'Stored']}>
          {shown.map(({ id, filename, kind, step_id: step, bytes, created_at: at }) => (
            <Row key={id}>
              <Cell className="max-w-64">
                <a
                  href={artifactUrl(runId, id)}
                  download={filename}
                  className="flex items-center gap-1.5 text-accent underline underline-offset-2"
                >
                  <Download aria-hidden className="size-3.5 shrink-0" />
                  <span className="truncate">{filename}</span>
                </a>
              </Cell>
              <Cell>{kind}</Cell>
              <Cell className="font-mono text-xs">{step}</Cell>
              <Cell className="numbers">{bytesOf(bytes)}</Cell>
              <Cell>
                <Time at={at} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Paged>
  );
}

interface Proof {
  what: string;
  held: boolean;
  saw: string;
}

/** The proofs of the Run's work, from all its events. */
function proofsOf(events: readonly RunEvent[]): Proof[] {
  return events.flatMap((event): Proof[] => {
    const data = (event.data ?? {}) as Data;
    const evidence = data['evidence'] as { asked?: string; saw?: string } | undefined;
    const completion = data['completion'] as
      | {
          condition?: string;
          held?: boolean;
          findings?: { checked?: string; held?: boolean; saw?: string }[];
        }
      | undefined;
    const proofs: Proof[] = [];
    if (evidence?.asked !== undefined)
      proofs.push({ what: evidence.asked, held: true, saw: evidence.saw ?? '' });
    for (const finding of completion?.findings ?? [])
      proofs.push({
        what: finding.checked ?? completion?.condition ?? '',
        held: finding.held === true,
        saw: finding.saw ?? '',
      });
    return proofs;
  });
}

interface EffectRow {
  step: string;
  action: string;
  outcome: string;
}

/** The Run's effects on sites: from its end event, else from the steps that changed something. */
function effectsOf(events: readonly RunEvent[]): EffectRow[] {
  const told = events.flatMap((event) => {
    const effects = ((event.data ?? {}) as Data)['effects'];
    return Array.isArray(effects) ? (effects as { step_id: string; action: string; outcome: string }[]) : [];
  });
  if (told.length > 0) return told.map(({ step_id: step, action, outcome }) => ({ step, action, outcome }));
  const began = new Map<string | null, string>();
  return events.flatMap((event): EffectRow[] => {
    if (event.type === 'step.started') began.set(event.step_id, event.message);
    const { effect, acted } = (event.data ?? {}) as Data;
    // A dry run only looks whether it could be done.
    if (acted === false) return [];
    if (event.type !== 'step.completed' || (effect !== 'write' && effect !== 'irreversible')) return [];
    return [
      { step: event.step_id ?? '', action: began.get(event.step_id) ?? event.message, outcome: 'landed' },
    ];
  });
}

const OUTCOMES: Readonly<Record<string, readonly ['good' | 'plain' | 'warn', string]>> = {
  landed: ['good', 'took effect'],
  not_landed: ['plain', 'did not take effect'],
  unknown: ['warn', 'may have taken effect: look at the site'],
};

function Effects({ events }: { events: readonly RunEvent[] }) {
  const effects = effectsOf(events);
  if (effects.length === 0) return <Nothing>Nothing was changed on any site.</Nothing>;
  return (
    <Table name="Effects" columns={['Step', 'What', 'What became of it']}>
      {effects.map(({ step, action, outcome }, index) => {
        const [tone, words] = OUTCOMES[outcome] ?? ['plain', outcome];
        return (
          <Row key={index}>
            <Cell className="font-mono text-xs">{step}</Cell>
            <Cell className="break-words">{action}</Cell>
            <Cell>
              <Badge tone={tone}>{words}</Badge>
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

function Evidence({ events }: { events: readonly RunEvent[] }) {
  const proofs = proofsOf(events);
  if (proofs.length === 0) return <Nothing>No step of this Run had a condition to prove.</Nothing>;
  return (
    <Table name="Evidence" columns={['Asked', 'Holds', 'What was seen']}>
      {proofs.map(({ what, held, saw }, index) => (
        <Row key={index}>
          <Cell className="break-words">{what}</Cell>
          <Cell>
            <Badge tone={held ? 'good' : 'bad'}>{held ? 'yes' : 'no'}</Badge>
          </Cell>
          <Cell className="break-words">{saw}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Events({ events }: { events: readonly RunEvent[] }) {
  return (
    <Paged what="Events" items={events}>
      {(shown) => (
        <Table name="Events" columns={['#', 'Type', 'Step', 'Message', 'Time']}>
          {shown.map((event) => (
            <Row key={event.seq} className="align-top">
              <Cell className="numbers text-muted">{event.seq}</Cell>
              <Cell className="font-mono text-xs whitespace-nowrap">{event.type}</Cell>
              <Cell className="font-mono text-xs">{event.step_id}</Cell>
              <Cell className="min-w-64 break-words">
                {event.data === null ? (
                  event.message
                ) : (
                  <details>
                    <summary>{event.message || 'Facts'}</summary>
                    <JsonView value={event.data} />
                  </details>
                )}
              </Cell>
              <Cell>
                <Time at={event.at} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Paged>
  );
}

function Inputs({ run }: { run: RunDetails }) {
  return (
    <div className="flex flex-col gap-4">
      <RunFacts run={run} />
      {Object.keys(run.inputs).length > 0 && <JsonView value={run.inputs} />}
      {Object.keys(run.metadata).length > 0 && <JsonView value={run.metadata} />}
    </div>
  );
}

interface Props {
  run: RunDetails;
  events: readonly RunEvent[];
  artifacts: readonly Artifact[];
}

/** A Run's outputs, files, effects and proofs, and all its events. */
export function RunFindings({ run, events, artifacts }: Props) {
  const tabs: readonly (readonly [string, ReactNode])[] = [
    ['Outputs', <Outputs key="outputs" run={run} />],
    ['Files', <Files key="files" runId={run.id} artifacts={artifacts} />],
    ['Effects', <Effects key="effects" events={events} />],
    ['Evidence', <Evidence key="evidence" events={events} />],
    ['Events', <Events key="events" events={events} />],
    ['Details', <Inputs key="inputs" run={run} />],
  ];
  return (
    <Tabs.Root defaultValue="Outputs" className="flex flex-col gap-3">
      <Tabs.List aria-label="Findings" className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(([name]) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="-mb-px border-b-2 border-transparent px-3 py-1.5 text-sm whitespace-nowrap text-muted hover:text-text data-[active]:border-accent data-[active]:font-medium data-[active]:text-text"
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(([name, content]) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
