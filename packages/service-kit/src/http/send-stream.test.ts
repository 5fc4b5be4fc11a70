import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { sendStream } from './answer.ts';

/** What comes of sending on a real connection, which `leave` ends for the caller. */
async function sent<Made>(
  send: (response: ServerResponse, leave: () => void) => Promise<Made>,
): Promise<Made> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  caller.on('error', () => undefined).resume();
  caller.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  try {
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    return await send(response, () => caller.destroy());
  } finally {
    caller.destroy();
    server.close();
  }
}

function endless(): Readable {
  return new Readable({ read: () => undefined });
}

test('a caller that leaves before its file is sent closes the file and fails nothing', async () => {
  const content = endless();
  await sent(async (response, leave) => {
    const left = once(response, 'close');
    leave();
    await left;
    await sendStream(response, content);
  });
  expect(content.destroyed).toBe(true);
});

test('a caller that leaves while its file is sent closes the file and fails nothing', async () => {
  const content = endless();
  await sent(async (response, leave) => {
    content.push('begun');
    const sending = sendStream(response, content);
    leave();
    await sending;
  });
  expect(content.destroyed).toBe(true);
});

test('a file that cannot be read to its end is a failure', async () => {
  const content = endless();
  const failure = sent(async (response) => {
    const sending = sendStream(response, content);
    content.push('begun');
    content.destroy(new Error('The disk is gone.'));
    await sending;
  });
  await expect(failure).rejects.toThrow('The disk is gone.');
});
