import { formatCount } from './numbers.ts';

/** "1 user", "12 users"; for words that take more than an s, give the plural. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
