import type { EdgeSink } from '../../db/queries/graph-export.ts';
import { SUPER_CONNECTOR_LIMIT } from '../../engine/graph-score.ts';
import type { GraphInput } from '../../engine/graph/build-graph.ts';
import { ENTITY_TYPES, type EntityType } from '../../engine/vocabulary.ts';
import type { HashKey } from '../../platform/hashing.ts';
import { createUint32List, createUint8List } from './growing-list.ts';
import { createKeyTable, readKey, type KeyTable } from './key-table.ts';

export interface SuperConnector {
  key: HashKey;
  type: EntityType;
  connections: number;
}

export interface EdgeCollector extends EdgeSink {
  /** The users seen, numbered. */
  users: KeyTable;
  /** The edges as the engine takes them. */
  edges(): Pick<GraphInput, 'indicatorTypes' | 'edgeUsers' | 'edgeIndicators'>;
  /** Indicators of more than SUPER_CONNECTOR_LIMIT users. */
  superConnectors(): SuperConnector[];
}

/** Numbers users and indicators while their edges stream past, so that a million of them fit in a few flat arrays. */
export function createEdgeCollector(): EdgeCollector {
  const users = createKeyTable();
  const indicatorTypes = createUint8List();
  const edgeUsers = createUint32List();
  const edgeIndicators = createUint32List();
  const superConnectors: SuperConnector[] = [];
  const key = Buffer.alloc(16);
  let indicator = -1;
  let connections = 0;

  /** The edges of one indicator come one after the other: a key that differs from the last one is a new indicator. */
  function startIndicator(row: Buffer, at: number, type: number): void {
    row.copy(key, 0, at, at + 16);
    indicatorTypes.push(type);
    indicator += 1;
    connections = 0;
  }

  function countConnection(type: number): void {
    connections += 1;
    if (connections <= SUPER_CONNECTOR_LIMIT) return;
    if (connections === SUPER_CONNECTOR_LIMIT + 1) {
      superConnectors.push({ key: readKey(key, 0), type: ENTITY_TYPES[type] ?? 'user', connections });
    }
    superConnectors.at(-1)!.connections = connections;
  }

  return {
    users,
    addEdge: (row, indicatorAt, userAt, type) => {
      const isNew = indicator === -1 || key.compare(row, indicatorAt, indicatorAt + 16) !== 0;
      if (isNew) startIndicator(row, indicatorAt, type);
      countConnection(type);
      edgeIndicators.push(indicator);
      edgeUsers.push(users.number(row, userAt));
    },
    edges: () => ({
      indicatorTypes: indicatorTypes.values(),
      edgeUsers: edgeUsers.values(),
      edgeIndicators: edgeIndicators.values(),
    }),
    superConnectors: () => superConnectors,
  };
}
