/** Takes one item, answers its result once the statement that held it has been committed. */
export type Batched<Item, Result> = (item: Item) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Two: the database commits one batch while the next gathers; more only make the batches smaller. */
const IN_FLIGHT = 2;

/**
 * Gathers items while earlier batches are under way, so that a busy service writes many in one statement and a quiet
 * one writes each at once. `write` answers a result for each item, in order. A batch that is refused is written again
 * one by one, so that no item fails for its neighbours' sake; `isFinal` tells errors where that would not help.
 */
export const batch = <Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: { largest: number; isFinal: (error: unknown) => boolean },
): Batched<Item, Result> => {
  const queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;

  const send = async (waiting: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await write(waiting.map(({ item }) => item));
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('a batch answered too few results'));
        else resolve(result);
      }
    } catch (error) {
      if (waiting.length > 1 && !options.isFinal(error)) for (const one of waiting) await send([one]);
      else for (const { reject } of waiting) reject(error);
    }
  };

  const pump = (): void => {
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
      pump();
    });
};
