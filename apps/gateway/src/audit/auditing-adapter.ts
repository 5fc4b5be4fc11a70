import { PrismaPg } from '@prisma/adapter-pg';
import { type Actor, currentActor } from './actor.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;
type Statement = Parameters<Adapter['queryRaw']>[0];

const WRITES = /^\s*(INSERT|UPDATE|DELETE|WITH)\b/i;
/** Read by the triggers that write the audit log; local to the transaction. */
const NAME_ACTOR = "SELECT set_config('errand.actor', $1, true)";

function statement(sql: string, ...args: string[]): Statement {
  return {
    sql,
    args,
    argTypes: args.map(() => ({ scalarType: 'string' as const, arity: 'scalar' as const })),
  };
}

async function rollBack(transaction: Transaction): Promise<void> {
  try {
    await transaction.executeRaw(statement('ROLLBACK'));
  } finally {
    await transaction.rollback();
  }
}

/**
 * Prisma's adapter that sets the current actor in every transaction, and wraps single writes in a transaction. This way
 * every write, including better-auth's, is audited with its actor.
 */
export class AuditingAdapter extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const begin = adapter.startTransaction.bind(adapter);
    const query = adapter.queryRaw.bind(adapter);
    const execute = adapter.executeRaw.bind(adapter);

    const beginAs = async (
      actor: Actor,
      isolation?: Parameters<Adapter['startTransaction']>[0],
    ): Promise<Transaction> => {
      const transaction = await begin(isolation);
      try {
        await transaction.executeRaw(statement(NAME_ACTOR, JSON.stringify(actor)));
        return transaction;
      } catch (error) {
        await rollBack(transaction);
        throw error;
      }
    };
    const inTransaction = async <Result>(
      actor: Actor,
      work: (transaction: Transaction) => Promise<Result>,
    ): Promise<Result> => {
      const transaction = await beginAs(actor);
      try {
        const result = await work(transaction);
        await transaction.executeRaw(statement('COMMIT'));
        await transaction.commit();
        return result;
      } catch (error) {
        await rollBack(transaction);
        throw error;
      }
    };
    const actorOfWrite = ({ sql }: Statement) => (WRITES.test(sql) ? currentActor() : undefined);

    adapter.startTransaction = (isolation) => {
      const actor = currentActor();
      return actor === undefined ? begin(isolation) : beginAs(actor, isolation);
    };
    adapter.queryRaw = (each) => {
      const actor = actorOfWrite(each);
      return actor === undefined ? query(each) : inTransaction(actor, (tx) => tx.queryRaw(each));
    };
    adapter.executeRaw = (each) => {
      const actor = actorOfWrite(each);
      return actor === undefined ? execute(each) : inTransaction(actor, (tx) => tx.executeRaw(each));
    };
    return adapter;
  }
}
