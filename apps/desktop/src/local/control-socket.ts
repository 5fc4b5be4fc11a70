import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { type Server, type Socket, connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { Failure } from '../exit.ts';
import type { Places } from '../pairing/store.ts';

/** Requests of the other commands to the running application. */
const Command = z.enum(['status', 'pause', 'resume', 'open', 'window', 'address', 'stop']);
export type Command = z.infer<typeof Command>;

const Reply = z.union([z.strictObject({ answer: z.unknown() }), z.strictObject({ failure: z.string() })]);

/** Asks the running application; null: none runs. Throws a Failure that it answered. */
export async function askRunning({ socket }: Pick<Places, 'socket'>, command: Command): Promise<unknown> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
  } catch {
    return null;
  }
  connection.end(command);
  const reply = Reply.parse(JSON.parse(await text(connection)));
  if ('failure' in reply) throw new Failure(reply.failure);
  return reply.answer;
}

/** Answers commands on a socket that only this person can open. Throws a Failure when the application already runs. */
export async function serveCommands(
  { socket: place }: Pick<Places, 'socket'>,
  answer: (command: Command) => Promise<object>,
): Promise<{ close(): Promise<void> }> {
  if ((await askRunning({ socket: place }, 'status')) !== null)
    throw new Failure('errand-desktop is already running.');
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await rm(place, { force: true });
  const reply = async (socket: Socket): Promise<void> => {
    // Its other half stays open for the answer; an async iterator of Node 20 would close both.
    let asked = '';
    socket.setEncoding('utf8').on('data', (part: string) => (asked += part));
    await once(socket, 'end');
    const command = Command.safeParse(asked.trim());
    try {
      if (!command.success) throw new Failure('The command is not known.');
      socket.end(JSON.stringify({ answer: await answer(command.data) }));
    } catch (error) {
      socket.end(JSON.stringify({ failure: error instanceof Error ? error.message : String(error) }));
    }
  };
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    reply(socket).catch(() => socket.destroy());
  });
  server.listen(place);
  await once(server, 'listening');
  await chmod(place, 0o600);
  return {
    close: async () => {
      server.close();
      await rm(place, { force: true });
    },
  };
}
