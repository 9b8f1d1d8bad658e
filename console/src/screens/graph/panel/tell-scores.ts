import { formatShare } from '../../../format/numbers.ts';
import type { UserNode } from '../model/kinds.ts';

type Scores = UserNode['properties'];

/** Above this, similarity is high risk (the API says so). */
const HIGH_SIMILARITY = 0.6;

/** What the scores of a user mean, in words beside the numbers. */
export function tellScores(scores: Scores): readonly { name: string; value: string }[] {
  const { knn_fraud_similarity: similarity, gds_pagerank_score: centrality, gds_betweenness_score: bridge } = scores;
  return [
    { name: 'Similarity to fraud', value: `${similarity} of 1: ${tellSimilarity(similarity)}` },
    { name: 'Centrality', value: `${centrality}: ${tellCentrality(centrality)}` },
    { name: 'Bridge', value: `${bridge}: ${tellBridge(bridge)}` },
  ];
}

function tellSimilarity(similarity: number): string {
  if (similarity === 0) return 'near no confirmed fraud';
  return similarity > HIGH_SIMILARITY
    ? 'high, shares much with confirmed fraud'
    : 'shares something with confirmed fraud';
}

function tellCentrality(centrality: number): string {
  if (centrality === 0) return 'not computed yet';
  if (centrality < 0.8) return 'at the edge (1 is average)';
  return centrality > 1.5 ? 'well connected (1 is average)' : 'about average';
}

function tellBridge(bridge: number): string {
  if (bridge === 0) return 'connects nobody else';
  return `on ${formatShare(bridge)} of the shortest ways between others`;
}
