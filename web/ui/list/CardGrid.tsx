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
 * Rows as cards: the heading is the first column or the row's name; below it are the columns that need no title, in
 * one line, and the others with their titles.
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
  const inLine = rest.filter(({ inCards }) => inCards === 'line');
  const fields = rest.filter(({ inCards }) => inCards !== 'line');
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
            <div className={classes.cardTitle}>{headingOf(heading, row, nameOf(row))}</div>
            {options?.(row)}
          </div>
          <CardLine columns={inLine} row={row} />
          <CardFields
            fields={fields
              .filter((column) => column.inCards !== 'filled' || hasText(column, row))
              .map((column) => ({
                id: column.id,
                title: column.title,
                value: shown(column, row) ?? '–',
                isNumber: column.numeric,
              }))}
          />
        </li>
      ))}
    </ul>
  );
}

const hasText = <Row,>({ text }: Column<Row>, row: Row): boolean => (text(row) ?? '') !== '';

/** Facts that need no title, such as day, time, room and teacher; empty ones are left out. */
function CardLine<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  const facts = columns
    .map(({ id, title, text, lineText = text }) => ({ id, title, text: lineText(row) ?? '' }))
    .filter(({ text }) => text !== '');
  return (
    facts.length > 0 && (
      <ul className={classes.cardLine}>
        {facts.map(({ id, title, text }) => (
          <li key={id}>
            <span className="at-hidden">{title}: </span>
            {text}
          </li>
        ))}
      </ul>
    )
  );
}

/** What the first column shows; without a cell the row's name, behind the column's text where the name lacks it. */
function headingOf<Row>(first: Column<Row> | undefined, row: Row, name: string): ReactNode {
  if (first?.cardHeading) return first.cardHeading(row);
  if (first?.cell) return first.cell(row);
  const text = String(first?.text(row) ?? '');
  return text === '' || text === '–' || name.includes(text) ? name : `${text}, ${name}`;
}
