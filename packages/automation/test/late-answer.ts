/** node late-answer.ts late|other: meets an error that nobody catches, as Playwright throws it, or another. */
import { chromium } from 'playwright-core';
import { surviveLateAnswers } from '../src/browser/late-answers.ts';

/** What Playwright decodes answers with. */
interface Connection {
  _tChannelImplFromWire(types: string, named: { guid: string }, place: string, context: object): unknown;
}
const { _connection: connection } = chromium as unknown as { _connection: Connection };

surviveLateAnswers(() => process.stdout.write('heard\n'));
setImmediate(() => {
  if (process.argv[2] !== 'late') throw new Error('another');
  connection._tChannelImplFromWire('*', { guid: 'response@1' }, '', {});
});
