import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * A response that keeps headers as they are until its head is written. Node stores and checks a header that is set before that
 * and then goes through all of them again, which costs an answer with many of them as much as the rest of it.
 */
export class ApiResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Names and values in turn. */
  #held: string[] = [];

  /** Adds headers that the response does not have yet, names and values in turn. Where they can be held, only `writeHead` sees them. */
  static add(response: ServerResponse, headers: readonly string[]): void {
    if (response instanceof ApiResponse) response.#held.push(...headers);
    else set(response, headers);
  }

  /** Sets what is held, for code that reads or removes headers, and for Express, which takes a response's class from it. */
  static release(response: ServerResponse): void {
    if (!(#held in response)) return;
    set(response, response.#held);
    response.#held = [];
  }

  override writeHead(statusCode: number, ...rest: [(string | Headers)?, Headers?]): this {
    const [own = {}] = rest;
    if (typeof own === 'object' && !Array.isArray(own) && this.#canHold(own)) {
      const all: OutgoingHttpHeader[] = this.#held;
      this.#held = [];
      for (const [name, value] of Object.entries(own)) if (value !== undefined) all.push(name, value);
      return super.writeHead(statusCode, all);
    }
    ApiResponse.release(this);
    return super.writeHead(statusCode, ...(rest as [Headers?]));
  }

  /** Whether no header would be sent twice. */
  #canHold(own: OutgoingHttpHeaders): boolean {
    if (this.getHeaderNames().length > 0) return false;
    const held = this.#held;
    for (const name of Object.keys(own))
      for (let index = 0; index < held.length; index += 2)
        if (held[index]?.length === name.length && held[index]?.toLowerCase() === name.toLowerCase())
          return false;
    return true;
  }
}

function set(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
}
