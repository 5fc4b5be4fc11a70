import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The first line that a process prints. Later output is dropped, and its pipe may break when it is killed. */
export async function firstLine(output: Readable): Promise<string> {
  output.on('error', () => undefined);
  const lines = createInterface(output);
  const [line] = (await once(lines, 'line')) as [string];
  lines.close();
  output.resume();
  return line;
}
