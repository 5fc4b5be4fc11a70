import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Places } from '../pairing/store.ts';

/** Something that a Run did or asked on this machine. Texts hold no secrets of the Run. */
export interface AuditEntry {
  event: 'run.begun' | 'run.stopped' | 'act' | 'approval.asked' | 'approval.decided';
  run: string;
  step?: string;
  /** For people. */
  text: string;
}

/** A line of the file: an entry, and what ties it to the one before. */
export interface AuditLine extends AuditEntry {
  seq: number;
  at: string;
  /** Hash of the line before; of the first one `FIRST`. */
  prev: string;
  hash: string;
}

export interface AuditLog {
  /** Resolves once the entry is in the file. If it throws, the action must not be done. */
  write(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}

/** Where the chain is broken; line numbers count from 1. */
export interface Break {
  line: number;
  why: string;
}

const FIRST = '0'.repeat(64);
const LINE = /^(?<body>.*),"hash":"(?<hash>[0-9a-f]{64})"\}$/;

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Null: not a line of this log, or its hash does not match its content. */
function readLine(text: string): AuditLine | null {
  const { body, hash } = LINE.exec(text)?.groups ?? {};
  if (body === undefined || hashOf(`${body}}`) !== hash) return null;
  return JSON.parse(text) as AuditLine;
}

async function readLines({ audit }: Pick<Places, 'audit'>): Promise<string[]> {
  const text = await readFile(audit, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** The lines that are whole, oldest first. */
export async function readAudit(places: Pick<Places, 'audit'>): Promise<AuditLine[]> {
  return (await readLines(places)).flatMap((text) => readLine(text) ?? []);
}

/** Checks the chain; null: no line was changed, added, removed or moved. Lines that were cut off at the end leave no trace. */
export async function findBreak(places: Pick<Places, 'audit'>): Promise<Break | null> {
  let before: Pick<AuditLine, 'seq' | 'hash'> = { seq: 0, hash: FIRST };
  for (const [index, text] of (await readLines(places)).entries()) {
    const line = readLine(text);
    const number = index + 1;
    if (line === null) return { line: number, why: 'it is damaged or was changed' };
    if (line.prev !== before.hash || line.seq !== before.seq + 1)
      return { line: number, why: 'it does not follow the line before it' };
    before = line;
  }
  return null;
}

/** Opens the log of this machine, which only this process writes. */
export async function openAuditLog(places: Pick<Places, 'audit'>): Promise<AuditLog> {
  const lines = await readLines(places);
  const last = lines.map(readLine).findLast((line) => line !== null);
  let { seq, hash: prev } = last ?? { seq: 0, hash: FIRST };
  await mkdir(path.dirname(places.audit), { recursive: true, mode: 0o700 });
  const file: FileHandle = await open(places.audit, 'a+', 0o600);
  // A line that was cut off when the machine went down stays one of its own.
  const { size } = await file.stat();
  if (size > 0 && (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] !== 0x0a)
    await file.appendFile('\n');
  let writing: Promise<unknown> = Promise.resolve();
  const append = async (entry: AuditEntry): Promise<void> => {
    const body = JSON.stringify({ seq: seq + 1, at: new Date().toISOString(), ...entry, prev });
    const hash = hashOf(body);
    await file.appendFile(`${body.slice(0, -1)},"hash":"${hash}"}\n`);
    seq += 1;
    prev = hash;
  };
  return {
    write: (entry) => {
      const written = writing.then(() => append(entry));
      writing = written.catch(() => undefined);
      return written;
    },
    close: async () => {
      await writing;
      await file.close();
    },
  };
}
