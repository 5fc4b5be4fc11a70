import { z } from 'zod';

const Status = z.int().min(100).max(599);

/** The HTTP status, or the list of them, that an answer must have. */
export const ExpectedStatus = z.union([Status, z.array(Status).min(1)]);
