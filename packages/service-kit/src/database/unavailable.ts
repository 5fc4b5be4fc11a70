const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EPIPE',
  'ETIMEDOUT',
  // No file descriptors, buffers or disk space are left.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOSPC',
  'EDQUOT',
]);

/** SQLSTATEs of a server that is unavailable: connection errors (08), out of resources (53), and single codes. */
const SERVER_CLASSES = ['08', '53'];
const SERVER_CODES = new Set([
  '57014', // cancelled, here by the statement timeout
  '57P01', // terminated by an administrator
  '57P02', // another server process crashed
  '57P03', // starting up, shutting down or recovering
  '57P05', // closed as idle
  '25P03', // closed as idle in a transaction
  '25006', // read only: it has become a standby
]);

/** Error kinds of Prisma's driver adapter, and codes of its client, for the same conditions. */
const PRISMA_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TooManyConnections',
  'SocketTimeout',
]);
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037']);

/** The driver's own errors carry no code. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

const MAX_CAUSE_DEPTH = 8;

interface ErrorFields {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  /** The field in which Prisma keeps the error of its driver adapter. */
  meta?: { driverAdapterError?: unknown } | null;
  errors?: readonly unknown[];
}

/**
 * Whether `error` means that a dependency is away or cannot serve now (then the request was not accepted and may
 * be tried again), as opposed to a statement it refused. Looks through causes and Prisma's wrappers.
 */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSE_DEPTH) return false;
  const { code, originalCode, kind, message, cause, meta, errors = [] }: ErrorFields = error;
  if (isUnavailableCode(code) || isUnavailableCode(originalCode)) return true;
  if (typeof kind === 'string' && PRISMA_KINDS.has(kind)) return true;
  if (typeof message === 'string' && DRIVER_MESSAGES.some((start) => message.startsWith(start))) return true;
  return [cause, meta?.driverAdapterError, ...errors].some((inner) => isUnavailable(inner, depth + 1));
}

function isUnavailableCode(code: unknown): boolean {
  return (
    typeof code === 'string' &&
    (SYSTEM_CODES.has(code) ||
      SERVER_CODES.has(code) ||
      PRISMA_CODES.has(code) ||
      (code.length === 5 && SERVER_CLASSES.some((start) => code.startsWith(start))))
  );
}
