import { readFile } from 'node:fs/promises';

/** The last `count` lines of a log file that are not blank, from byte `offset` on; empty when it cannot be read. */
export const lastLines = async (file: string, count: number, offset = 0): Promise<string[]> => {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const lines = bytes.subarray(offset).toString('utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').slice(-count);
};

/** A log line for people: of a line in JSON, its message and its error. */
export const readableLine = (line: string): string => {
  try {
    const { msg, err }: { msg?: string; err?: { message?: string } } = JSON.parse(line);
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
};
