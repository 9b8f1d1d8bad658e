import type { Connection } from '../../db/connect.ts';
import type { User } from '../../db/models/user.ts';
import { insertSession } from '../../db/queries/sessions.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { TokenPair } from '../access/tokens.ts';
import type { Dependencies } from '../dependencies.ts';

/** Opens a session for a person who has just proved who they are, and issues its first tokens. */
export async function startSession(
  connection: Connection,
  user: Pick<User, 'companyId' | 'id' | 'role'>,
  { clock, tokens }: Pick<Dependencies, 'clock' | 'tokens'>,
): Promise<TokenPair> {
  const now = clock.now();
  const sessionId = uuidv7(now);
  const pair = tokens.issue({ sub: user.id, companyId: user.companyId, role: user.role, sid: sessionId });
  await insertSession(connection, {
    companyId: user.companyId,
    id: sessionId,
    userId: user.id,
    refreshTokenId: pair.refreshTokenId,
    createdAt: new Date(now),
    expiresAt: pair.refreshExpiresAt,
  });
  return pair;
}
