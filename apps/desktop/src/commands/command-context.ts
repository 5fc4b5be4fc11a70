import { Failure } from '../exit.ts';
import { type Command as LocalCommand, askRunning } from '../local/control-socket.ts';
import type { Places } from '../pairing/store.ts';
import type { System } from '../system.ts';

/** What every command may use. */
export interface CommandContext extends System {
  places: Places;
  /** To standard output. */
  print: (line: string) => void;
  /** To standard error. */
  say: (line: string) => void;
  /** What the process exits with; 0 unless set. */
  exitWith: (code: number) => void;
}

/** @throws {Failure} when the application does not run */
export async function ask({ places }: CommandContext, command: LocalCommand): Promise<unknown> {
  const answer = await askRunning(places, command);
  if (answer === null) throw new Failure('errand-desktop does not run. Start it: errand-desktop start');
  return answer;
}
