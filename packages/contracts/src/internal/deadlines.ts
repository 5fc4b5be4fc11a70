/**
 * How long the parts of one request may take, in milliseconds. Each gives up before the one that waits for it, so that a
 * caller gets a 503 that says so instead of a broken connection. Only CALL_TIMEOUT_MS is chosen; the others follow.
 */

/** A call between services, or a client's query, is given up after this. */
export const CALL_TIMEOUT_MS = 5_000;

/** The gateway gives up on a service this soon, before a client of its own does. */
export const FORWARD_TIMEOUT_MS = CALL_TIMEOUT_MS - 200;

/** A service must begin its response within this; the database cancels a statement that takes longer. */
export const RESPONSE_TIMEOUT_MS = FORWARD_TIMEOUT_MS - 300;

/** Longest wait inside a service before it answers: for a batch of Runs to be stored, or for a polled decision. */
export const WORK_TIMEOUT_MS = RESPONSE_TIMEOUT_MS - 500;

/** How long a client may take to send a file. */
export const UPLOAD_TIMEOUT_MS = 600_000;

/** One of the two attempts at a request to the store of artifacts, with some room between them. */
export const STORE_ATTEMPT_TIMEOUT_MS = (WORK_TIMEOUT_MS - 400) / 2;

/** An unused connection between services is closed by its client after this. */
export const KEEP_ALIVE_TIMEOUT_MS = 1_000;

/** A stopping server leaves idle connections open for this long, because a request may be on its way. */
export const IDLE_CLOSE_GRACE_MS = 2 * KEEP_ALIVE_TIMEOUT_MS;
