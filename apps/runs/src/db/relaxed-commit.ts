/**
 * A condition that is true, and lets the transaction of its statement commit before it is on the disk. For what may be lost when
 * the database server crashes within the next second: what commits later, such as the Run's end, makes it durable too.
 */
export const RELAXED_COMMIT = `set_config('synchronous_commit', 'off', true) = 'off'`;
