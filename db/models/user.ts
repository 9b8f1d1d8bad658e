import type { Role } from '../../engine/vocabulary.ts';
import { BaseModel } from './base-model.ts';

/** A person of a tenant who signs in. (The tenant's own customers are `risk_users`.) */
export class User extends BaseModel {
  static override tableName = 'users';
  static override idColumn = ['company_id', 'id'];
  declare companyId: string;
  declare id: string;
  /** Trimmed and lower-cased. */
  declare email: string;
  declare passwordHash: string;
  declare role: Role;
  declare fullName: string | null;
  declare emailVerifiedAt: Date | null;
  declare createdAt: Date;
}
