import { BaseModel } from './base-model.ts';

/** One sign-in. Its tokens work while it is neither revoked nor expired. */
export class Session extends BaseModel {
  static override tableName = 'sessions';
  static override idColumn = ['company_id', 'id'];
  declare companyId: string;
  declare id: string;
  declare userId: string;
  /** The `jti` of the one refresh token that may be used next. */
  declare refreshTokenId: string;
  declare createdAt: Date;
  declare expiresAt: Date;
  declare revokedAt: Date | null;
}
