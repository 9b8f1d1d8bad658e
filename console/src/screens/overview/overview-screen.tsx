import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { Async, Loading } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { FirstEventGuide } from './first-event/first-event-guide.tsx';
import { FirstEventNotice } from './first-event/first-event-notice.tsx';
import { KeyFigures } from './key-figures.tsx';
import { OutcomesOverTime, ScoreSpread, TopReasons } from './overview-cards.tsx';
import { everQuery, summaryQuery } from './queries.ts';
import { RangePicker } from './range-picker.tsx';
import { RecentBlocks } from './recent-blocks.tsx';
import { DEFAULT_DAYS, rangeOf, type Days, type Range } from './range.ts';

const route = getRouteApi('/app/');
const HOUR_MS = 3_600_000;

/** What the service has decided lately; where nothing was ever decided, how to begin. */
export function OverviewScreen() {
  const { days = DEFAULT_DAYS } = route.useSearch();
  const range = rangeOf(days, useNow(HOUR_MS));
  const summary = useQuery(summaryQuery({ from: range.from }));
  return (
    <Page title="Overview" actions={<RangePicker days={days} />}>
      <Async query={summary} lines={8}>
        {({ totalAssessments }) => <OverviewOrGuide isEmpty={totalAssessments === 0} days={days} range={range} />}
      </Async>
    </Page>
  );
}

function OverviewOrGuide({ isEmpty, days, range }: { isEmpty: boolean; days: Days; range: Range }) {
  const queryClient = useQueryClient();
  const ever = useQuery({ ...everQuery(), enabled: isEmpty });
  const [guided, setGuided] = useState(false);
  const isNew = isEmpty && ever.data?.totalAssessments === 0;
  if (isNew && !guided) setGuided(true);
  useEffect(() => {
    if (guided && !isNew) void queryClient.invalidateQueries({ queryKey: ['analytics'] });
  }, [guided, isNew, queryClient]);

  if (isEmpty && ever.isPending) return <Loading lines={8} />;
  if (isNew) return <FirstEventGuide />;
  return (
    <>
      {guided && <FirstEventNotice onClose={() => setGuided(false)} />}
      <KeyFigures days={days} range={range} />
      <OutcomesOverTime range={range} />
      <div className="columns">
        <ScoreSpread range={range} />
        <TopReasons range={range} />
      </div>
      <RecentBlocks />
    </>
  );
}
