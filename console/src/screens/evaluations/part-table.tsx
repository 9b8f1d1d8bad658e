import type { Contributions } from '../../api/assessment-words.ts';
import { formatScore, formatShare } from '../../format/numbers.ts';
import { Score } from '../../ui/score.tsx';
import { breakDownScore, recomputeScore, type PartName } from './explain/score-breakdown.ts';

const PART_WORDS: Readonly<Record<PartName, string>> = {
  graph: 'Graph: how close to fraud',
  velocity: 'Velocity: how unusual right now',
  indicator: 'Indicators: what earlier outcomes say',
};

/** The three parts of a score, their weights and points: the score can be checked against them. */
export function PartTable({ contributions, score }: { contributions: Contributions; score: number }) {
  const recomputed = recomputeScore(contributions);
  return (
    <div className="table-scroll" role="region" aria-label="Parts of the score" tabIndex={0}>
      <table className="table number">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">By itself</th>
            <th scope="col">Weight</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {breakDownScore(contributions, score).map(({ name, score: own, weight, points }) => (
            <tr key={name}>
              <th scope="row">{PART_WORDS[name]}</th>
              <td>{own === undefined ? 'left out' : <Score value={own} />}</td>
              <td>{formatShare(weight)}</td>
              <td>{formatScore(points)}</td>
            </tr>
          ))}
        </tbody>
        {recomputed !== undefined && (
          <tfoot>
            <tr>
              <th scope="row">Together, by the formula of the engine</th>
              <td colSpan={2} />
              <td>{formatScore(recomputed)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
