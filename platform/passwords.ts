import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** A hash no password matches, so that an unknown account takes as long to refuse as a wrong password. */
const decoy = hashPassword('a password nobody has');

/**
 * @param passwordHash of the account, or undefined when there is no such account
 * @returns whether the password is right; takes the same time in both cases
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}
