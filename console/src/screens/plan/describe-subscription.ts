/** What is told of a subscription, beside the names of its plan. */
interface Term {
  status: 'pending' | 'active' | 'expired';
  endsAt: string | null;
  cancelAtPeriodEnd: boolean;
}

/**
 * What happens to a subscription next, as a sentence.
 *
 * @param renews whether its provider charges again; a trial ends by itself
 * @param formatDate writes a moment for the person
 */
export function describeTerm(
  { status, endsAt, cancelAtPeriodEnd }: Term,
  { renews, formatDate }: { renews: boolean; formatDate: (at: string) => string },
): string {
  if (status === 'pending') return 'It begins with the first payment.';
  if (status === 'expired') return 'It has ended.';
  if (endsAt === null) return 'It has no end.';
  if (cancelAtPeriodEnd || !renews) return `It ends on ${formatDate(endsAt)} and does not renew.`;
  return `It renews on ${formatDate(endsAt)}.`;
}

/** The words of the plans' features. */
export const FEATURE_NAMES: Readonly<Record<string, string>> = {
  event_explorer: 'Explorer of evaluations',
  reviews: 'Review cases',
  graph_explorer: 'Graph explorer',
  audit_logs: 'Audit log',
  threat_intel: 'Threat intelligence webhooks',
};
