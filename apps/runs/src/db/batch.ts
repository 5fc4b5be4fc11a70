/** Takes one item; resolves to its result once its statement has committed. */
export type Batched<Item, Result> = (item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** The database works on one batch while the next one fills; more in flight would only make batches smaller. */
const IN_FLIGHT = 2;

/**
 * Collects the items of one tick, and those that come while earlier batches are in flight, so that a busy service sends many
 * in one statement and an idle one sends each at once. `write` returns a result for each item, in order. The items of a failed
 * batch are written one by one, so that one bad item does not fail the others; `isFinal` recognises errors where that would
 * not help.
 */
export function batch<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: { largest: number; isFinal: (error: unknown) => boolean },
): Batched<Item, Result> {
  const queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isScheduled = false;

  const send = async (waiting: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(waiting.map(({ item }) => item));
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('the batch returned too few results'));
        else resolve(result);
      }
    } catch (error) {
      if (waiting.length > 1 && !options.isFinal(error)) for (const one of waiting) await send([one]);
      else for (const { reject } of waiting) reject(error);
    }
  };

  const pump = (): void => {
    isScheduled = false;
    while (inFlight < IN_FLIGHT && queue.length > 0) {
      inFlight += 1;
      void send(queue.splice(0, options.largest)).then(() => {
        inFlight -= 1;
        pump();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (isScheduled || inFlight >= IN_FLIGHT) return;
      isScheduled = true;
      setImmediate(pump);
    });
}
