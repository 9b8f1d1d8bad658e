/** One value of what was changed, as it was before and after; undefined where there was nothing of the name. */
export interface DiffLine {
  /** Names joined by dots. */
  path: string;
  before: unknown;
  after: unknown;
  changed: boolean;
}

type Side = Record<string, unknown> | null;

/** Both sides value by value, in the order of their names: what changed, and what stayed as it was. */
export function compareSides(before: Side, after: Side): DiffLine[] {
  const [left, right] = [flatten(before), flatten(after)];
  return [...new Set([...left.keys(), ...right.keys()])].map((path) => {
    const line = { path, before: left.get(path), after: right.get(path) };
    return { ...line, changed: formatValue(line.before) !== formatValue(line.after) };
  });
}

/** A value as JSON has it; what is not there is a dash. */
export function formatValue(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function flatten(side: Side): Map<string, unknown> {
  return new Map(listLeaves(side ?? {}, ''));
}

/** A list is one value: its items have no names to compare them by. */
function listLeaves(value: object, prefix: string): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? listLeaves(inner, `${prefix}${name}.`)
      : [[prefix + name, inner] as [string, unknown]],
  );
}
