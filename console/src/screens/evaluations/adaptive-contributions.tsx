import { ContributionChart } from '../../charts/contribution-chart.tsx';
import { formatScore } from '../../format/numbers.ts';
import { riskLevelOf } from '../../api/assessment-words.ts';
import type { AdaptiveBreakdown } from './explain/adaptive-breakdown.ts';
import { contributionWords } from './explain/contribution-words.ts';

interface AdaptiveContributionsProps {
  adaptive: AdaptiveBreakdown;
  defaultScore: number;
}

/** What the adaptive model made of each feature: how it changed the odds of fraud. */
export function AdaptiveContributions({ adaptive, defaultScore }: AdaptiveContributionsProps) {
  const features = adaptive.features.map(({ name, logOdds }) => ({
    key: name,
    label: contributionWords(name) ?? name,
    detail: <span className="mono">{name}</span>,
    value: logOdds,
    valueText: oddsText(logOdds),
  }));
  const others = { key: '', label: 'Everything else', value: adaptive.others, valueText: oddsText(adaptive.others) };
  return (
    <div className="stack">
      <h3>What raised and what lowered the odds of fraud</h3>
      <ContributionChart label="Change of the odds of fraud by feature" items={[...features, others]} />
      <p className="muted small">
        The adaptive model of your company decided. It begins with odds of {describeOdds(adaptive.base)} for any
        assessment; each line multiplies them, to the right towards fraud, to the left away from it.
        {riskLevelOf(defaultScore) === 'critical' &&
          ` The default profile says ${formatScore(defaultScore)}: what it would block is at least reviewed.`}
      </p>
    </div>
  );
}

function oddsText(logOdds: number): string {
  return `× ${new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 }).format(Math.exp(logOdds))}`;
}

function describeOdds(logOdds: number): string {
  const odds = Math.exp(logOdds);
  return odds >= 1 ? `${formatScore(odds)} to 1` : `1 to ${formatScore(1 / odds)}`;
}
