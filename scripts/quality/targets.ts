import type { DataSet, Profile } from './options.ts';
import type { Measured } from './measure.ts';

/** What a full replay with labels after seven days is to reach. */
export interface Target {
  dataSet: DataSet;
  profile: Profile;
  split: string;
  metric: string;
  read: (measured: Measured) => number;
  least?: number;
  most?: number;
}

const auc = { metric: 'AUC', read: ({ ranking }: Measured) => ranking.auc };
const averagePrecision = { metric: 'average precision', read: ({ ranking }: Measured) => ranking.averagePrecision };
const recall = { metric: 'recall at 1 %', read: ({ ranking }: Measured) => ranking.recallAt1Percent };
const falseAlarms = {
  metric: 'legitimate in review or block',
  read: ({ legitimate }: Measured) => legitimate.review + legitimate.block,
};

const cards = { dataSet: 'cards', split: 'all' } as const;
const ecommerce = { dataSet: 'ecommerce', profile: 'default' } as const;

const TARGETS: readonly Target[] = [
  { ...cards, profile: 'default', ...auc, least: 0.9 },
  { ...cards, profile: 'default', ...averagePrecision, least: 0.45 },
  { ...cards, profile: 'default', ...recall, least: 0.62 },
  { ...cards, profile: 'adaptive', ...auc, least: 0.91 },
  { ...cards, profile: 'adaptive', ...averagePrecision, least: 0.7 },
  { ...cards, profile: 'adaptive', ...recall, least: 0.73 },
  { ...ecommerce, split: 'January', ...auc, least: 0.95 },
  { ...ecommerce, split: 'January', ...averagePrecision, least: 0.98 },
  { ...ecommerce, split: 'February on', ...falseAlarms, most: 0.01 },
];

/** Of the flagged scores, the share that falls under the threshold without the evidence of the reason named first. */
export const LEAST_EXPLAINED = 0.9;

export function listTargets(dataSet: DataSet, profile: Profile, split: string): Target[] {
  return TARGETS.filter((target) => target.dataSet === dataSet && target.profile === profile && target.split === split);
}

/** Whether a number is where it is to be. NaN is nowhere. */
export function isReached(value: number, { least = -Infinity, most = Infinity }: Pick<Target, 'least' | 'most'>) {
  return value >= least && value <= most;
}
