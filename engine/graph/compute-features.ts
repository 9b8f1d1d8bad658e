import type { BackgroundFeatures } from '../signals.ts';
import { computeBetweenness, type Betweenness, type BetweennessOptions } from './betweenness.ts';
import type { IndicatorGraph } from './build-graph.ts';
import { findComponents } from './components.ts';
import { computeFraudDistance } from './fraud-distance.ts';
import { computeFraudSimilarity } from './fraud-similarity.ts';
import { computePageRank, type PageRankOptions } from './pagerank.ts';

/** The place of each user in the graph; what each number means is said where it is computed. */
export interface GraphFeatures {
  pagerank: Float64Array;
  betweenness: Float64Array;
  knnFraudSimilarity: Float64Array;
  fraudDistance: Int32Array;
  componentSize: Uint32Array;
  componentFraudShare: Float64Array;
  /** What it took, for reports. */
  effort: { components: number; pagerankIterations: number } & Omit<Betweenness, 'shares'>;
}

/** The features of one user, as scoring reads them. */
export function featuresOfUser(features: Omit<GraphFeatures, 'effort'>, user: number): BackgroundFeatures {
  const distance = features.fraudDistance[user]!;
  return {
    pagerank: features.pagerank[user]!,
    betweenness: features.betweenness[user]!,
    knnFraudSimilarity: features.knnFraudSimilarity[user]!,
    fraudDistance: distance < 0 ? null : distance,
    componentSize: features.componentSize[user]!,
    componentFraudShare: features.componentFraudShare[user]!,
  };
}

export const FEATURE_STEPS = ['components', 'pagerank', 'similarity', 'distance', 'betweenness'] as const;
export type FeatureStep = (typeof FEATURE_STEPS)[number];

export interface FeatureOptions extends BetweennessOptions, PageRankOptions {
  /** Called after each step, for whoever has a clock. */
  onStep?: (step: FeatureStep) => void;
}

/** Computes all features of all users of a graph, a whole tenant's or a part of it. */
export function computeFeatures(graph: IndicatorGraph, options: FeatureOptions): GraphFeatures {
  const { onStep = () => {} } = options;
  const run = <Result>(step: FeatureStep, compute: () => Result): Result => {
    const result = compute();
    onStep(step);
    return result;
  };
  const components = run('components', () => findComponents(graph));
  const { scores, iterations } = run('pagerank', () => computePageRank(graph, components, options));
  const knnFraudSimilarity = run('similarity', () => computeFraudSimilarity(graph));
  const fraudDistance = run('distance', () => computeFraudDistance(graph));
  const { shares, ...sampled } = run('betweenness', () => computeBetweenness(graph, components, options));
  const { users } = graph;
  return {
    pagerank: scores.slice(0, users),
    betweenness: shares.slice(0, users),
    knnFraudSimilarity,
    fraudDistance,
    componentSize: components.size,
    componentFraudShare: components.fraudShare,
    effort: {
      components: components.starts.length - 1,
      pagerankIterations: iterations,
      ...sampled,
    },
  };
}

/** How close fraud is to each user, without the place of the users in the graph, which takes most of the work: it is 0. */
export function computeFraudCloseness(graph: IndicatorGraph): Omit<GraphFeatures, 'effort'> {
  const { users } = graph;
  return {
    pagerank: new Float64Array(users),
    betweenness: new Float64Array(users),
    knnFraudSimilarity: computeFraudSimilarity(graph),
    fraudDistance: computeFraudDistance(graph),
    componentSize: new Uint32Array(users),
    componentFraudShare: new Float64Array(users),
  };
}
