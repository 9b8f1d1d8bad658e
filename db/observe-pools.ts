import type { PoolUse } from '../platform/metrics.ts';
import type { Database } from './connect.ts';

/** The part of the query builder's pool that its types do not show. */
interface KnexPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** How much of each pool of a process is in use, for its metrics. */
export function observePools({ pool, signals, knex }: Database): Record<string, () => PoolUse> {
  const { pool: knexPool } = knex.client as { pool: KnexPool };
  const read = ({ totalCount, idleCount, waitingCount }: typeof pool): PoolUse => ({
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount,
  });
  return {
    hot: () => read(pool),
    signals: () => read(signals),
    general: () => ({
      total: knexPool.numUsed() + knexPool.numFree(),
      idle: knexPool.numFree(),
      waiting: knexPool.numPendingAcquires(),
    }),
  };
}
