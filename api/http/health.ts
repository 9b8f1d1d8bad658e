import type Router from '@koa/router';

import { describeError } from '../../platform/describe-error.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Dependencies } from '../dependencies.ts';
import type { RequestState } from './state.ts';

const CHECK_TIMEOUT_MS = 2_000;

type HealthDependencies = Pick<Dependencies, 'db' | 'checkQueue' | 'lifecycle' | 'logger'>;
type CheckResult = 'up' | 'down';

/** /healthz: the process is alive. /readyz: it can serve, that is, database and queue answer and it is not leaving. */
export function addHealthRoutes(router: Router<RequestState>, dependencies: HealthDependencies): void {
  router.get('/healthz', (context) => {
    context.state.route = '/healthz';
    context.body = { status: 'ok' };
  });
  router.get('/readyz', async (context) => {
    context.state.route = '/readyz';
    const [database, queue] = await Promise.all([
      check('database', () => dependencies.db.pool.query('select 1'), dependencies),
      check('queue', () => dependencies.checkQueue(), dependencies),
    ]);
    const ready = database === 'up' && queue === 'up' && !dependencies.lifecycle.draining;
    context.status = ready ? 200 : 503;
    context.body = { status: ready ? 'ok' : 'unavailable', checks: { database, queue } };
  });
}

async function check(
  name: string,
  probe: () => Promise<unknown>,
  { logger }: Pick<HealthDependencies, 'logger'>,
): Promise<CheckResult> {
  try {
    await withTimeout(probe(), CHECK_TIMEOUT_MS);
    return 'up';
  } catch (error) {
    logger.warn({ check: name, err: describeError(error) }, 'readiness check failed');
    return 'down';
  }
}
