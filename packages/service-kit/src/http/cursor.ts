import { createHash } from 'node:crypto';
import { Id, unprocessable } from '@errand/contracts';

/** The item of a list after which a page begins: the time by which the list is sorted, then the id. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** Tells a cursor that was changed, or that belongs to another list, from one that was issued. It is no secret. */
function checksum(list: string, position: string): string {
  return createHash('sha256').update(`${list} ${position}`).digest('base64url').slice(0, 8);
}

/** The cursor of the page of `list` that follows an item. */
export function cursorAfter(list: string, { at, id }: ListPosition): string {
  const position = `${at.getTime()} ${id}`;
  return Buffer.from(`${position} ${checksum(list, position)}`).toString('base64url');
}

/** The item after which a page begins. 422: not a cursor of `list`. */
export function positionOf(list: string, cursor: string): ListPosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const position = { at: new Date(Number(time)), id };
  const isCursor =
    /^\d{1,15}$/.test(time) && Id.safeParse(id).success && cursor === cursorAfter(list, position);
  if (!isCursor) throw unprocessable('query.cursor: must be the next_cursor of an earlier response');
  return position;
}

/** A page of at most `limit` items out of rows of which one more than `limit` was read. */
export function pageOf<Row>(
  list: string,
  rows: readonly Row[],
  limit: number,
  positionIn: (row: Row) => ListPosition,
): { rows: readonly Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLast = last === undefined || rows.length === page.length;
  return { rows: page, next_cursor: isLast ? null : cursorAfter(list, positionIn(last)) };
}
