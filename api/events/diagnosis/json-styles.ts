type Write = (value: unknown) => string;

const compact: Write = (value) => JSON.stringify(value);

/** The ways common languages and tools write JSON: what a client may have signed in place of what it sent. */
export const JSON_STYLES: readonly [style: string, write: Write][] = [
  ['compact, as JSON.stringify writes it', compact],
  ['indented by 2 spaces', (value) => JSON.stringify(value, null, 2)],
  ['indented by 4 spaces', (value) => JSON.stringify(value, null, 4)],
  ['indented by tabs', (value) => JSON.stringify(value, null, '\t')],
  ['as json.dumps of Python writes it', (value) => escapeNonAscii(writeSpaced(value))],
  ['as json.dumps(ensure_ascii=False) of Python writes it', writeSpaced],
  ['compact with everything beyond ASCII escaped', (value) => escapeNonAscii(compact(value))],
  ['as json_encode of PHP writes it', (value) => escapeNonAscii(compact(value)).replaceAll('/', '\\/')],
  ['compact with sorted keys', (value) => compact(sortKeys(value))],
  ['as json.dumps(sort_keys=True) of Python writes it', (value) => escapeNonAscii(writeSpaced(sortKeys(value)))],
  ['with sorted keys, as json.Marshal of Go writes it', (value) => escapeHtml(compact(sortKeys(value)))],
];

/** Texts of JSON have such characters only within strings, where each may be escaped. */
const escapeNonAscii = (json: string) => json.replaceAll(/[\u007f-\uffff]/g, escapeUnit);
const escapeHtml = (json: string) => json.replaceAll(/[<>&]/g, escapeUnit);

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** With a space after each comma and colon. */
function writeSpaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`;
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${writeSpaced(field)}`);
  return `{${fields.join(', ')}}`;
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(fields.map(([key, field]) => [key, sortKeys(field)]));
}
