import { ACTIONS } from '../../engine/vocabulary.ts';
import { renderTable, type Column } from '../demo/table.ts';
import type { CalibrationBin } from './calibration.ts';
import { measureSplit, type ActionRates, type Explained, type Measured } from './measure.ts';
import type { Ranking } from './metrics.ts';
import type { ReplayOptions, DataSet } from './options.ts';
import { PARTS, REVIEW_THRESHOLD } from './reasons.ts';
import type { Replayed } from './replay.ts';
import { isReached, LEAST_EXPLAINED, listTargets, type Target } from './targets.ts';

type Run = Pick<ReplayOptions, 'profile' | 'quick' | 'feedback'> & { dataSet: DataSet };

/** Everything that was measured, as lines of text. */
export function renderReport(replayed: Replayed, run: Run): string[] {
  const { scored } = replayed;
  const splits = [...new Set(scored.map(({ split }) => split))];
  const lines = splits.flatMap((split) => {
    const measured = measureSplit(scored.filter((event) => event.split === split));
    return [
      '',
      `== ${run.dataSet}, ${split}: ${measured.count} scored events, ${measured.frauds} of them fraud`,
      '',
      ...renderRankings(measured, run.profile),
      '',
      ...renderActions(measured),
      '',
      ...renderCalibration(measured.calibration),
      '',
      ...renderReasons(measured.explained),
      ...renderTargets(measured, run, split),
    ];
  });
  return [...lines, '', renderPace(replayed), ...renderWarnings(replayed)];
}

function renderRankings({ ranking, byDefault, parts }: Measured, profile: Run['profile']): string[] {
  const rows = [
    { name: 'risk score', ...ranking },
    ...(profile === 'default' ? [] : [{ name: 'by default', ...byDefault }]),
    ...PARTS.map((part) => ({ name: `${part} alone`, ...parts[part] })),
  ];
  const number = (title: string, metric: keyof Ranking): Column<Ranking & { name: string }> => ({
    title,
    align: 'right',
    cell: (row) => row[metric].toFixed(4),
  });
  return renderTable(rows, [
    { title: 'ranking', align: 'left', cell: ({ name }) => name },
    number('AUC', 'auc'),
    number('average precision', 'averagePrecision'),
    number('recall at 1 %', 'recallAt1Percent'),
    number('at 5 %', 'recallAt5Percent'),
    number('precision at 100', 'precisionAt100'),
  ]);
}

function renderActions({ fraud, legitimate }: Measured): string[] {
  const rows = [
    { name: 'fraud', rates: fraud },
    { name: 'legitimate', rates: legitimate },
  ];
  const share = (title: string, read: (rates: ActionRates) => number): Column<(typeof rows)[number]> => ({
    title,
    align: 'right',
    cell: ({ rates }) => percent(read(rates)),
  });
  return renderTable(rows, [
    { title: 'action', align: 'left', cell: ({ name }) => name },
    ...ACTIONS.map((action) => share(action, (rates) => rates[action])),
    share('review or block', (rates) => rates.review + rates.block),
  ]);
}

function renderCalibration(bins: readonly CalibrationBin[]): string[] {
  return renderTable(bins, [
    { title: 'score', align: 'left', cell: ({ from, to }) => `${from} to ${to}` },
    { title: 'events', align: 'right', cell: ({ count }) => String(count) },
    { title: 'mean score', align: 'right', cell: ({ count, meanScore }) => (count > 0 ? meanScore.toFixed(1) : '-') },
    { title: 'fraud', align: 'right', cell: ({ count, fraudRate }) => (count > 0 ? percent(fraudRate) : '-') },
  ]);
}

function renderReasons(explained: Explained | undefined): string[] {
  const title = `Reasons of scores from ${REVIEW_THRESHOLD} on`;
  if (!explained) return [`${title}: not measured`];
  const { flagged, withoutFirst, withoutEvidence, withoutAll, notRecomposed } = explained;
  return [
    `${title} (${flagged}): without the evidence that the first-named rests on, ${percent(withoutEvidence)} fall under it ` +
      `(target ≥ ${percent(LEAST_EXPLAINED)}: ${verdict(withoutEvidence >= LEAST_EXPLAINED)}); ` +
      `without what the first-named alone adds, ${percent(withoutFirst)}; without all that are named, ${percent(withoutAll)}`,
    ...(notRecomposed > 0 ? [`${notRecomposed} of them are not what their contributions give`] : []),
  ];
}

/** Targets are for full replays with labels as in the file. */
function renderTargets(measured: Measured, { dataSet, profile, quick, feedback }: Run, split: string): string[] {
  if (quick || feedback !== '7') return [];
  const targets = listTargets(dataSet, profile, split);
  if (targets.length === 0) return [];
  return [
    '',
    ...renderTable(targets, [
      { title: 'target', align: 'left', cell: ({ metric }) => metric },
      { title: '', align: 'right', cell: describeBound },
      { title: 'measured', align: 'right', cell: ({ read }) => read(measured).toFixed(4) },
      { title: '', align: 'left', cell: (target) => verdict(isReached(target.read(measured), target)) },
    ]),
  ];
}

function describeBound({ least, most }: Target): string {
  return least === undefined ? `≤ ${most}` : `≥ ${least}`;
}

function verdict(reached: boolean): string {
  return reached ? 'reached' : 'MISSED';
}

function renderPace({ calls, seconds, waitedSeconds }: Replayed): string {
  const working = seconds - waitedSeconds;
  return (
    `${calls} calls in ${seconds.toFixed(0)} s, ${waitedSeconds.toFixed(0)} s of them waiting for the workers: ` +
    `${(calls / seconds).toFixed(0)} calls/s, ${(calls / working).toFixed(0)} without the waits`
  );
}

function renderWarnings({ degraded, failedJobs }: Replayed): string[] {
  return [
    ...(degraded > 0 ? [`WARNING: ${degraded} answers without one of their sources: the machine is too busy`] : []),
    ...(failedJobs > 0 ? [`WARNING: ${failedJobs} background jobs failed: what they were to do is missing`] : []),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 2 : 1)} %`;
}
