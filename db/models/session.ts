import { BaseModel } from './base-model.ts';

/** One sign-in, by tokens or in the console. Its tokens work while it is neither revoked nor expired. */
export class Session extends BaseModel {
  static override tableName = 'sessions';
  static override idColumn = ['company_id', 'id'];
  declare companyId: string;
  declare id: string;
  declare userId: string;
  /** The `jti` of the one refresh token that may be used next; null in the console. */
  declare refreshTokenId: string | null;
  /** SHA-256 of the secret in the cookie of the console; null elsewhere. */
  declare cookieHash: Buffer | null;
  declare createdAt: Date;
  /** Of the refresh token; in the console the idle end, which moves with use. */
  declare expiresAt: Date;
  /** Until when use moves the end of a session of the console; null elsewhere. */
  declare endsAt: Date | null;
  declare revokedAt: Date | null;
}
