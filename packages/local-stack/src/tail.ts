import { open } from 'node:fs/promises';

const TAIL_BYTES = 65_536;

/** The last `count` non-blank lines of a log file from byte `offset` on; empty when it cannot be read. */
export async function lastLines(file: string, count: number, offset = 0): Promise<string[]> {
  const lines = (await readTail(file, offset).catch(() => '')).split('\n');
  return lines.filter((line) => line.trim() !== '').slice(-count);
}

async function readTail(file: string, offset: number): Promise<string> {
  await using log = await open(file);
  const { size } = await log.stat();
  const start = Math.max(offset, size - TAIL_BYTES);
  const { buffer, bytesRead } = await log.read(Buffer.alloc(Math.max(0, size - start)), { position: start });
  return buffer.toString('utf8', 0, bytesRead);
}

/** A log line for people: a JSON line is reduced to its message and error. */
export function readableLine(line: string): string {
  try {
    const { msg, err }: { msg?: string; err?: { message?: string } } = JSON.parse(line);
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}
