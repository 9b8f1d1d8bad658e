import { createColumnHelper, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent } from 'react';

const features = tableFeatures({});
type Features = typeof features;

/** A column of rows of one kind. Headers that sort and cells that link are the caller's to draw. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the library's own: columns of one table have values of many types
export type Column<Row extends object> = ColumnDef<Features, Row, any>;

export function columnsOf<Row extends object>() {
  return createColumnHelper<Features, Row>();
}

interface DataTableProps<Row extends object> {
  /** Says what the table holds. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Where a click on a row leads; cells keep a link of their own for the keyboard. */
  rowHref?: (row: Row) => string;
  selectedId?: string;
}

/** A table that scrolls within itself on a narrow screen. */
export function DataTable<Row extends object>({
  label,
  rows,
  columns,
  rowId,
  rowHref,
  selectedId,
}: DataTableProps<Row>) {
  const navigate = useNavigate();
  const table = useTable({
    features,
    columns: columns as Column<Row>[],
    data: rows,
    getRowId: (row: Row) => rowId(row),
  });
  const open = (event: MouseEvent | KeyboardEvent, row: Row) => {
    // Links and buttons within the row are for themselves, and so is text that is being selected.
    if (!rowHref || (event.target as Element).closest('a, button, input') || getSelection()?.toString()) return;
    void navigate({ href: rowHref(row) });
  };
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col">
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className={rowHref ? 'row-link' : undefined}
              aria-current={row.id === selectedId || undefined}
              onClick={(event) => open(event, row.original)}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
