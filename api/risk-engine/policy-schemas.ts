import Type, { type Static, type TObject } from 'typebox';
import { ACTIONS, POLICY_MODES, SCORING_PROFILES } from '../../engine/vocabulary.ts';
import { enumOf, nullable, timestamp, uuid } from '../http/schema.ts';

/** The policy is read and changed here. */
export const POLICY_PATH = '/risk-engine/policy';

const action = (description: string) => enumOf(ACTIONS, { description, examples: ['review'] });

const sections = {
  policyMode: enumOf(POLICY_MODES, {
    description:
      'hybrid: the policy decides; advisory: it decides, but what it would block is reviewed; shadow: everything is allowed and recorded',
  }),
  scoringProfile: enumOf(SCORING_PROFILES, {
    description:
      'Scores events, and assessments that do not name a profile. default: the same for everybody; adaptive: learned from ' +
      'your outcomes, and used only while it finds more fraud than the default on outcomes that came later',
    examples: ['default'],
  }),
  thresholds: Type.Object(
    {
      review: Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: 100,
        examples: [50],
        description: 'Scores from here on are reviewed; less than block',
      }),
      block: Type.Number({
        exclusiveMinimum: 0,
        maximum: 100,
        examples: [80],
        description: 'Scores from here on are blocked',
      }),
    },
    { description: '0 < review < block <= 100' },
  ),
  degradedMode: Type.Object(
    {
      graphUnavailable: action('The least action without graph or indicator signals'),
      velocityUnavailable: action('The least action without velocity signals'),
    },
    { description: 'For assessments made while a source of signals is unavailable' },
  ),
  contagionGuard: Type.Object(
    {
      enabled: Type.Boolean({ examples: [true] }),
      minimumAction: action('The least action for such a user'),
    },
    { description: 'For users one hop from confirmed fraud over an indicator that few share' },
  ),
};

const count = (description: string) => Type.Integer({ minimum: 0, examples: [120], description });

const version = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [1], description });

const precision = (description: string) => Type.Number({ minimum: 0, maximum: 1, examples: [0.62], description });

/** What was learned from the outcomes of the company; read only. */
const AdaptiveModel = Type.Object(
  {
    version: Type.Integer({ minimum: 1, examples: [7], description: 'One more each time it is trained anew' }),
    inUse: Type.Boolean({
      examples: [true],
      description: 'Whether it decides where the adaptive profile is asked for',
    }),
    trainedAt: timestamp(),
    trainedOn: Type.Object(
      { fraud: count('Assessments that were fraud'), legitimate: count('Assessments that were not') },
      { description: 'The outcomes it learned from' },
    ),
    comparison: nullable(
      Type.Object(
        {
          comparedAt: timestamp(),
          fraud: count('Frauds among the outcomes compared'),
          defaultPrecision: precision('Average precision of the default profile'),
          adaptivePrecision: precision('Average precision of the adaptive profile, by models trained before'),
        },
        { description: 'Both profiles on the same outcomes, which came after the scores; null until there are some' },
      ),
    ),
  },
  { title: 'AdaptiveModel', description: 'The model of the adaptive profile; null until there is one' },
);

export const Policy = Type.Object(
  {
    ...sections,
    adaptiveModel: nullable(AdaptiveModel),
    version: version('One more for each change'),
    updatedAt: timestamp(),
    updatedBy: nullable(uuid({ description: 'The user who changed it last' })),
  },
  { title: 'Policy', description: 'Spec section 2.15' },
);
export type Policy = Static<typeof Policy>;

/** The same fields, all optional, and no others: a typo in a setting must not pass silently. */
function partial<Properties extends Parameters<typeof Type.Object>[0]>(section: TObject<Properties>) {
  return Type.Optional(Type.Partial(section, { additionalProperties: false }));
}

export const PolicyUpdate = Type.Object(
  {
    policyMode: Type.Optional(sections.policyMode),
    scoringProfile: Type.Optional(sections.scoringProfile),
    thresholds: partial(sections.thresholds),
    degradedMode: partial(sections.degradedMode),
    contagionGuard: partial(sections.contagionGuard),
    version: Type.Optional(version('The version this change is based on; if the policy has moved on, it is refused')),
  },
  {
    title: 'PolicyUpdate',
    description: 'Sections, and fields of sections, that are left out keep their value.',
    additionalProperties: false,
  },
);
export type PolicyUpdate = Static<typeof PolicyUpdate>;
