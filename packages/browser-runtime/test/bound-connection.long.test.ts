import { describe, expect, test } from '@jest/globals';
import {
  boundTransport,
  type ProtocolMessage,
  type Transport,
} from '../src/browser/connection/bound-connection.ts';
import { MessageReader, MIN_LIMIT } from '../src/browser/connection/message-reader.ts';

const MB = 1_048_576;

function read(chunks: readonly string[], limit = Infinity) {
  const messages: string[] = [];
  const reader = new MessageReader({
    limitOf: () => limit,
    onMessage: (text) => messages.push(text),
    onCut: ({ head, tail, bytes }) => messages.push(`${head.slice(0, 5)}…${tail.slice(-5)} ${bytes}`),
  });
  for (const chunk of chunks) reader.read(Buffer.from(chunk));
  return messages;
}

describe('reading messages', () => {
  test('splits them at NULs, wherever the chunks end', () => {
    expect(read(['one\0two', ' and', ' a half\0', 'thr', 'ee', '\0', 'four'])).toEqual([
      'one',
      'two and a half',
      'three',
    ]);
  });

  test('keeps characters that two chunks share', () => {
    const bytes = Buffer.from('späte Grüße\0');
    const messages: string[] = [];
    const reader = new MessageReader({
      limitOf: () => Infinity,
      onMessage: (text) => messages.push(text),
      onCut: () => undefined,
    });
    for (const byte of bytes) reader.read(Buffer.of(byte));
    expect(messages).toEqual(['späte Grüße']);
  });

  test('keeps only the ends of a message that is too large, and reads the next', () => {
    const large = `begin${'x'.repeat(MIN_LIMIT)}`;
    expect(read([large, 'y'.repeat(100), 'end!!\0next\0'], MIN_LIMIT)).toEqual([
      `begin…end!! ${large.length + 105}`,
      'next',
    ]);
  });
});

const SESSION = 'A1B2C3';
function attached(sessionId: string, contextId: string, type = 'page') {
  return {
    method: 'Target.attachedToTarget',
    params: { sessionId, targetInfo: { type, browserContextId: contextId }, waitingForDebugger: true },
  };
}

/** A transport with two Runs, what it passes on, what it sends to the browser, and whether that was killed. */
async function open(hear: (message: ProtocolMessage) => void = () => undefined) {
  const passed: ProtocolMessage[] = [];
  const sent: ProtocolMessage[] = [];
  let kills = 0;
  const transport: Transport = {
    onmessage: async (message) => {
      passed.push(message);
      hear(message);
    },
    send: (message) => void sent.push(message),
    _dispatch: () => undefined,
  };
  const { holdInput } = boundTransport(transport, { kill: () => void (kills += 1) });
  const receive = async (...messages: object[]) => {
    for (const message of messages) transport._dispatch(Buffer.from(`${JSON.stringify(message)}\0`));
    await new Promise((resolve) => setImmediate(resolve));
  };
  await receive(attached(SESSION, 'run-1'), attached('D4', 'run-1', 'worker'), attached('E5', 'run-2'));
  passed.length = 0;
  return { transport, receive, passed, sent, holdInput, kills: () => kills };
}
function text(bytes: number) {
  return 'x'.repeat(bytes);
}
function log(bytes: number, sessionId = SESSION) {
  return {
    method: 'Runtime.consoleAPICalled',
    params: { args: [{ type: 'string', value: text(bytes) }] },
    sessionId,
  };
}

describe('a connection that is bounded', () => {
  test('passes on what is not too large', async () => {
    const { receive, passed } = await open();
    const messages = [{ id: 1, result: { text: text(15 * MB) }, sessionId: SESSION }, log(10_000)];
    await receive(...messages);
    expect(passed).toEqual(messages);
  });

  test('answers a command with an error when its answer is too large, and leaves the page', async () => {
    const { receive, passed, sent } = await open();
    await receive({ id: 7, result: { text: text(17 * MB) }, sessionId: SESSION }, { id: 8, result: {} });
    expect(passed).toEqual([
      {
        id: 7,
        error: { code: -32_000, message: expect.stringContaining('larger than it may be') },
        sessionId: SESSION,
      },
      { id: 8, result: {} },
    ]);
    expect(sent).toEqual([]);
  });

  test('lets a picture be as large as the largest artifact', async () => {
    const { transport, receive, passed } = await open();
    transport.send({ id: 9, method: 'Page.captureScreenshot', params: {}, sessionId: SESSION });
    await receive({ id: 9, result: { data: text(85 * MB) }, sessionId: SESSION });
    expect(passed[0]?.error).toBeUndefined();
  });

  test('drops large logs, and all of them once a Run has logged too much', async () => {
    const { receive, passed, sent } = await open();
    await receive(log(20_000), log(1 * MB));
    expect(passed).toEqual([]);
    await receive(...Array.from({ length: 1_000 }, () => log(10_000)));
    expect(passed.length).toBe(Math.floor((8 * MB) / JSON.stringify(log(10_000)).length));
    await receive(log(10, 'E5'));
    expect(passed.at(-1)?.sessionId).toBe('E5');
    expect(sent).toEqual([]);
  });

  test('crashes the pages of a Run that sends an event which is too large, and of no other', async () => {
    const { receive, sent, passed, kills } = await open();
    const large = { method: 'Network.webSocketCreated', params: { url: text(17 * MB) }, sessionId: 'D4' };
    await receive(large, large);
    expect(sent).toEqual([
      { id: expect.any(Number) as unknown, method: 'Page.crash', params: {}, sessionId: SESSION },
    ]);
    await receive({ id: sent[0]?.id, error: { code: -1, message: 'crashed' }, sessionId: SESSION });
    expect(passed).toEqual([]);
    expect(kills()).toBe(0);
  });

  test('crashes the pages of a Run of which too much was dropped', async () => {
    const { receive, sent } = await open();
    for (let n = 0; n < 4; n += 1) await receive(log(30 * MB));
    expect(sent).toEqual([]);
    await receive(log(30 * MB));
    expect(sent.map(({ method }) => method)).toEqual(['Page.crash']);
  });

  test('ends a browser that sends an event of no Run which is too large, or none at all', async () => {
    const { receive, transport, kills } = await open();
    await receive({ method: 'Target.targetInfoChanged', params: { url: text(17 * MB) } });
    expect(kills()).toBe(1);
    transport._dispatch(Buffer.from('{"method":\0'));
    await receive();
    expect(kills()).toBe(2);
  });

  test('ends a browser of which a message makes Playwright throw', async () => {
    const { receive, kills } = await open(({ method }) => {
      if (method === 'Page.frameNavigated') throw new Error('not foreseen');
    });
    await receive({ method: 'Page.frameNavigated', params: {}, sessionId: SESSION });
    await receive();
    expect(kills()).toBe(1);
  });

  test('keeps back the input of one Run until it may act, in its order, and looks meanwhile', async () => {
    const { transport, sent, holdInput } = await open();
    const held = Promise.withResolvers<void>();
    holdInput('run-1', held.promise);
    const send = (method: string, sessionId: string) => transport.send({ method, sessionId });
    send('DOM.scrollIntoViewIfNeeded', SESSION);
    send('Input.dispatchMouseEvent', SESSION);
    send('Runtime.callFunctionOn', SESSION);
    send('Input.insertText', 'E5');
    const methods = () => sent.map(({ method }) => method);
    expect(methods()).toEqual(['Runtime.callFunctionOn', 'Input.insertText']);
    held.reject(new Error('The Run was stopped.'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(methods().slice(2)).toEqual(['DOM.scrollIntoViewIfNeeded', 'Input.dispatchMouseEvent']);
    send('Input.insertText', SESSION);
    expect(methods().length).toBe(5);
  });
});
