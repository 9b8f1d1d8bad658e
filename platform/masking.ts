/** First 3 and last 2 characters are kept, three asterisks between them (spec section 2.14); what is too short hides whole. */
export function maskValue(value: string): string {
  // By characters, not by UTF-16 units: half of a surrogate pair cannot be stored.
  const characters = [...value];
  return characters.length > 5 ? `${characters.slice(0, 3).join('')}***${characters.slice(-2).join('')}` : '***';
}
