import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { CardFields } from './CardFields.tsx';
import classes from './List.module.css';

interface ShortColumn<Row> {
  title: string;
  /** Empty text and null: a card leaves it out. */
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
}

interface CardsOrTableProps<Row> {
  /** What a screen reader calls it. */
  label: string;
  /** The first heads the cards unless `headedBy` names another one. */
  columns: ShortColumn<Row>[];
  headedBy?: string;
  rows: Row[];
  keyOf: (row: Row) => string | number;
  /** The height from which it scrolls. */
  maxHeight?: string;
}

/** Rows of a report, without selection and pages: a table, or cards on a small screen as lists have. */
export function CardsOrTable<Row>(props: CardsOrTableProps<Row>) {
  const isSmall = useMediaQuery(`(width < ${limits.smallScreen}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  const { label, maxHeight } = props;
  return isSmall ? (
    <Cards {...props} />
  ) : (
    <div className="at-scroll" role="group" tabIndex={0} aria-label={label} style={{ maxHeight }}>
      <Table {...props} />
    </div>
  );
}

function Cards<Row>({ label, columns, headedBy, rows, keyOf }: CardsOrTableProps<Row>) {
  const heading = columns.find(({ title }) => title === headedBy) ?? columns[0];
  const rest = columns.filter((one) => one !== heading);
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={`at-card ${classes.card} ${classes.short}`}>
          <div className={classes.cardTitle}>{heading?.cell(row)}</div>
          <CardFields
            fields={rest.flatMap(({ title, cell, isNumber }) => {
              const value = cell(row);
              return value === '' || value === null || value === undefined
                ? []
                : [{ id: title, title, value, isNumber }];
            })}
          />
        </li>
      ))}
    </ul>
  );
}

const Table = <Row,>({ columns, rows, keyOf }: CardsOrTableProps<Row>) => (
  <table className="at-table">
    <thead>
      <tr>
        {columns.map(({ title, isNumber }) => (
          <th key={title} scope="col" className={isNumber ? classes.number : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ title, cell, isNumber }) => (
            <td key={title} className={isNumber ? classes.number : classes.words}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
