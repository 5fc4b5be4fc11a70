/** A parsed answer with the HTTP response that it came in. */
export interface Exchange<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** The result of a method: a promise of the parsed answer, with access to the HTTP response. */
export class APIPromise<Data> extends Promise<Data> {
  readonly #exchange: Promise<Exchange<Data>>;

  /** Promises that `then` makes are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(exchange: Promise<Exchange<Data>>) {
    super((resolve, reject) => {
      exchange.then(({ data }) => resolve(data), reject);
    });
    this.#exchange = exchange;
  }

  /** The parsed answer, the HTTP response and its `X-Request-ID`. */
  async withResponse(): Promise<{ data: Data; response: Response; requestId: string | null }> {
    const { data, response } = await this.#settled();
    return { data, response, requestId: response.headers.get('x-request-id') };
  }

  /** The HTTP response; its body can be read. */
  async asResponse(): Promise<Response> {
    return (await this.#settled()).response;
  }

  /** A failure is the caller's of this method; this promise itself may stay without a handler. */
  #settled(): Promise<Exchange<Data>> {
    this.catch(() => undefined);
    return this.#exchange;
  }
}
