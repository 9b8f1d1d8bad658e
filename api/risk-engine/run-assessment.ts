import type { TenantState } from '../../db/queries/access.ts';
import type { ActivityRecord, AssessmentRecord, Recorded } from '../../db/queries/record-assessment.ts';
import { applyModel } from '../../engine/adaptive/apply-model.ts';
import { assess } from '../../engine/assess.ts';
import { LASTING_TYPES } from '../../engine/history.ts';
import { PERSONAL_TYPES, SCORING_PROFILES, type EntityType, type ScoringProfile } from '../../engine/vocabulary.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import { hashSubject, type AssessmentInput } from './describe-subject.ts';
import { gatherSignals } from './gather-signals.ts';

export type AssessmentDependencies = Pick<
  Dependencies,
  'clock' | 'db' | 'hasher' | 'hotPath' | 'logger' | 'metrics' | 'models'
>;

const PERSONAL: ReadonlySet<EntityType> = new Set(PERSONAL_TYPES);
const LASTING: ReadonlySet<EntityType> = new Set(LASTING_TYPES);

export interface RunOptions {
  companyId: string;
  tenant: Pick<TenantState, 'policy' | 'model'>;
  /** The profile that was asked for; that of the policy unless told otherwise. */
  scoringProfile?: string | undefined;
  source: 'assess' | 'ingest';
  /** From `performance.now()` when the request arrived: what `latencyMs` counts from. */
  startedAt: number;
}

/** A scored assessment and what it adds to history: not stored yet. */
export interface RunAssessment {
  assessment: AssessmentRecord;
  activity: ActivityRecord;
}

/**
 * Loads signals and scores: the part of the hot path that assess and ingest share (design, section 4). The caller
 * records the result, alone or with its event, and answers only once it is committed.
 */
export async function runAssessment(
  dependencies: AssessmentDependencies,
  input: AssessmentInput,
  { companyId, tenant, source, scoringProfile, startedAt }: RunOptions,
): Promise<RunAssessment> {
  const { clock, hasher, metrics, models } = dependencies;
  const subject = hashSubject(hasher, companyId, input);
  const keysOf = (types: ReadonlySet<EntityType>) =>
    subject.entities.filter(({ type }) => types.has(type)).map(({ key }) => key);
  const loadStarted = performance.now();
  const gathering = gatherSignals(
    dependencies,
    companyId,
    {
      occurredAt: input.occurredAt,
      userKey: subject.snapshot.userKey,
      tenantKey: subject.tenantKey,
      entityKeys: subject.entities.map(({ key }) => key),
      personalKeys: keysOf(PERSONAL),
      lastingKeys: keysOf(LASTING),
      currency: input.currency,
      deviceFp: subject.deviceFp,
      transactionFp: subject.transactionFp,
    },
    subject.entities.map(({ type }) => type),
  );
  const [signals, current] = await Promise.all([gathering, models.find(companyId, tenant.model)]);
  const scoreStarted = performance.now();
  const { policy } = tenant;
  const byDefault = assess(input, signals, policy);
  const profile = chooseProfile(scoringProfile, policy);
  const verdict = current ? applyModel(byDefault, input, { policy, profile, current }) : byDefault;
  const finished = performance.now();
  metrics.observeStage('load', (scoreStarted - loadStarted) / 1000);
  metrics.observeStage('score', (finished - scoreStarted) / 1000);
  const now = clock.now();
  return {
    assessment: {
      ...verdict,
      id: uuidv7(now),
      source,
      transactionId: input.transactionId,
      userId: input.userId,
      amountMinor: input.amountMinor,
      currency: input.currency,
      occurredAt: new Date(input.occurredAt),
      createdAt: new Date(now),
      latencyMs: Math.round((finished - startedAt) * 100) / 100,
      indicators: subject.snapshot,
      requestContext: input.requestContext,
    },
    activity: {
      kind: input.kind,
      tenantKey: subject.tenantKey,
      userFp: subject.userFp,
      deviceFp: subject.deviceFp,
      paymentFp: subject.paymentFp,
      transactionFp: subject.transactionFp,
    },
  };
}

/** An unknown name is scored as `default` (contract section 4). */
function chooseProfile(asked: string | undefined, policy: TenantState['policy']): ScoringProfile {
  if (asked === undefined) return policy.scoringProfile;
  return SCORING_PROFILES.find((profile) => profile === asked) ?? 'default';
}

/** Times the write of an assessment as a stage of its own. */
export async function timeRecording<Result>(
  { metrics }: Pick<Dependencies, 'metrics'>,
  record: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const result = await record();
  metrics.observeStage('record', (performance.now() - started) / 1000);
  return result;
}

/** After the commit: a new edge in the graph waits for its job. */
export function signalGraphChange(
  { signals }: Pick<Dependencies, 'signals'>,
  companyId: string,
  { graphChanged }: Recorded,
  { indicators }: Pick<AssessmentRecord, 'indicators'>,
): void {
  if (graphChanged) signals.send('graph-features', { companyId, userKey: indicators.userKey });
}
