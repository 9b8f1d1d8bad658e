/** Who signed in here last: no secret, and a company id is nothing to type twice. */
export interface Account {
  companyId: string;
  email: string;
}

const KEY = 'account';

export function readLastAccount(): Account {
  const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Account>;
  return { companyId: stored.companyId ?? '', email: stored.email ?? '' };
}

export function rememberAccount({ companyId, email }: Account): void {
  localStorage.setItem(KEY, JSON.stringify({ companyId, email }));
}
