import { z } from 'zod';

function count(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer of ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);
}

/** Query parameter `limit` of a paged list. */
export const Limit = count(1, 100, 25).describe('How many items to return at most.');

/** Query parameter `offset`: how many items to skip. */
export const Offset = count(0, 1_000_000, 0).describe('How many items to skip.');

/** Query of a list that usually fits in one response. */
export const WholeListQuery = z.object({
  limit: count(1, 100, 100).describe('How many items to return at most.'),
  offset: Offset,
});
export type WholeListQuery = z.infer<typeof WholeListQuery>;

/** Query parameter `cursor`: the `next_cursor` of the previous page. Opaque to clients. */
export const Cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be the next_cursor of an earlier response')
  .describe('The `next_cursor` of the page before. Default: the first page.');

/** Cursor of the next page; null on the last page. */
export const NextCursor = z
  .string()
  .nullable()
  .describe('The `cursor` of the next page; null on the last page.');
