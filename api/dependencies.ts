import type { Database } from '../db/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { KeyedHasher, SecretBox } from '../platform/hashing.ts';
import type { Jobs } from '../platform/jobs/job-map.ts';
import type { JobSignals } from '../platform/jobs/job-signals.ts';
import type { Logger } from '../platform/logger.ts';
import type { NonceStore } from '../platform/nonce-store.ts';
import type { RateLimiter } from '../platform/rate-limiter.ts';
import type { SafePost } from '../platform/safe-fetch.ts';
import type { AccessControl } from './access/access-control.ts';
import type { Tokens } from './access/tokens.ts';
import type { UsageGuard } from './access/usage-guard.ts';
import type { BillingProviders } from './billing/providers.ts';
import type { HotPath } from './hot-path.ts';
import type { Metrics } from './http/metrics.ts';
import type { ModelCache } from './risk-engine/model-cache.ts';

/** Everything handlers may use. Wired by hand, once per process; a function asks only for the part it needs (`Pick`). */
export interface Dependencies {
  config: Config;
  clock: Clock;
  logger: Logger;
  db: Database;
  /** The statements of assess and ingest. */
  hotPath: HotPath;
  nonces: NonceStore;
  rateLimiter: RateLimiter;
  metrics: Metrics;
  access: AccessControl;
  usageGuard: UsageGuard;
  tokens: Tokens;
  /** Turns personal data into indicators. */
  hasher: KeyedHasher;
  /** Keeps signing secrets readable to us only. */
  secrets: SecretBox;
  /** Talks to servers that tenants name. */
  post: SafePost;
  /** What was learned of each company. */
  models: ModelCache;
  /** The billing providers that are configured. */
  billing: BillingProviders;
  /** Tells workers, after a commit, that rows wait for them. */
  signals: Pick<JobSignals<Jobs>, 'send'>;
  /** Resolves when the queue answers; for /readyz. */
  checkQueue(): Promise<void>;
  lifecycle: Lifecycle;
}

/** Where the process is between start and shutdown. */
export interface Lifecycle {
  /** True from the moment the process takes no new connections and finishes what it has. */
  draining: boolean;
}
