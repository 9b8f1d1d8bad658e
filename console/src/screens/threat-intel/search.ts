import type { SearchSchemaInput } from '@tanstack/react-router';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The subscription whose deliveries are shown, and which of them. */
export interface ThreatIntelSearch {
  subscriptionId?: string;
  status?: DeliveryStatus;
  page?: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readThreatIntelSearch(search: ThreatIntelSearch & SearchSchemaInput): ThreatIntelSearch {
  const given: Readonly<Record<string, unknown>> = { ...search };
  const subscriptionId = given['subscriptionId'];
  if (typeof subscriptionId !== 'string' || !UUID.test(subscriptionId)) return {};
  const status = DELIVERY_STATUSES.find((known) => known === given['status']);
  const page = Number(given['page']);
  return { subscriptionId, ...(status && { status }), ...(Number.isInteger(page) && page > 1 && { page }) };
}
