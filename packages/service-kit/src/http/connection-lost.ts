import { Problem, unavailable } from '@errand/contracts';

/** The request was sent and its answer will not be read: a 503 whose request may or may not have been accepted. */
export class ConnectionLostError extends Problem {
  constructor() {
    const { status, message, headers } = unavailable();
    super(status, message, headers);
  }
}
