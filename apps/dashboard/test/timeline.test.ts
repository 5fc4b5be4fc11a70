import type { RunEvent } from '@errand/sdk';
import { describe, expect, test } from '@jest/globals';
import { pathOf, sumOf, timelineOf } from '../src/runs/timeline.ts';

let seq = 0;
function event(type: string, stepId: string | null, data: object | null = null, message = ''): RunEvent {
  seq += 1;
  return { seq, at: new Date(seq * 1_000).toISOString(), type, step_id: stepId, message, data } as RunEvent;
}

describe('pathOf', () => {
  test.each([
    ['open', [], ['open']],
    ['rows', [3], ['rows', 'rows[3]']],
    ['rows[3]/name', [3], ['rows', 'rows[3]', 'rows[3]/name']],
    ['outer[1]/inner', [1, 4], ['outer', 'outer[1]', 'outer[1]/inner', 'outer[1]/inner[4]']],
    ['sub/open', [], ['sub', 'sub/open']],
  ])('names every step around %s in iteration %j', (id, each, path) => {
    expect(pathOf(id, each)).toEqual(path);
  });
});

describe('timelineOf', () => {
  test('nests iterations in their loop and sums them up', () => {
    const { steps, byKey } = timelineOf([
      event('step.started', 'rows', null, 'Do each row'),
      event('step.started', 'rows', { each: [0] }, 'Row 0'),
      event('step.completed', 'rows', { each: [0], effect: 'write' }),
      event('step.started', 'rows', { each: [1] }, 'Row 1'),
      event('step.warned', 'rows', { each: [1], quote: 'Could not save' }),
      event('step.completed', 'rows', { each: [1] }),
      event('step.completed', 'rows'),
    ]);
    expect(steps.map(({ what }) => what)).toEqual(['Do each row']);
    expect(sumOf(steps[0]?.children ?? [])).toBe('2 done, 1 warned');
    expect(byKey.get('rows[1]')).toMatchObject({
      what: 'Row 1',
      warnings: ['Could not save'],
      state: 'completed',
    });
  });

  test('tells of a loop that has no events of its own how its rows ended', () => {
    const rows = (last: string) => [
      event('run.started', null),
      event('step.started', 'rows', { each: [0] }),
      event('step.completed', 'rows', { each: [0] }),
      event('step.started', 'rows', { each: [1] }),
      event(last, 'rows', { each: [1] }),
    ];
    const completed = timelineOf([...rows('step.completed'), event('run.completed', null)]);
    expect(completed.steps).toMatchObject([{ state: 'completed' }]);
    const failed = timelineOf([...rows('step.failed'), event('run.failed', null)]);
    expect(failed.steps).toMatchObject([{ state: 'failed' }]);
    const cancelled = timelineOf([...rows('step.retried'), event('run.cancelled', null)]);
    expect(cancelled.steps).toMatchObject([{ state: 'failed' }]);
  });

  test('tells retries, approvals and failures of a step', () => {
    const { steps } = timelineOf([
      event('step.started', 'pay', { primitive: 'browser.click' }, 'Pay'),
      event('approval.requested', 'pay'),
      event('approval.granted', 'pay', { by: { type: 'member', id: '1', name: 'Ada' } }),
      event('step.retried', 'pay', { attempt: 1 }),
      event('step.failed', 'pay', {}, 'The site refused it.'),
    ]);
    expect(steps).toMatchObject([
      {
        approvedBy: 'Ada',
        retries: 1,
        state: 'failed',
        error: 'The site refused it.',
        primitive: 'browser.click',
      },
    ]);
  });

  test('tells of a step that was healed that it completed, without the error of its first attempt', () => {
    const { steps } = timelineOf([
      event('step.started', 'keep', null, 'Keep'),
      event('step.failed', 'keep', {}, 'No element matches the button "Keep".'),
      event('step.started', 'keep', null, 'Keep'),
      event('step.completed', 'keep'),
      event('log', 'keep', { healed: { target: 'Keep it' } }),
    ]);
    expect(steps).toMatchObject([{ state: 'completed', error: null, isHealed: true }]);
  });

  test('names a step of the planner that failed before it began by the instruction that it was for', () => {
    const { steps } = timelineOf([
      event('agent.thought', null, {
        plan: ['open https://shop.test', 'click "Buy a castle"', 'read total'],
      }),
      event('step.started', 's1', null, 'Open https://shop.test'),
      event('step.completed', 's1'),
      event('agent.thought', 's1', { evidence: { asked: 'Open the shop', saw: 'The shop' } }),
      event('step.failed', 's2', { landed: 'nothing' }, 'Nothing is called "Buy a castle".'),
    ]);
    expect(steps.map(({ what }) => what)).toEqual(['Open https://shop.test', 'Click "Buy a castle"']);
  });

  test('names a step that failed before it began by its id, where no plan says what it was for', () => {
    const { steps } = timelineOf([event('step.failed', 'total', { landed: 'nothing' }, 'No such input.')]);
    expect(steps).toMatchObject([{ what: 'Step total', error: 'No such input.' }]);
  });

  test('leaves no step in progress when the Run has ended', () => {
    const { steps, endedAt } = timelineOf([
      event('run.started', null),
      event('step.started', 'open', null, 'Open'),
      event('run.cancelled', null),
    ]);
    expect(steps).toMatchObject([{ state: 'failed', endedAt }]);
  });
});
