import Type, { type Static } from 'typebox';

/**
 * Every setting of the service. A variable that is not set takes the default; `description` is what `.env.example`
 * and the start-up error show. Names follow SCREAMING_SNAKE_CASE in the environment.
 */
export const Settings = Type.Object({
  NODE_ENV: Type.Enum(['development', 'test', 'production'], {
    default: 'development',
    description: 'production: strict rules for secrets, webhook targets and registration',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'address the API listens on' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: 'port of the API' }),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'address of the internal port' }),
  METRICS_PORT: Type.Integer({
    default: 9464,
    minimum: 0,
    maximum: 65535,
    description: 'internal port of the API with Prometheus metrics; the workers use the next one',
  }),
  DATA_DIR: Type.String({ default: '.data', description: 'folder of the embedded database, secrets and mail outbox' }),
  DATABASE_URL: Type.String({ default: '', description: 'PostgreSQL 15 or newer; empty: the embedded PostgreSQL' }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 2,
    maximum: 500,
    description: 'connections of each of the three pools of a process',
  }),
  EMBEDDED_POSTGRES_PORT: Type.Integer({
    default: 54329,
    minimum: 1,
    maximum: 65535,
    description: 'preferred port of the embedded PostgreSQL; a free one is taken when it is in use',
  }),
  REDIS_URL: Type.String({
    default: '',
    description: 'redis:// or rediss:// URL; several, separated by commas, mean a Redis Cluster; empty: PostgreSQL',
  }),
  SMTP_URL: Type.String({ default: '', description: 'smtp:// or smtps:// URL; empty: mail goes to DATA_DIR/outbox' }),
  PUBLIC_URL: Type.String({ default: '', description: 'URL people reach the service at; empty: http://HOST:PORT' }),
  CORS_ORIGINS: Type.String({ default: '', description: 'comma-separated origins allowed by CORS; empty: none' }),
  TRUST_PROXY: Type.Boolean({ default: false, description: 'take the client address from X-Forwarded-For' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  JWT_KEYS: Type.String({
    default: '',
    description: 'comma-separated id:secret pairs (secret of 32 characters or more); the first signs, all verify',
  }),
  INDICATOR_HASH_KEY: Type.String({ default: '', description: 'key of indicator hashes, 32 characters or more' }),
  ENCRYPTION_KEY: Type.String({ default: '', description: 'key of secrets at rest, 32 characters or more' }),
  ACCESS_TOKEN_TTL_SECONDS: Type.Integer({ default: 900, minimum: 1, maximum: 86400 }),
  REFRESH_TOKEN_TTL_SECONDS: Type.Integer({ default: 604800, minimum: 1, maximum: 31536000 }),
  CONSOLE_IDLE_MINUTES: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 10_080,
    description: 'how long a session of the console lasts unused; more than ACCESS_TOKEN_TTL_SECONDS',
  }),
  CONSOLE_SESSION_HOURS: Type.Integer({
    default: 12,
    minimum: 1,
    maximum: 720,
    description: 'how long a session of the console lasts at most',
  }),
  TRIAL_PLAN: Type.String({ default: 'trial', description: 'plan code of a new company' }),
  TRIAL_DAYS: Type.Integer({ default: 14, minimum: 1, maximum: 3650 }),
  REGISTRATIONS_PER_HOUR: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 1_000_000,
    description: 'registrations per client address and hour; applied in production only',
  }),
  EMAIL_VERIFICATION_TTL_SECONDS: Type.Integer({
    default: 604_800,
    minimum: 1,
    maximum: 31_536_000,
    description: 'how long the link that confirms an e-mail address works',
  }),
  PASSWORD_RESET_TTL_SECONDS: Type.Integer({
    default: 3600,
    minimum: 1,
    maximum: 86_400,
    description: 'how long the link that resets a password works',
  }),
  INVITATION_TTL_SECONDS: Type.Integer({
    default: 604_800,
    minimum: 1,
    maximum: 31_536_000,
    description: 'how long an invitation can be accepted',
  }),
  INVITATIONS_PER_HOUR: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 1_000_000,
    description: 'invitations per company and hour; applied in production only',
  }),
  ACCOUNT_REQUESTS_PER_HOUR: Type.Integer({
    default: 60,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'requests per client address and hour on each public route of e-mail links and lost passwords; applied in production only',
  }),
  INGEST_RATE_PER_MINUTE: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    description: 'requests per company and minute on POST /events/ingest; 0: the rate of the plan',
  }),
  INGEST_VERIFICATIONS_PER_MINUTE: Type.Integer({
    default: 60,
    minimum: 1,
    maximum: 1_000_000,
    description: 'requests per company and minute on POST /events/ingest/verify',
  }),
  INGEST_REPLAY_WINDOW_SECONDS: Type.Integer({ default: 300, minimum: 1, maximum: 86400 }),
  SIGNAL_TIMEOUT_MS: Type.Integer({
    default: 1000,
    minimum: 1,
    maximum: 60000,
    description: 'time budget of each signal source of an assessment; a late one is left out (degraded mode)',
  }),
  SHUTDOWN_TIMEOUT_MS: Type.Integer({ default: 15000, minimum: 100, maximum: 600000 }),
  WORKER_QUEUES: Type.String({
    default: '',
    description: 'comma-separated queues this worker process takes jobs from; empty: all',
  }),
  WORKER_CONCURRENCY: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 1000,
    description: 'jobs at once per queue and process, unless the queue has a number of its own',
  }),
  WORKER_QUEUE_CONCURRENCY: Type.String({
    default: '',
    description: 'numbers of single queues, such as graph-features=8,email=2',
  }),
  WEBHOOK_RETRY_DELAYS_SECONDS: Type.String({
    default: '30,120,480,1920,7680,30720,122880',
    description:
      'waits before the retries of a threat webhook, up to a fifth is added at random; one more attempt than waits',
  }),
  WEBHOOK_TIMEOUT_MS: Type.Integer({
    default: 10000,
    minimum: 10,
    maximum: 60000,
    description: 'time a subscriber of threat webhooks has to answer',
  }),
  MAIL_FROM: Type.String({
    default: 'Fraud Risk Service <no-reply@localhost>',
    description: 'sender of e-mails',
  }),
  BILLING_SANDBOX: Type.Enum(['auto', 'true', 'false'], {
    default: 'auto',
    description: 'billing provider that works offline and takes no money; auto: everywhere but in production',
  }),
  BILLING_TIMEOUT_MS: Type.Integer({
    default: 10000,
    minimum: 10,
    maximum: 60000,
    description: 'time a billing provider has to answer',
  }),
  STRIPE_SECRET_KEY: Type.String({ default: '', description: 'secret API key; empty: Stripe is not offered' }),
  STRIPE_WEBHOOK_SECRET: Type.String({ default: '', description: 'signing secret of the webhook endpoint' }),
  STRIPE_PRICES: Type.String({
    default: '',
    description: 'price of each plan sold through Stripe, such as starter=price_123,growth=price_456',
  }),
  STRIPE_API_URL: Type.String({ default: 'https://api.stripe.com', description: 'another one for tests' }),
  RAZORPAY_KEY_ID: Type.String({ default: '', description: 'API key; empty: Razorpay is not offered' }),
  RAZORPAY_KEY_SECRET: Type.String({ default: '', description: 'secret of the API key' }),
  RAZORPAY_WEBHOOK_SECRET: Type.String({ default: '', description: 'secret of the webhook' }),
  RAZORPAY_PLANS: Type.String({
    default: '',
    description: "Razorpay's plan of each plan sold through it, such as starter=plan_123,growth=plan_456",
  }),
  RAZORPAY_API_URL: Type.String({ default: 'https://api.razorpay.com', description: 'another one for tests' }),
  RETENTION_MONTHS: Type.Integer({
    default: 24,
    minimum: 0,
    maximum: 1200,
    description: 'whole months that events, assessments and activity are kept for; 0: for ever',
  }),
});
export type Settings = Static<typeof Settings>;
