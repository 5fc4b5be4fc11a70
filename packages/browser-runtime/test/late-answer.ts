/** node late-answer.ts late|broken|other: raises an uncaught error, as Playwright throws it, or another. */
import { chromium } from 'playwright-core';
import { surviveBrowserErrors } from '../src/browser/uncaught.ts';

/** What Playwright decodes answers with. */
interface Connection {
  _tChannelImplFromWire(types: string, named: { guid?: string }, place: string, context: object): unknown;
}
const { _connection: connection } = chromium as unknown as { _connection: Connection };

surviveBrowserErrors({
  onLateAnswer: () => process.stdout.write('heard\n'),
  onBroken: () => process.stdout.write('broken\n'),
});
setImmediate(() => {
  const [, , error] = process.argv;
  if (error === 'other') throw new Error('another');
  // Without an object to name, Playwright throws another error than a late answer's.
  connection._tChannelImplFromWire('*', error === 'late' ? { guid: 'response@1' } : {}, '', {});
});
