import type { Conversation } from '@errand/contracts/device';
import { useMutation } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { timelineOf } from '../runs/timeline.ts';
import { TimelineView } from '../runs/timeline-view.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorNote, Note } from '../ui/notes.tsx';
import { Card } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { carryOut, pictureUrl } from './api.ts';

const OVER = new Set(['completed', 'failed', 'cancelled']);

interface Props {
  conversation: Conversation;
  baseUrl: string;
  isFolded?: boolean;
}

/** A Run on this machine: its goal, its steps as they happen, its questions, and a Stop button. */
export function ConversationView({ conversation, baseUrl, isFolded = false }: Props) {
  const { id, task, status, startedAt, summary, question } = conversation;
  const [isOpen, setOpen] = useState(!isFolded);
  const stop = useMutation({ mutationFn: carryOut });
  const isOver = OVER.has(status);
  return (
    <Card>
      <article aria-label={task} className="flex flex-col gap-3">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 grow basis-64">
            <h2 className="text-base font-semibold break-words">{task}</h2>
            <p className="flex flex-wrap items-center gap-3 text-xs text-muted">
              <Status status={status} />
              <Time at={startedAt} />
              <a href={`${baseUrl}/runs/${id}`} target="_blank" rel="noreferrer" className="underline">
                in the dashboard
              </a>
            </p>
          </div>
          {isOver ? (
            <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide steps' : 'Show steps'}
            </Button>
          ) : (
            <Button
              look="danger"
              isBusy={stop.isPending}
              onClick={() => stop.mutate({ command: 'stop-run', runId: id })}
            >
              <Square aria-hidden className="size-4" />
              Stop
            </Button>
          )}
        </header>
        <ErrorNote error={stop.error} />
        {question !== null && (
          <Note tone="warn" role="status">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>{question}</span>
              <a
                href={`${baseUrl}/runs/${id}`}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('primary')}
              >
                Approve or reject
              </a>
            </div>
          </Note>
        )}
        {summary !== null && <p className="text-sm break-words">{summary}</p>}
        {(isOpen || !isOver) && <Steps conversation={conversation} isOver={isOver} />}
      </article>
    </Card>
  );
}

function Steps({ conversation, isOver }: { conversation: Conversation; isOver: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const timeline = timelineOf(conversation.events);
  const pictures = conversation.pictures.filter(
    ({ stepId }) => chosen === null || stepId === chosen || stepId === timeline.byKey.get(chosen)?.id,
  );
  const picture = pictures.at(-1);
  const about = chosen === null ? null : timeline.byKey.get(chosen)?.what;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TimelineView timeline={timeline} isOver={isOver} selected={chosen} onSelect={setChosen} />
      {picture !== undefined && (
        <img
          src={pictureUrl(conversation.id, picture.id)}
          alt={about ? `After: ${about}` : 'The newest picture'}
          className="w-full self-start rounded-lg border border-line"
        />
      )}
    </div>
  );
}
