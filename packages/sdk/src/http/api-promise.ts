/** A parsed answer with the HTTP response that it came in. */
export interface Exchange<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** What a method returns: a promise of the parsed answer, with access to the HTTP response. */
export class APIPromise<Data> extends Promise<Data> {
  readonly #exchange: Promise<Exchange<Data>>;

  /** Promises that `then` makes are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(exchange: Promise<Exchange<Data>>) {
    // `then` below takes the place of this promise's own value.
    super((resolve) => resolve(undefined as Data));
    this.#exchange = exchange;
  }

  /** The parsed answer, the HTTP response and its `X-Request-ID`. */
  async withResponse(): Promise<{ data: Data; response: Response; requestId: string | null }> {
    const { data, response } = await this.#exchange;
    return { data, response, requestId: response.headers.get('x-request-id') };
  }

  /** The HTTP response; its body can be read. */
  async asResponse(): Promise<Response> {
    return (await this.#exchange).response;
  }

  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((value: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#exchange.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  override catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(undefined, onRejected);
  }

  override finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#exchange.then(({ data }) => data).finally(onFinally);
  }
}
