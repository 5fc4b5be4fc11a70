import { readlink } from 'node:fs/promises';
import path from 'node:path';

/** The program behind a window. */
export interface Application {
  /** The name of its executable, such as `mousepad`; empty when it is not known. */
  name: string;
}

const DELETED = / \(deleted\)$/;
/** Of a program that a script of its name starts, as `soffice` starts `soffice.bin`. */
const STARTED = /[.-]bin$/;

/** A process as the kernel knows it; the program's own claims are not used. */
export async function applicationOf(pid: number | null): Promise<Application> {
  if (pid === null) return { name: '' };
  const file = await readlink(`/proc/${pid}/exe`).catch(() => '');
  return { name: path.basename(file.replace(DELETED, '')).replace(STARTED, '') };
}
