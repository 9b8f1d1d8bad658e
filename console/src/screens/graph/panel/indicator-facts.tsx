import { Badge } from '../../../ui/badges.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { KIND_FACTS, type IndicatorNode } from '../model/kinds.ts';
import type { Seen } from '../model/seen.ts';

interface IndicatorFactsProps {
  node: IndicatorNode;
  seen: Seen;
  /** How many in the graph have it. */
  users: number;
}

/** What is known of a device, an address, a number or a way to pay. */
export function IndicatorFacts({ node, seen: { then, now }, users }: IndicatorFactsProps) {
  const { indicator_type: type, indicator_hash: hash } = node.properties;
  const [threatThen, threatNow] = [isThreat(then, node.id), isThreat(now, node.id)];
  return (
    <dl className="facts">
      <dt>What</dt>
      <dd>{KIND_FACTS[type].one}, shown by its keyed hash</dd>
      <dt>Hash</dt>
      <dd className="mono">
        {hash} <CopyButton text={hash} label="Copy the hash" />
      </dd>
      <dt>Global threat</dt>
      <dd>
        {threatNow !== undefined && <Threat is={threatNow} />}
        {threatNow !== undefined && threatThen !== undefined && ' now; '}
        {threatThen !== undefined && (
          <>
            <Threat is={threatThen} /> at the assessment
          </>
        )}
      </dd>
      <dt>Users here</dt>
      <dd>{users}</dd>
    </dl>
  );
}

function Threat({ is }: { is: boolean }) {
  return is ? <Badge tone="warning">global threat</Badge> : 'no';
}

function isThreat(graph: Seen['then'], id: string): boolean | undefined {
  const node = graph?.nodes.get(id);
  return node?.group === 'globalindicator' ? node.properties.is_global_threat : undefined;
}
