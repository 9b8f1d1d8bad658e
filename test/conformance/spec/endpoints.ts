import type { PlanFeature, Role } from '../../../engine/vocabulary.ts';

/** A row of the endpoint tables of the spec. */
export interface EndpointRow {
  section: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in the table of routes; a billing provider is `:provider`. */
  path: string;
  auth: 'public' | 'bearer' | 'refresh token' | 'HMAC headers' | 'signature of the provider';
  /** Both roles may call it unless this says admin. */
  role?: Extract<Role, 'admin'>;
  feature?: PlanFeature;
  /** Where the spec leaves the success status open, the contract's. */
  status: 200 | 201;
}

const admin = { auth: 'bearer', role: 'admin', status: 200 } as const;
const reviews = { section: '4.5', auth: 'bearer', feature: 'reviews', status: 200 } as const;
const analytics = { section: '4.4', method: 'GET', auth: 'bearer', status: 200 } as const;

/** Section 4 of the spec, row by row. */
export const ENDPOINTS: readonly EndpointRow[] = [
  { section: '4.1', method: 'POST', path: '/auth/register-company-admin', auth: 'public', status: 201 },
  { section: '4.1', method: 'POST', path: '/auth/login', auth: 'public', status: 200 },
  { section: '4.1', method: 'POST', path: '/auth/refresh', auth: 'refresh token', status: 200 },
  { section: '4.1', method: 'POST', path: '/auth/logout', auth: 'bearer', status: 200 },
  { section: '4.1', method: 'POST', path: '/auth/webhook-secret/regenerate', ...admin },
  { section: '4.1', method: 'POST', path: '/auth/webhook-secret/status', ...admin },
  { section: '4.2', method: 'GET', path: '/subscriptions/me', ...admin },
  { section: '4.2', method: 'GET', path: '/subscriptions/me/usage', ...admin },
  { section: '4.2', method: 'GET', path: '/plans', auth: 'public', status: 200 },
  { section: '4.2', method: 'POST', path: '/billing/:provider/subscriptions', ...admin, status: 201 },
  // Public in the spec's words: no credentials but the provider's signature over the raw body (contract section 5).
  {
    section: '4.2',
    method: 'POST',
    path: '/billing/:provider/webhook',
    auth: 'signature of the provider',
    status: 200,
  },
  { section: '4.3', method: 'POST', path: '/events/ingest', auth: 'HMAC headers', status: 200 },
  { section: '4.4', method: 'POST', path: '/risk-engine/assess', auth: 'bearer', status: 200 },
  { section: '4.4', method: 'POST', path: '/risk-engine/feedback', auth: 'bearer', status: 200 },
  { path: '/risk-engine/evaluations', ...analytics, feature: 'event_explorer' },
  { path: '/risk-engine/evaluations/:evaluationId', ...analytics, feature: 'event_explorer' },
  { path: '/risk-engine/analytics/summary', ...analytics },
  { path: '/risk-engine/analytics/time-series', ...analytics },
  { path: '/risk-engine/analytics/score-distribution', ...analytics },
  { path: '/risk-engine/analytics/reason-codes', ...analytics },
  { path: '/risk-engine/analytics/recent-blocks', ...analytics },
  { section: '4.4', method: 'GET', path: '/risk-engine/policy', ...admin },
  { section: '4.4', method: 'PUT', path: '/risk-engine/policy', ...admin },
  { method: 'POST', path: '/reviews', ...reviews, status: 201 },
  { method: 'PATCH', path: '/reviews/status', ...reviews },
  { method: 'GET', path: '/reviews', ...reviews },
  { method: 'GET', path: '/reviews/:id', ...reviews },
  {
    section: '4.6',
    method: 'GET',
    path: '/graph/explore/:assessmentId',
    auth: 'bearer',
    feature: 'graph_explorer',
    status: 200,
  },
  { section: '4.7', method: 'GET', path: '/audit-logs', ...admin, feature: 'audit_logs' },
  {
    section: '4.7',
    method: 'POST',
    path: '/threat-intel/subscriptions',
    ...admin,
    feature: 'threat_intel',
    status: 201,
  },
  { section: '4.7', method: 'GET', path: '/threat-intel/subscriptions', ...admin, feature: 'threat_intel' },
  {
    section: '4.7',
    method: 'DELETE',
    path: '/threat-intel/subscriptions/:subscriptionId',
    ...admin,
    feature: 'threat_intel',
  },
];

/** The query parameters of the evaluations list (section 4.4): each with values it takes and values it refuses. */
export const EVALUATION_PARAMETERS: readonly { name: string; valid: string[]; invalid: string[] }[] = [
  { name: 'page', valid: ['1', '2'], invalid: ['0', 'x', '1.5'] },
  { name: 'limit', valid: ['1', '100'], invalid: ['0', '101', 'x'] },
  { name: 'action', valid: ['allow', 'review', 'block'], invalid: ['Allow', 'deny'] },
  { name: 'riskLevel', valid: ['low', 'medium', 'high', 'critical'], invalid: ['none'] },
  { name: 'from', valid: ['2026-01-31T12:00:00.000Z'], invalid: ['yesterday', '2026-13-01T00:00:00Z'] },
  { name: 'to', valid: ['2126-01-31T12:00:00.000Z'], invalid: ['tomorrow'] },
  { name: 'search', valid: ['order', '%_\\'], invalid: ['x'.repeat(1_000)] },
  {
    name: 'sort',
    valid: ['createdAt:asc', 'createdAt:desc', 'riskScore:desc', 'amountMinor:asc'],
    invalid: ['createdAt', 'createdAt:up', 'password:asc'],
  },
  { name: 'requireUserId', valid: ['true', 'false'], invalid: ['maybe'] },
];
