import type { Contributions } from '../../../api/assessment-words.ts';

/** What a contribution may be about, by how its name begins, and how it is called in a sentence. */
export const ENTITIES = {
  user: 'user',
  device: 'device',
  ip: 'IP address',
  email: 'e-mail address',
  phone: 'phone number',
  payment: 'payment method',
  cardBin: 'card range',
  address: 'address',
} as const;
export type Entity = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as Entity[];

/** @returns undefined where the assessment did not have it */
export function numberOf(contributions: Contributions, name: string): number | undefined {
  const value = contributions[name];
  return typeof value === 'number' ? value : undefined;
}

export function isTrue(contributions: Contributions, name: string): boolean {
  return contributions[name] === true;
}

/** The entity of which a signal is largest, of those that have it at all. */
export function largestOf(
  contributions: Contributions,
  signal: string,
  entities: readonly Entity[] = ENTITY_NAMES,
): { entity: Entity; value: number } | undefined {
  const found = entities
    .map((entity) => ({ entity, value: numberOf(contributions, `${entity}${signal}`) ?? 0 }))
    .toSorted((one, other) => other.value - one.value)[0];
  return found && found.value > 0 ? found : undefined;
}
