/** Settings of a service under test. Secrets are given, so that none are made and kept in a folder. */
export const TEST_ENVIRONMENT = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SIGNAL_TIMEOUT_MS: '10000',
  DATABASE_POOL_SIZE: '5',
  JWT_KEYS: 'test:0123456789abcdef0123456789abcdef',
  INDICATOR_HASH_KEY: 'fedcba9876543210fedcba9876543210',
  ENCRYPTION_KEY: '00112233445566778899aabbccddeeff',
};
