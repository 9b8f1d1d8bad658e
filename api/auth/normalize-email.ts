/** An e-mail address as people of a company are known by. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
