import { isTerminal } from '@errand/contracts';
import { type Exchange, type Indexed, type Invariant, answered } from './history.ts';

function creationsAnswered({ exchanges }: Indexed): (Exchange & { request: { token: string } })[] {
  return exchanges.filter(
    (exchange): exchange is Exchange & { request: { kind: 'create'; token: string } } =>
      exchange.request.kind === 'create',
  );
}

const acceptedEnds: Invariant = {
  name: 'every 202 becomes terminal',
  find: (history) =>
    creationsAnswered(history)
      .filter(({ status }) => status === 202)
      .flatMap((exchange) => {
        const id = answered(exchange, 'id');
        const run = history.run.get(String(id));
        if (run === undefined)
          return [`${exchange.request.token} was accepted as ${String(id)}, which is not stored`];
        return isTerminal(run.status) ? [] : [`run ${run.id} was accepted and is still ${run.status}`];
      }),
};

const oneRunPerKey: Invariant = {
  name: 'one Run per idempotency key',
  find: (history) => {
    const byKey = Map.groupBy(
      history.runs.filter(({ key }) => key !== null),
      ({ workspaceId, key }) => `${workspaceId} ${key}`,
    );
    const doubled = [...byKey.values()]
      .filter((runs) => runs.length > 1)
      .map((runs) => `key ${runs[0]?.key} stands for ${runs.map(({ id }) => id).join(' and ')}`);
    const accepted = creationsAnswered(history).filter(({ status }) => status === 202);
    const split = [...Map.groupBy(accepted, ({ request }) => request.token)].flatMap(([token, exchanges]) => {
      const ids = new Set(exchanges.map((exchange) => String(answered(exchange, 'id'))));
      return ids.size > 1 ? [`${token} was answered with ${[...ids].join(' and ')}`] : [];
    });
    const copies = [...history.runsOfToken]
      .filter(([token, runs]) => history.creation.has(token) && runs.length > 1)
      .map(([token, runs]) => `${token} made ${runs.map(({ id }) => id).join(' and ')}`);
    return [...doubled, ...split, ...copies];
  },
};

const refusedIsAbsent: Invariant = {
  name: 'a rejected request stores nothing',
  find: (history) => {
    const asked = Map.groupBy(creationsAnswered(history), ({ request }) => request.token);
    return history.runs.flatMap((run) => {
      const creation = history.creationOf(run);
      if (creation === undefined) return [`run ${run.id} is stored but was never requested`];
      const answers = (asked.get(creation.token) ?? []).map(({ status }) => status);
      if (answers.includes(202)) return [];
      // Without a key, the client cannot find out the outcome of a request that was cut off.
      if (creation.key === null && answers.includes(null)) return [];
      return [`run ${run.id} is stored, and ${creation.token} was answered ${answers.join(', ')}`];
    });
  },
};

const answeredAtAll: Invariant = {
  name: 'every request with a key is eventually answered',
  find: (history) => {
    const asked = Map.groupBy(creationsAnswered(history), ({ request }) => request.token);
    return history.creations.flatMap(({ token, key }) => {
      const last = asked.get(token)?.at(-1);
      return key === null || (last?.status ?? 503) < 500
        ? []
        : [`${token} has no answer but ${last?.status}`];
    });
  },
};

const outboxMatchesQueued: Invariant = {
  name: 'a Run has an outbox row if and only if it is queued',
  find: (history) => {
    const published = new Set(history.outboxRows.map(({ runId }) => runId));
    return [
      ...history.outboxRows.flatMap(({ runId }) => {
        const status = history.run.get(runId)?.status;
        return status === 'queued' ? [] : [`run ${runId} is ${status ?? 'unknown'} and has an outbox row`];
      }),
      ...history.runs
        .filter(({ id, status }) => status === 'queued' && !published.has(id))
        .map(({ id }) => `run ${id} is queued and has no outbox row`),
    ];
  },
};

const loadsAreTrue: Invariant = {
  name: 'the load of a workspace is the number of its Runs that executors hold',
  find: ({ loads }) =>
    loads
      .filter(({ counted, held }) => counted !== held)
      .map(
        ({ workspaceId, counted, held }) => `workspace ${workspaceId} counts ${counted}, ${held} are held`,
      ),
};

export const acceptance = [
  acceptedEnds,
  oneRunPerKey,
  refusedIsAbsent,
  answeredAtAll,
  outboxMatchesQueued,
  loadsAreTrue,
];
