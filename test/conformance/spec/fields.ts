/** How a table of the spec names a type; `|` separates alternatives, `[]` an array of it. */
export type FieldType = string;

/** A row of a field table of section 2. */
export interface FieldRow {
  section: string;
  /** Where the field is found in the answers and requests of the journey, such as `reviews.get` or `plans.data[0]`. */
  resource: string;
  field: string;
  type: FieldType;
}

/** A row of a table of request fields. */
export interface RequestFieldRow extends FieldRow {
  required: boolean;
}

function table(section: string, resource: string, fields: Record<string, FieldType>): FieldRow[] {
  return Object.entries(fields).map(([field, type]) => ({ section, resource, field, type }));
}

function requestTable(
  section: string,
  resource: string,
  { required, optional }: { required: Record<string, FieldType>; optional: Record<string, FieldType> },
): RequestFieldRow[] {
  return [
    ...table(section, resource, required).map((row) => ({ ...row, required: true })),
    ...table(section, resource, optional).map((row) => ({ ...row, required: false })),
  ];
}

const CONTEXT = {
  billingAddress: 'object',
  shippingAddress: 'object',
  cardDetails: 'object',
  deviceMeta: 'object',
  ipGeo: 'object',
};
const ADDRESS = { country: 'string', postalCode: 'string', city: 'string' };
const nested = (section: string, resource: string, optional: Record<string, FieldType>) =>
  requestTable(section, resource, { required: {}, optional });

/** What requests take (sections 2.1, 2.5, 2.6, 2.8, 2.9), by route; a path behind the name is a nested object. */
export const REQUEST_FIELDS: readonly RequestFieldRow[] = [
  ...requestTable('2.1', 'login', {
    required: { companyId: 'uuid', email: 'email', password: 'string' },
    optional: {},
  }),
  ...requestTable('2.5', 'assessTransaction', {
    required: { transactionId: 'string', userId: 'string', amountMinor: 'integer', currency: 'currency' },
    optional: {
      email: 'string',
      ipAddress: 'string',
      deviceFingerprint: 'string',
      phoneNumber: 'string',
      paymentMethodHash: 'string',
      shippingAddressHash: 'string',
      scoringProfile: 'string',
      metadata: 'object',
      ...CONTEXT,
    },
  }),
  ...requestTable('2.6', 'ingestEvent', {
    required: {
      companyId: 'uuid',
      eventSource: 'string',
      externalEventId: 'string',
      idempotencyKey: 'string',
      userId: 'string',
      eventType: 'event type',
      timestamp: 'timestamp',
      metadata: 'object',
    },
    optional: { paymentDetails: 'object', ...CONTEXT },
  }),
  ...nested('2.8', 'ingestEvent.paymentDetails', {
    methodType: 'string',
    provider: 'string',
    fingerprint: 'string',
    gatewayPaymentId: 'string',
    amountMinor: 'integer',
    currency: 'currency',
    cardLast4: 'string',
    cardBin: 'string',
    cardNetwork: 'string',
    issuer: 'string',
    country: 'string',
    walletId: 'string',
    upiVpa: 'string',
    authStatus: 'string',
    captureStatus: 'string',
    failureCode: 'string',
    failureCategory: 'string',
    attemptCount: 'integer',
    threeDsResult: 'string',
  }),
  ...['assessTransaction', 'ingestEvent'].flatMap((route) => [
    ...nested('2.9', `${route}.billingAddress`, ADDRESS),
    ...nested('2.9', `${route}.shippingAddress`, ADDRESS),
    ...nested('2.9', `${route}.cardDetails`, {
      bin: 'string',
      last4: 'string',
      network: 'string',
      issuingCountry: 'string',
      cardType: 'string',
    }),
    ...nested('2.9', `${route}.deviceMeta`, {
      os: 'string',
      browser: 'string',
      language: 'string',
      timezone: 'string',
    }),
    ...nested('2.9', `${route}.ipGeo`, {
      country: 'string',
      region: 'string',
      city: 'string',
      lat: 'number',
      lon: 'number',
    }),
  ]),
  ...requestTable('4.4', 'submitFeedback', { required: { assessmentId: 'uuid', outcome: 'outcome' }, optional: {} }),
  ...requestTable('4.5', 'openReview', { required: { assessmentId: 'uuid' }, optional: { analystNote: 'string' } }),
  ...requestTable('4.5', 'moveReview', {
    required: { reviewId: 'uuid', status: 'review status' },
    optional: {},
  }),
];

const ASSESSMENT = {
  assessmentId: 'uuid',
  riskScore: 'score',
  action: 'action',
  recommendedAction: 'action',
  policyMode: 'policy mode',
  riskLevel: 'risk level',
  reasonCodes: 'reason code[]',
  featureContributions: 'object',
  engineVersion: 'string',
  latencyMs: 'number',
};
const REVIEW = {
  id: 'uuid',
  assessmentId: 'uuid',
  status: 'review status',
  analystId: 'string',
  analystEmail: 'email',
  analystNote: 'string|null|absent',
  createdAt: 'timestamp',
  closedAt: 'timestamp|null',
  updatedAt: 'timestamp',
};
const SECRET = { webhookSigningSecret: 'string', secretPrefix: 'string' };

/** What answers carry (section 2). Resources are answers of the journey. */
export const RESPONSE_FIELDS: readonly FieldRow[] = [
  ...table('2.2', 'login', {
    accessToken: 'jwt',
    refreshToken: 'jwt',
    subscriptionStatus: 'string',
    planCode: 'string',
    planFeatures: 'string[]',
    permissions: 'string[]',
    departmentId: 'string|null',
    departmentName: 'string|null',
    accessRoleId: 'string|null',
    accessRoleName: 'string|null',
  }),
  ...table('2.3', 'refresh', { accessToken: 'jwt', refreshToken: 'jwt' }),
  ...table('2.4', 'regenerateWebhookSecret', { companyId: 'uuid', ...SECRET, rotatedAt: 'timestamp' }),
  ...table('2.4a', 'assessTransaction', ASSESSMENT),
  ...table('2.7', 'ingestEvent', { id: 'uuid', status: 'string', duplicate: 'boolean', assessment: 'object' }),
  ...table('2.7', 'ingestEvent.assessment', ASSESSMENT),
  ...table('2.11', 'openReview', REVIEW),
  ...table('2.11', 'moveReview', REVIEW),
  ...table('2.11', 'listReviews.data.0', REVIEW),
  ...table('2.11', 'getReview', { ...REVIEW, assessment: 'object' }),
  ...table('2.11', 'getReview.assessment', {
    id: 'uuid',
    finalScore: 'score',
    action: 'action',
    riskLevel: 'risk level',
    reasonCodes: 'reason code[]',
    createdAt: 'timestamp',
  }),
  ...table('2.12', 'getMySubscription', {
    id: 'uuid',
    companyId: 'uuid',
    planId: 'uuid',
    status: 'subscription status',
    providerSubscriptionId: 'string|null',
    providerCustomerId: 'string|null',
    startsAt: 'timestamp',
    endsAt: 'timestamp|null',
    cancelAtPeriodEnd: 'boolean',
    metadata: 'object|null',
    plan: 'object',
  }),
  ...table('2.12', 'getMySubscription.plan', { features: 'string[]', limits: 'object' }),
  ...table('2.13', 'getMyUsage.data.0', {
    id: 'uuid',
    subscriptionId: 'uuid',
    companyId: 'uuid',
    metric: 'string',
    year: 'integer',
    month: 'month',
    used: 'integer',
  }),
  ...table('2.14', 'exploreAssessment', { nodes: 'object[]', links: 'object[]', meta: 'object' }),
  ...table('2.14', 'exploreAssessment.meta', { seedUserId: 'string', nodeCount: 'integer', linkCount: 'integer' }),
  ...table('2.14', 'exploreAssessment.links.0', { source: 'node id', target: 'node id', type: 'link type' }),
  ...['RiskUser', 'GlobalIndicator', 'CardBIN', 'GeoLocation'].flatMap((label) =>
    table('2.14', `exploreAssessment.nodes.${label}`, {
      id: 'node id',
      label: 'string',
      group: 'string',
      properties: 'object',
    }),
  ),
  ...table('2.14', 'exploreAssessment.nodes.RiskUser.properties', {
    user_id: 'string',
    is_confirmed_fraud: 'boolean',
    knn_fraud_similarity: 'share',
    gds_pagerank_score: 'number',
    gds_betweenness_score: 'number',
  }),
  ...table('2.14', 'exploreAssessment.nodes.GlobalIndicator.properties', {
    indicator_type: 'indicator type',
    indicator_hash: 'string',
    is_global_threat: 'boolean',
  }),
  // Section 2.15 names no fields: these are the contract's.
  ...table('2.15', 'listAuditLogs.data.0', {
    actorId: 'uuid',
    actorEmail: 'email',
    createdAt: 'timestamp',
    before: 'object|null',
    after: 'object|null',
    diff: 'object[]',
  }),
  ...table('2.15', 'getPolicy', { policyMode: 'policy mode', thresholds: 'object', degradedMode: 'object' }),
  ...table('2.15', 'getPolicy.thresholds', { review: 'score', block: 'score' }),
  ...table('2.15', 'getPolicy.degradedMode', { graphUnavailable: 'action', velocityUnavailable: 'action' }),
  ...table('2.15', 'getPolicy.contagionGuard', { enabled: 'boolean', minimumAction: 'action' }),
  ...table('2.15', 'createThreatSubscription', { id: 'uuid', url: 'string', secret: 'string' }),
  ...['listEvaluations.data.0', 'getEvaluation'].flatMap((resource) =>
    table('2.15', resource, { ...ASSESSMENT, id: 'uuid', finalScore: 'score', createdAt: 'timestamp' }),
  ),
];
