import { getScoreDistribution } from './analytics/get-score-distribution.ts';
import { getAnalyticsSummary } from './analytics/get-summary.ts';
import { getTimeSeries } from './analytics/get-time-series.ts';
import { listReasonCodes } from './analytics/list-reason-codes.ts';
import { listRecentBlocks } from './analytics/list-recent-blocks.ts';
import { listAuditLogs } from './audit-logs/list-audit-logs.ts';
import { createConsoleSession } from './auth/create-console-session.ts';
import { deleteConsoleSession } from './auth/delete-console-session.ts';
import { forgotPassword } from './auth/forgot-password.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { regenerateWebhookSecret } from './auth/regenerate-webhook-secret.ts';
import { registerCompanyAdmin } from './auth/register-company-admin.ts';
import { renewConsoleSession } from './auth/renew-console-session.ts';
import { resendVerification } from './auth/resend-verification.ts';
import { resetPassword } from './auth/reset-password.ts';
import { verifyEmail } from './auth/verify-email.ts';
import { webhookSecretStatus } from './auth/webhook-secret-status.ts';
import { createSubscription } from './billing/create-subscription.ts';
import { receiveBillingNotification } from './billing/receive-notification.ts';
import { ingestEvent } from './events/ingest-event.ts';
import { verifyIngest } from './events/verify-ingest.ts';
import { exploreAssessment } from './graph/explore-assessment.ts';
import { exploreUser } from './graph/explore-user.ts';
import type { RouteDefinition } from './http/define-route.ts';
import { acceptInvitation } from './members/accept-invitation.ts';
import { createInvitation } from './members/create-invitation.ts';
import { deleteInvitation } from './members/delete-invitation.ts';
import { deleteMember } from './members/delete-member.ts';
import { listInvitations } from './members/list-invitations.ts';
import { listMembers } from './members/list-members.ts';
import { updateMember } from './members/update-member.ts';
import { getReview } from './reviews/get-review.ts';
import { listReviews } from './reviews/list-reviews.ts';
import { moveReview } from './reviews/move-review.ts';
import { openReview } from './reviews/open-review.ts';
import { assessTransaction } from './risk-engine/assess.ts';
import { submitFeedback } from './risk-engine/feedback.ts';
import { getEvaluation } from './risk-engine/get-evaluation.ts';
import { getPolicy } from './risk-engine/get-policy.ts';
import { listEvaluations } from './risk-engine/list-evaluations.ts';
import { updatePolicy } from './risk-engine/update-policy.ts';
import { listOfferedPlans } from './subscriptions/list-plans.ts';
import { mySubscription } from './subscriptions/my-subscription.ts';
import { myUsage } from './subscriptions/my-usage.ts';
import { createThreatSubscription } from './threat-intel/create-subscription.ts';
import { deleteThreatSubscription } from './threat-intel/delete-subscription.ts';
import { listThreatDeliveries } from './threat-intel/list-deliveries.ts';
import { listThreatSubscriptions } from './threat-intel/list-subscriptions.ts';
import { pingThreatSubscription } from './threat-intel/ping-subscription.ts';
import { redeliverThreat } from './threat-intel/redeliver.ts';

/** The one table of routes: what is not here does not exist. Order does not matter; the most specific path wins. */
export const routes: readonly RouteDefinition[] = [
  registerCompanyAdmin,
  login,
  refresh,
  logout,
  createConsoleSession,
  renewConsoleSession,
  deleteConsoleSession,
  verifyEmail,
  resendVerification,
  forgotPassword,
  resetPassword,
  regenerateWebhookSecret,
  webhookSecretStatus,

  createInvitation,
  listInvitations,
  deleteInvitation,
  acceptInvitation,
  listMembers,
  updateMember,
  deleteMember,

  listOfferedPlans,
  mySubscription,
  myUsage,
  createSubscription,
  receiveBillingNotification,

  ingestEvent,
  verifyIngest,

  assessTransaction,
  submitFeedback,
  listEvaluations,
  getEvaluation,
  getPolicy,
  updatePolicy,

  getAnalyticsSummary,
  getTimeSeries,
  getScoreDistribution,
  listReasonCodes,
  listRecentBlocks,

  openReview,
  moveReview,
  listReviews,
  getReview,

  exploreAssessment,
  exploreUser,

  listAuditLogs,

  createThreatSubscription,
  listThreatSubscriptions,
  deleteThreatSubscription,
  listThreatDeliveries,
  redeliverThreat,
  pingThreatSubscription,
];
