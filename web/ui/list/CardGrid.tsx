import type { ReactNode } from 'react';
import { Check } from '../Check.tsx';
import { useFirstRows } from '../useFirstRows.ts';
import { CardFields } from './CardFields.tsx';
import { shown, type Column } from './column.ts';
import { openedByClick } from './opened-by-click.ts';
import classes from './List.module.css';

interface CardGridProps<Row> {
  rows: Row[];
  columns: Column<Row>[];
  nameOf: (row: Row) => string;
  selected: Set<number>;
  onSelect: (rows: Row[], on: boolean) => void;
  options?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
}

/**
 * Rows as cards: the heading is the first column or the row's name; the other columns are listed
 * below with their titles.
 */
export function CardGrid<Row extends { id: number }>({
  rows,
  columns,
  nameOf,
  selected,
  onSelect,
  options,
  onOpen,
}: CardGridProps<Row>) {
  const [heading, ...rest] = columns;
  const drawn = useFirstRows(rows, 'cards');
  return (
    <ul className={classes.cards}>
      {drawn.map((row) => (
        <li
          key={row.id}
          className={`at-card ${classes.card}`}
          data-row={row.id}
          data-selected={selected.has(row.id) || undefined}
          {...openedByClick(row, onOpen)}
        >
          <div className={classes.cardHead}>
            <Check
              label={`Select ${nameOf(row)}`}
              checked={selected.has(row.id)}
              onChange={(on) => onSelect([row], on)}
            />
            <div className={classes.cardTitle}>
              {heading?.cell ? heading.cell(row) : headingOf(heading, row, nameOf(row))}
            </div>
            {options?.(row)}
          </div>
          <CardFields
            fields={rest.map((column) => ({
              id: column.id,
              title: column.title,
              value: shown(column, row),
            }))}
          />
        </li>
      ))}
    </ul>
  );
}

/** The name of the row, behind the text of the first column where the name does not say it. */
function headingOf<Row>(first: Column<Row> | undefined, row: Row, name: string): string {
  const text = String(first?.text(row) ?? '');
  return text === '' || text === '–' || name.includes(text) ? name : `${text}, ${name}`;
}
