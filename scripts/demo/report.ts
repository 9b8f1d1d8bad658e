import type { AssessmentResponse } from '../../api/risk-engine/schemas.ts';
import { CURRENCY } from './events.ts';
import type { LiveCase } from './live-cases.ts';
import type { AssessedEvent } from './play.ts';
import {
  listFalseAlarms,
  listMissedPayments,
  summariseFraudPayments,
  summariseScenarios,
  type PaymentSummary,
  type ScenarioSummary,
} from './summary.ts';
import { renderTable, type Column } from './table.ts';

export interface LiveResult {
  liveCase: LiveCase;
  assessment: AssessmentResponse;
}

const REASONS_SHOWN = 3;
const ALARMS_SHOWN = 5;
const MISSES_SHOWN = 2;

const SCENARIO_COLUMNS: Column<ScenarioSummary>[] = [
  { title: 'scenario', align: 'left', cell: ({ scenario }) => scenario },
  { title: 'events', align: 'right', cell: ({ events }) => String(events) },
  { title: 'review', align: 'right', cell: ({ review }) => String(review) },
  { title: 'block', align: 'right', cell: ({ block }) => String(block) },
  { title: 'caught', align: 'right', cell: ({ caught, events }) => percent(caught, events) },
  { title: 'avg', align: 'right', cell: ({ averageScore }) => averageScore.toFixed(1) },
  { title: 'max', align: 'right', cell: ({ highestScore }) => highestScore.toFixed(1) },
  { title: 'most common reasons', align: 'left', cell: ({ reasons }) => describeReasons(reasons) },
];

const PAYMENT_COLUMNS: Column<PaymentSummary>[] = [
  { title: 'fraudulent payments', align: 'left', cell: ({ scenario }) => scenario },
  { title: 'payments', align: 'right', cell: ({ payments }) => String(payments) },
  { title: 'caught', align: 'right', cell: ({ caught, payments }) => `${caught} (${percent(caught, payments)})` },
  { title: 'accounts', align: 'right', cell: ({ accounts }) => String(accounts) },
  { title: 'accounts caught', align: 'right', cell: ({ accountsCaught }) => String(accountsCaught) },
  { title: 'got through', align: 'right', cell: ({ amountAllowed }) => money(amountAllowed) },
];

const LIVE_COLUMNS: Column<LiveResult>[] = [
  { title: 'live transaction', align: 'left', cell: ({ liveCase }) => liveCase.title },
  { title: 'truth', align: 'left', cell: ({ liveCase }) => (liveCase.fraud ? 'fraud' : 'honest') },
  { title: 'amount', align: 'right', cell: ({ liveCase }) => money(liveCase.request.amountMinor) },
  { title: 'score', align: 'right', cell: ({ assessment }) => assessment.riskScore.toFixed(1) },
  { title: 'action', align: 'left', cell: ({ assessment }) => assessment.action },
  { title: 'reasons', align: 'left', cell: ({ assessment }) => assessment.reasonCodes.join(', ') || '-' },
];

/** What the service made of the weeks: what it caught, what it missed, and whom it bothered without need. */
export function renderHistory(assessed: readonly AssessedEvent[]): string[] {
  return [
    'Events by scenario (caught = reviewed or blocked; chargebacks and disputes are not counted)',
    '',
    ...renderTable(summariseScenarios(assessed), SCENARIO_COLUMNS),
    '',
    ...renderTable(summariseFraudPayments(assessed), PAYMENT_COLUMNS),
    '',
    ...renderFalseAlarms(assessed),
    '',
    ...renderMisses(assessed),
  ];
}

export function renderLive(results: readonly LiveResult[]): string[] {
  return ['Right now, through POST /api/risk-engine/assess', '', ...renderTable(results, LIVE_COLUMNS)];
}

function renderFalseAlarms(assessed: readonly AssessedEvent[]): string[] {
  const { payments, reviewed, blocked } = listFalseAlarms(assessed);
  const alarms = reviewed.length + blocked.length;
  const heading =
    `False alarms: ${alarms} of ${payments} honest payments (${percent(alarms, payments)}): ` +
    `${reviewed.length} reviewed, ${blocked.length} blocked`;
  return [heading, ...renderExamples([...blocked, ...reviewed], ALARMS_SHOWN)];
}

function renderMisses(assessed: readonly AssessedEvent[]): string[] {
  const missed = listMissedPayments(assessed);
  const examples = missed.flatMap((payments) => renderExamples(payments, MISSES_SHOWN));
  return [`Not caught: ${missed.flat().length} fraudulent payments`, ...examples];
}

function renderExamples(events: readonly AssessedEvent[], shown: number): string[] {
  const lines = events.slice(0, shown).map(({ step, riskScore, reasonCodes }) => {
    const amount = money(step.paymentDetails?.amountMinor ?? 0);
    const reasons = reasonCodes.join(', ') || 'no reason';
    return `  ${step.scenario}: ${step.userId}, ${step.eventType} of ${amount}, score ${riskScore.toFixed(1)}, ${reasons}`;
  });
  const others = events.length - lines.length;
  return others > 0 ? [...lines, `    and ${others} more`] : lines;
}

function describeReasons(reasons: ScenarioSummary['reasons']): string {
  const shown = reasons.slice(0, REASONS_SHOWN).map(({ code, count }) => `${code} ${count}`);
  return shown.join(', ') || '-';
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)}%`;
}

function money(amountMinor: number): string {
  return `${(amountMinor / 100).toFixed(2)} ${CURRENCY}`;
}
