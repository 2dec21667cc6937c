import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { rowSelectionFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Check } from '../Check.tsx';
import { shown, type Column } from './column.ts';
import classes from './List.module.css';

const features = tableFeatures({ rowSelectionFeature });

interface DataTableProps<Row> {
  label: string;
  rows: Row[];
  columns: Column<Row>[];
  /** The number of the first row, for the # column. */
  first: number;
  nameOf: (row: Row) => string;
  ordering: string;
  onOrdering: (ordering: string) => void;
  selected: Set<number>;
  onSelect: (rows: Row[], on: boolean) => void;
  options: (row: Row) => ReactNode;
}

/** Rows as a table: choose, order, and what can be done to each. Paging and ordering are the server's. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, rows, columns, first, nameOf, ordering, onOrdering, selected, onSelect, options } = props;
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map((column) => ({ id: column.id, header: column.title, cell: ({ row }) => shown(column, row.original) })),
    [columns],
  );
  const rowSelection = useMemo(() => Object.fromEntries([...selected].map((id) => [String(id), true as const])), [selected]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => String(row.id),
    state: { rowSelection },
  });
  const here = rows.filter((row) => selected.has(row.id)).length;

  return (
    <section className="at-scroll" tabIndex={0} aria-label={`${label}, table`}>
      <table className={`at-table ${classes.table}`}>
        <thead>
          <tr>
            <th className={classes.narrow}>
              <Check
                label="Select all rows of this page"
                checked={here > 0 && here === rows.length}
                some={here > 0 && here < rows.length}
                onChange={(on) => onSelect(rows, on)}
              />
            </th>
            <th className={classes.narrow}>#</th>
            {columns.map((column) => (
              <Heading key={column.id} column={column} ordering={ordering} onOrdering={onOrdering} />
            ))}
            <th className={`${classes.narrow} ${classes.options}`}>Options</th>
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row, at) => (
            <tr key={row.id} data-row={row.id} data-selected={row.getIsSelected() || undefined}>
              <td>
                <Check label={`Select ${nameOf(row.original)}`} checked={row.getIsSelected()} onChange={(on) => onSelect([row.original], on)} />
              </td>
              <td className={classes.number}>{first + at}</td>
              {row.getAllCells().map((cell, place) => (
                <td key={cell.id} className={classOf(columns[place])}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              <td className={classes.options}>{options(row.original)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const classOf = <Row,>(column: Column<Row> | undefined) => (column?.numeric ? classes.number : column?.wraps ? classes.wraps : undefined);

interface HeadingProps<Row> {
  column: Column<Row>;
  ordering: string;
  onOrdering: (ordering: string) => void;
}

function Heading<Row>({ column: { title, ordering: own, numeric }, ordering, onOrdering }: HeadingProps<Row>) {
  const className = numeric ? classes.number : undefined;
  if (!own) return <th className={className}>{title}</th>;
  const direction = ordering === own ? 'ascending' : ordering === `-${own}` ? 'descending' : 'none';
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th aria-sort={direction} className={className}>
      <UnstyledButton className={classes.sort} onClick={() => onOrdering(direction === 'ascending' ? `-${own}` : own)}>
        {title}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </th>
  );
}
