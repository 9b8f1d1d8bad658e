import { LANGUAGES, type Language } from '../search.ts';
import { writeCurl } from './curl.ts';
import { writeNode } from './node.ts';
import { writePhp } from './php.ts';
import { writePython } from './python.ts';

/** What the examples are filled in with. */
export interface Target {
  companyId: string;
  /** With the /api at its end. */
  baseUrl: string;
}

export interface Snippet {
  language: Language;
  label: string;
  code: string;
}

const LABELS: Record<Language, string> = { curl: 'curl', node: 'Node.js', python: 'Python', php: 'PHP' };
const WRITERS: Record<Language, (target: Target) => string> = {
  curl: writeCurl,
  node: writeNode,
  python: writePython,
  php: writePhp,
};

/**
 * A signed event in each language, ready to run with what the language brings. The secret is read from the variable
 * SIGNING_SECRET: none stands in code.
 */
export function writeSnippets(target: Target): Snippet[] {
  return LANGUAGES.map((language) => ({
    language,
    label: LABELS[language],
    code: WRITERS[language](target),
  }));
}
