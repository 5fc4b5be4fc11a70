import { z } from 'zod';

const count = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer of ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);

/** Query parameter `limit` of a list that is read page by page. */
export const Limit = count(1, 100, 25);

/** Query parameter `offset`: how many items are passed over. */
export const Offset = count(0, 1_000_000, 0);

/** Query of a list that mostly fits into one answer. */
export const WholeListQuery = z.object({ limit: count(1, 100, 100), offset: Offset });
export type WholeListQuery = z.infer<typeof WholeListQuery>;

/** Query parameter `cursor`: the `next_cursor` of the page before. What it says is known to the service that made it. */
export const Cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be the next_cursor of an earlier answer');

/** Cursor of the page after this one; null at the end. */
export const NextCursor = z.string().nullable();
