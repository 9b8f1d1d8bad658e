import test from 'ava';
import { explainAction } from '../../console/src/screens/evaluations/explain/action-sentence.ts';

const BLOCKED = {
  action: 'block',
  recommendedAction: 'block',
  policyMode: 'hybrid',
  riskScore: 90,
  reasonCodes: [],
  featureContributions: { contagionGuard: true },
} as const;

test('an action that the score alone explains names no guard', (t) => {
  t.is(
    explainAction({ ...BLOCKED, reasonCodes: [] }),
    'Hybrid mode: the policy decides what is allowed, reviewed or blocked.',
  );
});

test('an action beyond the score names what asked for it', (t) => {
  const reviewed = { ...BLOCKED, action: 'review', riskScore: 40 } as const;
  t.regex(explainAction({ ...reviewed, reasonCodes: [] }), /one hop from current fraud/);
  t.regex(explainAction({ ...reviewed, reasonCodes: ['DEGRADED_GRAPH_UNAVAILABLE'] }), /Signals were missing/);
});

test('an action unlike the recommended one is explained by the mode or the thresholds', (t) => {
  const allowed = { ...BLOCKED, action: 'allow', reasonCodes: [] } as const;
  t.regex(explainAction({ ...allowed, policyMode: 'shadow', reasonCodes: [] }), /^Shadow mode: everything is allowed/);
  t.regex(
    explainAction({ ...allowed, policyMode: 'hybrid', reasonCodes: [] }),
    /thresholds are not those of the engine/,
  );
  t.notRegex(explainAction({ ...allowed, policyMode: 'advisory', reasonCodes: [] }), /thresholds/);
});
