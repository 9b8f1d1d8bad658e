import type { Contributions, ReasonCode } from '../../../api/assessment-words.ts';
import { formatDuration } from '../../../format/durations.ts';
import { formatScore, formatShare } from '../../../format/numbers.ts';
import { plural } from '../../../format/plural.ts';
import { ENTITIES, ENTITY_NAMES, isTrue, largestOf, numberOf, type Entity } from './contributions.ts';

export interface Assessed {
  contributions: Contributions;
  amountMinor: number | null;
}

type Explain = (assessed: Assessed) => string;

/** What an entity that strangers share by nature (an IP, a card range) does not say. */
const PERSONAL: readonly Entity[] = ['user', 'device', 'email', 'phone', 'payment'];
/** So many events in a minute, or payment methods failed in an hour, are where the engine begins to wonder. */
const BURST_EVENTS = 8;
const FAILED_METHODS = 2;
const INSTANT_SECONDS = 600;
const NEW_DEVICE = 0.3;

const SENTENCES: Readonly<Record<ReasonCode, Explain>> = {
  VELOCITY_FAILED_PAYMENTS: explainFailedPayments,
  VELOCITY_BURST: explainBurst,
  VELOCITY_ZSCORE_SPIKE: explainRate,
  VELOCITY_AMOUNT_SPIKE: explainAmount,
  GRAPH_FRAUD_NEIGHBOR: explainNeighbor,
  GRAPH_FRAUD_SIMILARITY: explainSimilarity,
  GRAPH_SHARED_INDICATORS: explainSharing,
  GLOBAL_THREAT_INDICATOR: explainThreat,
  CONFIRMED_FRAUD_INDICATOR: explainConfirmed,
  HIGH_RISK_INDICATOR: explainRecord,
  DEGRADED_GRAPH_UNAVAILABLE: () =>
    'Graph or indicator signals were not there in time: the score is made of the others, and the policy’s minimum action for that case applied.',
  DEGRADED_VELOCITY_UNAVAILABLE: () =>
    'Velocity signals were not there in time: the score is made of the others, and the policy’s minimum action for that case applied.',
};

/**
 * A reason as a sentence, with the numbers and times behind it.
 *
 * @returns undefined for a code that this console does not know yet
 */
export function explainReason(code: string, assessed: Assessed): string | undefined {
  return Object.hasOwn(SENTENCES, code) ? SENTENCES[code as ReasonCode](assessed) : undefined;
}

function explainFailedPayments({ contributions }: Assessed): string {
  const failed = largestOf(contributions, 'FailedMethods1h');
  if (failed && failed.value > FAILED_METHODS) {
    return `Payments with ${plural(failed.value, 'payment method')} failed in the last hour with this ${ENTITIES[failed.entity]}.`;
  }
  const used = largestOf(contributions, 'Payments24h', PERSONAL);
  const methods = used ? `; ${plural(used.value, 'was', 'were')} used with this ${ENTITIES[used.entity]}` : '';
  return `Many payment methods failed in the last 24 hours${methods}.`;
}

function explainBurst({ contributions, amountMinor }: Assessed): string {
  const minute = largestOf(contributions, 'Events1m', PERSONAL);
  if (minute && minute.value > BURST_EVENTS) {
    return `${plural(minute.value, 'event')} in the last minute with this ${ENTITIES[minute.entity]}.`;
  }
  const sinceSignup = numberOf(contributions, 'sinceSignupSeconds');
  if (sinceSignup !== undefined && sinceSignup < INSTANT_SECONDS && amountMinor !== null) {
    return `The payment came ${formatDuration(sinceSignup)} after the account was created.`;
  }
  const hour = largestOf(contributions, 'Events1h', PERSONAL);
  const events = hour ? `: ${plural(hour.value, 'event')} in the last hour with this ${ENTITIES[hour.entity]}` : '';
  return `A burst of events within ten minutes${events}.`;
}

function explainRate({ contributions }: Assessed): string {
  const events = plural(numberOf(contributions, 'userEvents1h') ?? 0, 'event');
  const zScore = formatScore(numberOf(contributions, 'countZScore') ?? 0);
  return `${events} of this user in the last hour: ${zScore} standard deviations above its own rate before.`;
}

function explainAmount({ contributions }: Assessed): string {
  const spreads = `${formatScore(numberOf(contributions, 'amountZScore') ?? 0)} spreads above the usual`;
  const aboveUsual = numberOf(contributions, 'amountAboveUsual');
  const isRecord = (numberOf(contributions, 'amountAboveMost') ?? 0) > 0;
  const isNewDevice = (numberOf(contributions, 'deviceNovelty') ?? 0) >= NEW_DEVICE;
  return [
    aboveUsual === undefined
      ? `The amount is unusual for your customers (${spreads}), and there is no earlier payment of this user to compare with`
      : `The amount is ${formatScore(Math.exp(aboveUsual))} times what this user usually pays (${spreads})`,
    isRecord && ', more than ever before',
    isNewDevice && ', on a device new to this user',
    '.',
  ]
    .filter(Boolean)
    .join('');
}

function explainNeighbor({ contributions }: Assessed): string {
  const neighbors = numberOf(contributions, 'fraudNeighbors') ?? 0;
  if (neighbors > 0) {
    const [shares, user] = neighbors === 1 ? ['shares', 'user'] : ['share', 'users'];
    return `${neighbors} ${user} with confirmed fraud ${shares} a device, card, address or number with this user.`;
  }
  const further = numberOf(contributions, 'fraudWithinTwoHops') ?? 0;
  if (further === 0) return 'Confirmed fraud is near, over devices, cards, addresses or numbers.';
  return `${plural(further, 'user')} with confirmed fraud within two hops, over devices, cards, addresses or numbers.`;
}

function explainSimilarity({ contributions }: Assessed): string {
  if (isTrue(contributions, 'confirmedFraudUser')) return 'This user itself is confirmed fraud.';
  const similarity = formatShare(numberOf(contributions, 'knnFraudSimilarity') ?? 0);
  return `By what it shares with users who were confirmed fraud, this user is ${similarity} like them.`;
}

function explainSharing({ contributions }: Assessed): string {
  const ageSeconds = numberOf(contributions, 'accountAgeSeconds');
  const age = ageSeconds === undefined ? '' : `; the account is ${describeAge(ageSeconds)}`;
  const newcomers = largestOf(contributions, 'NewConnections24h', PERSONAL);
  if (newcomers) {
    const others = plural(newcomers.value, 'other user was', 'other users were');
    return `${others} new to this ${ENTITIES[newcomers.entity]} in the last 24 hours${age}.`;
  }
  const crowd = largestOf(contributions, 'Connections', PERSONAL);
  const users = crowd
    ? `${plural(crowd.value, 'user shares', 'users share')} this ${ENTITIES[crowd.entity]}`
    : 'Shared';
  return `${users}, more than a household explains${age}.`;
}

function describeAge(seconds: number): string {
  return seconds < 1 ? 'brand new' : `${formatDuration(seconds)} old`;
}

function explainThreat({ contributions }: Assessed): string {
  const known = ENTITY_NAMES.filter((entity) => isTrue(contributions, `${entity}GlobalThreat`));
  const names = listWords(known.map((entity) => `the ${ENTITIES[entity]}`)) || 'Something of it';
  const sentence = `${names} ${known.length > 1 ? 'are' : 'is'} in the global threat database: confirmed as fraud in two companies, or three times in one.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function explainConfirmed({ contributions }: Assessed): string {
  const found = [...PERSONAL, 'address' as const]
    .map((entity) => ({ entity, count: numberOf(contributions, `${entity}ConfirmedFraud`) ?? 0 }))
    .filter(({ count }) => count > 0);
  const times = listWords(found.map(({ entity, count }) => `${describeTimes(count)} with this ${ENTITIES[entity]}`));
  const since = found.map(({ entity }) => numberOf(contributions, `${entity}SinceFraudSeconds`) ?? Infinity);
  const latest = Math.min(...since);
  return `Fraud was confirmed ${times || 'before'}${Number.isFinite(latest) ? `, last ${formatDuration(latest)} before` : ''}.`;
}

function describeTimes(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

function explainRecord({ contributions }: Assessed): string {
  const worst = largestOf(contributions, 'FraudRate');
  if (!worst) return 'Earlier outcomes speak against it.';
  return `Earlier outcomes say that about ${formatShare(worst.value)} of what comes with this ${ENTITIES[worst.entity]} is fraud.`;
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
