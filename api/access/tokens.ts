import { createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Role } from '../../engine/vocabulary.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { ApiError } from '../http/errors.ts';

export type TokenType = 'access' | 'refresh';

/** What a token says (contract section 2). Times are in seconds since the Unix epoch. */
export interface TokenClaims {
  /** The user. */
  sub: string;
  companyId: string;
  role: Role;
  /** The session. */
  sid: string;
  typ: TokenType;
  iat: number;
  exp: number;
  /** The token itself. */
  jti: string;
}

export type TokenSubject = Pick<TokenClaims, 'sub' | 'companyId' | 'role' | 'sid'>;

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  refreshTokenId: string;
  /** When the refresh token, and with it the session, ends. */
  refreshExpiresAt: Date;
}

export interface AccessToken {
  accessToken: string;
  expiresAt: Date;
}

export interface Tokens {
  /** Signs a new access and refresh token for a session. */
  issue(subject: TokenSubject): TokenPair;
  /** Signs a new access token for a session that has no refresh token. */
  issueAccess(subject: TokenSubject): AccessToken;
  /**
   * @returns the claims of a token of this type
   * @throws ApiError TOKEN_EXPIRED, or UNAUTHENTICATED for anything else that is wrong with it
   */
  verify(token: string, type: TokenType): TokenClaims;
}

const ALGORITHM = 'HS256';

/** HS256 tokens. The first configured key signs; its id is in the header, so that keys can be rotated. */
export function createTokens(
  config: Pick<Config, 'JWT_KEYS' | 'ACCESS_TOKEN_TTL_SECONDS' | 'REFRESH_TOKEN_TTL_SECONDS'>,
  clock: Clock,
): Tokens {
  // As key objects: a secret given as text would be parsed for a PEM key again with every token.
  const keys = config.JWT_KEYS.map(({ id, secret }) => ({ id, key: createSecretKey(secret, 'utf8') }));
  const keysById = new Map(keys.map(({ id, key }) => [id, key]));
  const [signingKey] = keys;
  if (!signingKey) throw new Error('JWT_KEYS: at least one key is needed');

  const sign = (subject: TokenSubject, typ: TokenType, jti: string, iat: number, ttl: number): string =>
    jwt.sign({ ...subject, typ, jti, iat, exp: iat + ttl }, signingKey.key, {
      algorithm: ALGORITHM,
      keyid: signingKey.id,
    });

  return {
    issue: (subject) => {
      const iat = Math.floor(clock.now() / 1000);
      const refreshTokenId = randomUUID();
      return {
        accessToken: sign(subject, 'access', randomUUID(), iat, config.ACCESS_TOKEN_TTL_SECONDS),
        refreshToken: sign(subject, 'refresh', refreshTokenId, iat, config.REFRESH_TOKEN_TTL_SECONDS),
        refreshTokenId,
        refreshExpiresAt: new Date((iat + config.REFRESH_TOKEN_TTL_SECONDS) * 1000),
      };
    },
    issueAccess: (subject) => {
      const iat = Math.floor(clock.now() / 1000);
      return {
        accessToken: sign(subject, 'access', randomUUID(), iat, config.ACCESS_TOKEN_TTL_SECONDS),
        expiresAt: new Date((iat + config.ACCESS_TOKEN_TTL_SECONDS) * 1000),
      };
    },
    verify: (token, type) => {
      const claims = verifySignature(token, keysById, clock);
      if (claims.typ !== type) throw new ApiError('UNAUTHENTICATED');
      return claims;
    },
  };
}

function verifySignature(token: string, keys: ReadonlyMap<string, KeyObject>, clock: Clock): TokenClaims {
  const key = keys.get(readKeyId(token) ?? '');
  if (key === undefined) throw new ApiError('UNAUTHENTICATED');
  try {
    const clockTimestamp = Math.floor(clock.now() / 1000);
    return jwt.verify(token, key, { algorithms: [ALGORITHM], clockTimestamp }) as unknown as TokenClaims;
  } catch (error) {
    throw new ApiError(error instanceof jwt.TokenExpiredError ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED');
  }
}

function readKeyId(token: string): string | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header.kid;
  } catch {
    return undefined;
  }
}
