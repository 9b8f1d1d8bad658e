export interface Column<Row> {
  title: string;
  /** Numbers to the right, words to the left. */
  align: 'left' | 'right';
  cell: (row: Row) => string;
}

/** Lines of a table with as much room as each column needs. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells.map((line) =>
    line
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.align === 'right' ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
