import { isConnectionTimeout } from '../../db/errors.ts';
import type { SignalSource } from '../../db/queries/signal-statements.ts';
import { loadSignals, type LoadedSignals, type SignalRequest } from '../../db/queries/signals.ts';
import type { EntitySignals, Signals } from '../../engine/signals.ts';
import type { EntityType } from '../../engine/vocabulary.ts';
import { TimeoutError } from '../../platform/with-timeout.ts';
import type { Dependencies } from '../dependencies.ts';

const SOURCES: readonly SignalSource[] = ['velocity', 'graph', 'evidence'];

/**
 * Loads all signals in one round trip, shared with requests that come at the same time. When that fails or is late, each
 * source is asked for alone, so that one broken source does not take the others with it; what still fails is left out of
 * the score. Only then does an assessment take more than three round trips.
 */
export async function gatherSignals(
  { db, hotPath, logger }: Pick<Dependencies, 'db' | 'hotPath' | 'logger'>,
  companyId: string,
  request: SignalRequest,
  types: readonly EntityType[],
): Promise<Signals> {
  try {
    return toSignals(await hotPath.loadSignals(companyId, request), types);
  } catch (error) {
    logger.warn({ err: error, companyId }, 'signals failed or late');
    // Asking three times as often would not free a connection.
    if (error instanceof TimeoutError || isConnectionTimeout(error)) return toSignals({}, types);
  }
  const loaded = await Promise.all(
    SOURCES.map(async (source) => {
      try {
        const [alone] = await loadSignals(db.signals, companyId, [request], source);
        return alone ?? {};
      } catch (error) {
        logger.warn({ err: error, companyId, source }, 'signal source left out');
        return {};
      }
    }),
  );
  return toSignals(Object.assign({}, ...loaded) as LoadedSignals, types);
}

function toSignals({ velocity, graph, evidence }: LoadedSignals, types: readonly EntityType[]): Signals {
  const typed = <Signal>(signals: readonly Signal[]): EntitySignals<Signal>[] =>
    signals.flatMap((signal, index) => {
      const type = types[index];
      return type ? [{ type, signal }] : [];
    });
  return {
    velocity: velocity ? { ...velocity, entities: typed(velocity.entities) } : null,
    graph: graph ? { entities: typed(graph.entities), user: graph.user } : null,
    indicators: evidence ? { entities: typed(evidence) } : null,
  };
}
