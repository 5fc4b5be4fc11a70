import { randomUUID } from 'node:crypto';

export interface CartLine {
  readonly slug: string;
  readonly colour: string;
  readonly size: string;
  quantity: number;
}

/** One visitor's state, in memory. */
export interface Session {
  readonly id: string;
  cart: CartLine[];
  /** The e-mail address of the signed-in user. */
  user: string | null;
  notice: string | null;
  lastOrder: string | null;
}

export const SESSION_COOKIE = 'shop_session';

export const MAX_OF_ONE = 99;

/** Sessions by cookie, kept in memory only. */
export function createSessions() {
  const sessions = new Map<string, Session>();
  return {
    /** Finds the visitor's session by the cookie header, or creates one. */
    of: (cookies: string | undefined): { session: Session; isNew: boolean } => {
      const id = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w-]+)`, 'u').exec(cookies ?? '')?.[1];
      const known = id === undefined ? undefined : sessions.get(id);
      if (known !== undefined) return { session: known, isNew: false };
      const session: Session = { id: randomUUID(), cart: [], user: null, notice: null, lastOrder: null };
      sessions.set(session.id, session);
      return { session, isNew: true };
    },
  };
}

/** The same product in the same colour and size shares one line. */
export function addToCart(session: Session, line: CartLine): void {
  const same = session.cart.find(
    ({ slug, colour, size }) => slug === line.slug && colour === line.colour && size === line.size,
  );
  if (same === undefined) session.cart.push(line);
  else same.quantity = Math.min(MAX_OF_ONE, same.quantity + line.quantity);
}
