import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import { shown, type Column } from '#web/ui/list/column.ts';
import { clashColumns } from './clash-columns.tsx';
import { ClashMenu } from './ClashMenu.tsx';
import classes from './Health.module.css';

const columns: Column<TimetableClash>[] = clashColumns.filter(
  ({ id, onlyInFiles }) => id !== 'kind' && !onlyInFiles,
);

/** A few clashes of one kind, without paging. */
export function FirstClashes({ label, rows }: { label: string; rows: TimetableClash[] }) {
  const hasOther = rows.some(({ other }) => other);
  const shownColumns = columns.filter(({ id }) => hasOther || !['other', 'confirmed'].includes(id));
  return (
    <section className="at-scroll" tabIndex={0} aria-label={`${label}, table`}>
      <table className={`at-table ${classes.table}`}>
        <thead>
          <tr>
            {shownColumns.map(({ id, title, numeric }) => (
              <th key={id} className={numeric ? classes.number : undefined}>
                {title}
              </th>
            ))}
            <th>Options</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {shownColumns.map((column) => (
                <td key={column.id} className={column.numeric ? classes.number : undefined}>
                  {shown(column, row)}
                </td>
              ))}
              <td>
                <ClashMenu of={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
