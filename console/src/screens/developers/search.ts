import type { SearchSchemaInput } from '@tanstack/react-router';

export const LANGUAGES = ['curl', 'node', 'python', 'php'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language that examples are shown in; the first unless chosen. */
export interface DevelopersSearch {
  language?: Language;
}

export function readDevelopersSearch(search: DevelopersSearch & SearchSchemaInput): DevelopersSearch {
  const given: Readonly<Record<string, unknown>> = { ...search };
  const language = LANGUAGES.find((known) => known === given['language']);
  return language ? { language } : {};
}
