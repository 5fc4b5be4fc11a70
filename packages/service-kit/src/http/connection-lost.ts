import { Problem, unavailable } from '@errand/contracts';

/** The connection broke after the request was sent: a 503 whose request may or may not have been accepted. */
export class ConnectionLostError extends Problem {
  constructor() {
    const { status, message, headers } = unavailable();
    super(status, message, headers);
  }
}
