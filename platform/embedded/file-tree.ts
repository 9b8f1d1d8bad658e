import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';

/** Gives a folder and all that is in it to the account; does nothing when that is ourselves. */
export function chownTree(root: string, account: Account | undefined): void {
  if (!account) return;
  lchownSync(root, account.uid, account.gid);
  if (!lstatSync(root).isDirectory()) return;
  for (const name of readdirSync(root)) chownTree(path.join(root, name), account);
}
