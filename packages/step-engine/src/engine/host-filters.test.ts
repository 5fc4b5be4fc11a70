import type { EmittedEvent, Host } from '@errand/browser-runtime';
import { expect, test } from '@jest/globals';
import { filterHost, insideStep, masking, numbering, stepEndsOnly } from './host-filters.ts';
import { createMask } from './mask.ts';

function recordingHost() {
  const events: EmittedEvent[] = [];
  const host: Host = {
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
    declareIntent: () => Promise.resolve(),
    store: (file) => file.filename,
    stored: () => Promise.resolve(),
    load: () => Promise.reject(new Error('nothing is stored')),
    requestDecision: () => Promise.resolve({ decision: 'approve' }),
  };
  return { host, events };
}

function event(type: EmittedEvent['type'], message: string = type): EmittedEvent {
  return { type, stepId: 's1', message };
}

test('the first filter sees a call first, and what it changes reaches the next', () => {
  const { host, events } = recordingHost();
  const seen: string[] = [];
  const append = (suffix: string) => ({
    emit: (passing: EmittedEvent, next: Host['emit']) => {
      seen.push(passing.message);
      next({ ...passing, message: passing.message + suffix });
    },
  });
  filterHost(host, append('a'), append('b')).emit(event('log', '-'));
  expect(seen).toEqual(['-', '-a']);
  expect(events.map(({ message }) => message)).toEqual(['-ab']);
});

test('a call that a filter leaves out reaches the host unchanged', async () => {
  const { host } = recordingHost();
  const filtered = filterHost(host, insideStep, stepEndsOnly);
  const request = {
    stepId: 's1',
    message: 'Pay?',
    input: {},
    origin: null,
    pageDigest: null,
    element: null,
    url: null,
  };
  expect(await filtered.requestDecision(request)).toEqual({ decision: 'approve' });
  expect(filtered.signal).toBe(host.signal);
});

test('the actions of an agent step show as logs of that step when they fail, and not at all otherwise', () => {
  const { host, events } = recordingHost();
  const inner = filterHost(host, insideStep);
  for (const type of ['step.started', 'step.failed', 'step.completed'] as const) inner.emit(event(type));
  expect(events).toEqual([{ ...event('log', 'step.failed') }]);
});

test('a dry run reports the end of each step only', () => {
  const { host, events } = recordingHost();
  const inner = filterHost(host, stepEndsOnly);
  for (const type of ['step.started', 'agent.action', 'step.retried', 'step.completed'] as const)
    inner.emit(event(type));
  expect(events.map(({ type }) => type)).toEqual(['step.completed']);
});

test('the events of an iteration say its number in each loop around it', () => {
  const { host, events } = recordingHost();
  const inner = filterHost(host, numbering);
  inner.emit({ ...event('step.started'), stepId: 'outer[3]/inner[0]', data: { primitive: 'data.set' } });
  inner.emit({ ...event('step.skipped'), stepId: 'each[12]' });
  inner.emit({ ...event('step.started'), stepId: 'outer/inner' });
  inner.emit({ ...event('run.completed'), stepId: null });
  expect(events.map(({ data }) => data)).toEqual([
    { primitive: 'data.set', each: [3, 0] },
    { each: [12] },
    undefined,
    undefined,
  ]);
});

test('secrets are masked in events and file names, and a file above the limit is not stored', () => {
  const { host, events } = recordingHost();
  const inner = filterHost(host, masking(createMask(['hunter22']), 2));
  inner.emit({ ...event('log', 'typed hunter22'), data: { value: 'hunter22' } });
  expect(JSON.stringify(events)).not.toContain('hunter22');
  const file = { stepId: 's1', kind: 'download' as const, contentType: 'text/plain' };
  expect(inner.store({ ...file, filename: 'hunter22.txt', bytes: new Uint8Array(2) })).toBe('[secret].txt');
  expect(() => inner.store({ ...file, filename: 'a.txt', bytes: new Uint8Array(3) })).toThrow(
    /larger than 2/,
  );
});
