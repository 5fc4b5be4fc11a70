import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '@errand/contracts';

const MAX_UNUSED_TOKENS = 5;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Access to the page of the window, for a browser that opened it with a token of the application. Any page in any browser
 * of this machine can send requests to it, and any program of another user can connect.
 */
export interface Access {
  /** A token for one opening of the page. */
  issue(): string;
  /** The `Set-Cookie` of a new session, for a token that was not used yet. Throws 401. */
  open(token: string): string;
  /** Throws 421 when the request was not sent to this address (DNS rebinding), 403 when another site sent it. */
  checkOrigin(request: IncomingMessage, host: string): void;
  /** Throws 401 without a session. */
  checkSession(request: IncomingMessage): void;
}

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

function signedOut() {
  return new Problem(401, 'Open this window with: errand-desktop window');
}

/** Has one session, in the cookie `cookieName`. Of the tokens that are not used yet, the last five are valid. */
export function createAccess(cookieName: string): Access {
  const session = randomBytes(32).toString('base64url');
  let tokens: string[] = [];
  return {
    issue: () => {
      const token = randomBytes(32).toString('base64url');
      tokens = [...tokens, token].slice(-MAX_UNUSED_TOKENS);
      return token;
    },
    open: (given) => {
      const token = tokens.find((known) => isSame(known, given));
      if (token === undefined) throw signedOut();
      tokens = tokens.filter((known) => known !== token);
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    checkOrigin: ({ method = '', headers }, host) => {
      if (headers.host !== host) throw new Problem(421, `This is ${host}.`);
      const isOwn =
        headers.origin === undefined ? SAFE_METHODS.has(method) : headers.origin === `http://${host}`;
      if (!isOwn) throw new Problem(403, 'Cross-origin request rejected.');
    },
    checkSession: ({ headers }) => {
      const cookies = headers.cookie?.split('; ') ?? [];
      if (!cookies.some((cookie) => isSame(cookie, `${cookieName}=${session}`))) throw signedOut();
    },
  };
}
