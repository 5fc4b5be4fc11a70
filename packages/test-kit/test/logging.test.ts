import { createLogger, withRequestId } from '@errand/service-kit';
import { describe, expect, test } from '@jest/globals';

const SECRET = 'hunter2-canary';

/** One line written by `log`, as text and as parsed JSON. */
function lineOf(write: (log: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  write(createLogger('test', 'info', { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  const [text = ''] = lines;
  return { text, json: JSON.parse(text) as Record<string, unknown> };
}

describe('logs', () => {
  test('a log line is JSON with time, service, message and request id', () => {
    const { json } = lineOf((log) =>
      withRequestId('asked-by-ada', () => log.info({ runId: 'run-1' }, 'something happened')),
    );
    expect(json).toMatchObject({
      service: 'test',
      msg: 'something happened',
      requestId: 'asked-by-ada',
      runId: 'run-1',
    });
    expect(new Date(String(json['time'])).toISOString()).toBe(json['time']);
  });

  test.each([
    { authorization: `Bearer ${SECRET}` },
    { headers: { cookie: SECRET, authorization: SECRET } },
    { request: { headers: { Authorization: SECRET, 'x-api-key': SECRET } } },
    { config: { encryptionKey: SECRET, internalToken: SECRET, databaseUrl: SECRET } },
    { run: { inputs: { pin: SECRET }, task: SECRET, secrets: { pin: SECRET } } },
  ])('hold no secret of %j', (fields) => {
    const { text } = lineOf((log) => log.info(fields, 'said'));
    expect(text).toContain('[redacted]');
    expect(text).not.toContain(SECRET);
  });

  test('a log line contains name, code, message and stack of an error, but no properties that a driver added', () => {
    const error = Object.assign(new TypeError(`cannot reach redis://ada:${SECRET}@queue.example:6379/0`), {
      code: 'ECONNREFUSED',
      command: { name: 'set', args: ['key', SECRET] },
      detail: `Key (task)=(${SECRET}) exists`,
    });
    const { text, json } = lineOf((log) => log.warn({ err: error }, 'redis'));
    expect(json['err']).toMatchObject({
      type: 'TypeError',
      code: 'ECONNREFUSED',
      message: 'cannot reach redis://[redacted]@queue.example:6379/0',
    });
    expect(text).toContain('logging.test');
    expect(text).not.toContain(SECRET);
  });
});
