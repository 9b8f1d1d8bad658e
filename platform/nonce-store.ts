/** Remembers which ingest nonces were spent (spec section 5.3). Adapters: PostgreSQL (db/) and Redis (platform/). */
export interface NonceStore {
  /**
   * Spends a nonce.
   *
   * @param ttlSeconds how long the nonce stays spent
   * @returns false when the company already spent it within its time to live
   */
  spend(companyId: string, nonce: string, ttlSeconds: number): Promise<boolean>;

  /** Looks whether the company spent a nonce within its time to live, and leaves it as it is. */
  isSpent(companyId: string, nonce: string): Promise<boolean>;
}
