import type { Schemas } from '../../../../../clients/typescript/src/types.ts';

export type GraphNode = Schemas['GraphNode'];
export type UserNode = Schemas['RiskUserNode'];
export type IndicatorNode = Schemas['GlobalIndicatorNode'];

/** What can be in the picture, in the order of its legend. */
export const KINDS = ['user', 'device', 'ip', 'email', 'phone', 'payment', 'card', 'place'] as const;
export type Kind = (typeof KINDS)[number];

interface KindFacts {
  one: string;
  many: string;
}

export const KIND_FACTS: Readonly<Record<Kind, KindFacts>> = {
  user: { one: 'User', many: 'Users' },
  device: { one: 'Device', many: 'Devices' },
  ip: { one: 'IP address', many: 'IP addresses' },
  email: { one: 'E-mail', many: 'E-mails' },
  phone: { one: 'Phone', many: 'Phones' },
  payment: { one: 'Payment method', many: 'Payment methods' },
  card: { one: 'Card BIN', many: 'Card BINs' },
  place: { one: 'Place', many: 'Places' },
};

/** Enough of a hash to tell one from another. */
const SHOWN_HASH = 8;

export function kindOf(node: GraphNode): Kind {
  switch (node.group) {
    case 'riskuser':
      return 'user';
    case 'globalindicator':
      return node.properties.indicator_type;
    case 'cardbin':
      return 'card';
    case 'geolocation':
      return 'place';
  }
}

/** What a node is called: "user ring-003", "device 5f0f2f0e", "place US". */
export function nameOf(node: GraphNode): string {
  return `${KIND_FACTS[kindOf(node)].one.replace(/^[A-Z](?!P)/, (first) => first.toLowerCase())} ${shortNameOf(node)}`;
}

/** The same without the kind, for where that is plain. */
export function shortNameOf(node: GraphNode): string {
  switch (node.group) {
    case 'riskuser':
      return node.properties.user_id;
    case 'globalindicator':
      return node.properties.indicator_hash.slice(0, SHOWN_HASH);
    case 'cardbin':
      return node.properties.bin;
    case 'geolocation':
      return node.properties.country;
  }
}

export type Mark = 'fraud' | 'threat';

/** Why a node stands out. */
export function markOf(node: GraphNode): Mark | undefined {
  if (node.group === 'riskuser' && node.properties.is_confirmed_fraud) return 'fraud';
  if (node.group === 'globalindicator' && node.properties.is_global_threat) return 'threat';
  return undefined;
}

export const MARK_LABELS: Readonly<Record<Mark, string>> = { fraud: 'confirmed fraud', threat: 'global threat' };

const USER_PREFIX = 'riskuser::';

/** The id to ask for the graph of a user by; undefined where it is personal data and therefore masked. */
export function userIdOf({ id, properties }: UserNode): string | undefined {
  return id === USER_PREFIX + properties.user_id ? properties.user_id : undefined;
}
