import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { policyQuery } from '../../api/policy-query.ts';
import { RankedBars } from '../../charts/ranked-bars.tsx';
import { ScoreHistogram } from '../../charts/score-histogram.tsx';
import { TimeSeriesChart } from '../../charts/time-series-chart.tsx';
import { formatCount, formatShare } from '../../format/numbers.ts';
import { reasonWords } from '../../format/reason-words.ts';
import { usePermission } from '../../session/use-session.ts';
import { Card } from '../../ui/page.tsx';
import { Async, EmptyState } from '../../ui/states.tsx';
import { reasonsQuery, scoresQuery, timeSeriesQuery } from './queries.ts';
import type { Range } from './range.ts';

export function OutcomesOverTime({ range }: { range: Range }) {
  const series = useQuery(timeSeriesQuery(range));
  return (
    <Card title="Allowed, reviewed, blocked">
      <Async query={series} lines={6}>
        {({ data, interval }) => (
          <TimeSeriesChart
            label={`Assessments allowed, to review and blocked, by ${interval}`}
            data={data}
            interval={interval}
          />
        )}
      </Async>
    </Card>
  );
}

/** The thresholds are part of the policy, which is for admins only: others see the scores without them. */
export function ScoreSpread({ range }: { range: Range }) {
  const scores = useQuery(scoresQuery(range));
  const policy = useQuery({ ...policyQuery(), enabled: usePermission('policy:manage') });
  return (
    <Card title="Scores">
      <Async query={scores} lines={6}>
        {({ data }) => (
          <ScoreHistogram
            label="Assessments by score"
            data={data}
            thresholds={policy.data?.thresholds}
            search={{ from: range.from }}
          />
        )}
      </Async>
    </Card>
  );
}

export function TopReasons({ range }: { range: Range }) {
  const reasons = useQuery(reasonsQuery(range));
  return (
    <Card title="Top reasons">
      <Async query={reasons} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No reasons">Nothing in this time spoke for fraud.</EmptyState>
          ) : (
            <RankedBars
              label="Reasons, the most frequent first"
              items={data.map(({ code, count, share }) => ({
                key: code,
                label: reasonWords(code),
                detail: <span className="mono">{code}</span>,
                value: count,
                valueText: (
                  <Link to="/evaluations" search={{ from: range.from, reasonCode: code }}>
                    {formatCount(count)} ({formatShare(share)})
                  </Link>
                ),
              }))}
            />
          )
        }
      </Async>
    </Card>
  );
}
