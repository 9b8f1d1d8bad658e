export interface TableColumn<Row> {
  name: string;
  /** What it is sorted by, and copied as. */
  value: (row: Row) => string | number;
}

/** Sorted by one column: numbers by size, words as people sort them; rows alike stay in their order. */
export function sortRows<Row>(rows: readonly Row[], { value }: TableColumn<Row>, isDown: boolean): Row[] {
  const sign = isDown ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

/** A table as sheets take it from the clipboard. */
export function toTabs<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  const clean = (cell: string | number) => String(cell).replace(/[\t\r\n]+/g, ' ');
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return lines.map((line) => line.map(clean).join('\t')).join('\n');
}
