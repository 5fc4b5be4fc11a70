import { Id, unprocessable } from '@errand/contracts';

/** The position of a Runbook in the list, last updated first. */
export interface ListPosition {
  updatedAt: Date;
  id: string;
}

/** The cursor of the page that follows a Runbook. */
export function cursorAfter({ updatedAt, id }: ListPosition): string {
  return Buffer.from(`${updatedAt.getTime()} ${id}`).toString('base64url');
}

/** The position after which a page begins. 422: not a cursor. */
export function positionOf(cursor: string): ListPosition {
  const [time = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const isCursor = /^\d{1,15}$/.test(time) && Id.safeParse(id).success && rest.length === 0;
  if (!isCursor) throw unprocessable('query.cursor: must be the next_cursor of an earlier response');
  return { updatedAt: new Date(Number(time)), id };
}
