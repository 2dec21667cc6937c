import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Check } from '../Check.tsx';
import { shown, type Column } from './column.ts';
import { openedByClick } from './opened-by-click.ts';
import classes from './List.module.css';

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
  /** Omitted when there are no actions on rows. */
  options?: (row: Row) => ReactNode;
  /** A click on a row; for the keyboard its options, or a cell, have the same. */
  onOpen?: (row: Row) => void;
}

/**
 * Rows as a table: selection, sorting, and actions on each row. Paging and sorting are
 * done by the server. Plain elements: a page of rows is rendered at once.
 */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, rows, columns, first, nameOf, ordering, onOrdering, selected, onSelect } = props;
  const { options, onOpen } = props;
  const here = rows.filter((row) => selected.has(row.id)).length;

  return (
    <section className={`at-scroll ${classes.frame}`} tabIndex={0} aria-label={`${label}, table`}>
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
            <th className={`${classes.narrow} ${classes.position}`}>#</th>
            {columns.map((column) => (
              <Heading
                key={column.id}
                column={column}
                ordering={ordering}
                onOrdering={onOrdering}
              />
            ))}
            {options && <th className={`${classes.narrow} ${classes.options}`}>Options</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={row.id}
              data-row={row.id}
              data-selected={selected.has(row.id) || undefined}
              {...openedByClick(row, onOpen)}
            >
              <td>
                <Check
                  label={`Select ${nameOf(row)}`}
                  checked={selected.has(row.id)}
                  onChange={(on) => onSelect([row], on)}
                />
              </td>
              <td className={`${classes.number} ${classes.position}`}>{first + at}</td>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
              {options && <td className={classes.options}>{options(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A long text is truncated; hovering or focusing the row shows all of it. */
function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (!column.wraps)
    return <td className={column.numeric ? classes.number : undefined}>{shown(column, row)}</td>;
  const text = column.text(row);
  return (
    <td
      className={classes.long}
      title={text === null || text === undefined ? undefined : String(text)}
    >
      <div>{shown(column, row)}</div>
    </td>
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  ordering: string;
  onOrdering: (ordering: string) => void;
}

function Heading<Row>({
  column: { title, ordering: own, numeric },
  ordering,
  onOrdering,
}: HeadingProps<Row>) {
  const className = numeric ? classes.number : undefined;
  if (!own) return <th className={className}>{title}</th>;
  const direction = ordering === own ? 'ascending' : ordering === `-${own}` ? 'descending' : 'none';
  const Icon =
    direction === 'ascending'
      ? IconArrowUp
      : direction === 'descending'
        ? IconArrowDown
        : IconArrowsSort;
  return (
    <th aria-sort={direction} className={className}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onOrdering(direction === 'ascending' ? `-${own}` : own)}
      >
        {title}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    </th>
  );
}
