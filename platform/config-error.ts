/** A setting is wrong; the message names it and says what is expected. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
