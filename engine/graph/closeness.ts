import type { EntityType } from '../vocabulary.ts';

/** How personal an indicator is: how much sharing it with someone says about knowing them. */
export const PERSONAL: Readonly<Record<EntityType, number>> = {
  user: 0,
  device: 1,
  payment: 1,
  email: 1,
  phone: 1,
  address: 0.6,
  ip: 0.4,
  card_bin: 0,
};

/** Rare indicators weigh more: shared by two users 0.63, by ten 0.29, by five hundred 0.11. */
export function rarity(connections: number): number {
  return 1 / Math.log2(1 + Math.max(connections, 2));
}

/** How much sharing this one indicator says that two users belong together, 0 to 1. */
export function closenessOf(type: EntityType, connections: number): number {
  return PERSONAL[type] * rarity(connections);
}
