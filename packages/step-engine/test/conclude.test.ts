import { describe, expect, test } from '@jest/globals';
import { causeOfFailure, concludeTask } from '../src/engine/conclude.ts';
import { createLedger, type ActionRecord } from '../src/engine/ledger.ts';
import type { RunSession } from '../src/engine/run-session.ts';
import { StepError } from '@errand/browser-runtime';

function action(stepId: string, more: Partial<ActionRecord> = {}): ActionRecord {
  return {
    stepId,
    description: `Click "${stepId}"`,
    warnings: [],
    refusals: [],
    did: [],
    nothingChanged: false,
    landed: false,
    ...more,
  };
}
const refused = { reason: 'http_error', quote: 'Quantity must be 1 to 99' } as const;

function sessionWith(...actions: ActionRecord[]): RunSession {
  const ledger = createLedger();
  for (const each of actions) ledger.record(each);
  return { ledger, surface: { failure: null } } as unknown as RunSession;
}

describe('whether a task may complete', () => {
  test('completes when nothing spoke against its actions', async () => {
    await concludeTask(sessionWith(action('s1'), action('s2')));
  });

  test("fails with the page's words when an action was refused", async () => {
    const session = sessionWith(action('s1', { refusals: [refused] }), action('s2'));
    await expect(concludeTask(session)).rejects.toMatchObject({
      code: 'action_failed',
      message: 'Step "s1" (Click "s1") was not accepted: Quantity must be 1 to 99.',
    });
  });

  test('completes when a later step did the same again and it was accepted', async () => {
    const did = ['POST /order'];
    await concludeTask(sessionWith(action('s1', { refusals: [refused], did }), action('s2', { did })));
    const again = sessionWith(
      action('s1', { refusals: [refused], did }),
      action('s2', { refusals: [refused], did }),
    );
    await expect(concludeTask(again)).rejects.toThrow('was not accepted');
  });

  test('fails when nothing changed after the last action, or after one whose effect was read', async () => {
    const dead = action('s1', { nothingChanged: true });
    await expect(concludeTask(sessionWith(dead))).rejects.toThrow('Nothing on the page changed.');
    await concludeTask(sessionWith(dead, action('s2')));
    const session = sessionWith(dead);
    session.ledger.read();
    session.ledger.record(action('s2'));
    await expect(concludeTask(session)).rejects.toThrow('"s1"');
  });

  test('judges only the actions of its own task', async () => {
    await concludeTask(sessionWith(action('s1', { refusals: [refused] }), action('s2')), 1);
  });
});

test('names the refusal first when a later step failed because of it', () => {
  const session = sessionWith(action('s1', { refusals: [refused] }));
  const missing = new StepError('element_not_found', 'No element matches "Log out".');
  expect(causeOfFailure(session, missing)).toMatchObject({
    code: 'action_failed',
    message:
      'Step "s1" (Click "s1") was not accepted: Quantity must be 1 to 99. Then: No element matches "Log out".',
  });
  expect(causeOfFailure(sessionWith(), missing)).toBe(missing);
});
