import { Checkbox } from '@mantine/core';
import type { ScheduleStudent } from '#contract/enrolment/enrolment.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import classes from './Enrolment.module.css';
import { StudentRow } from './StudentRow.tsx';

interface StudentsTableProps {
  rows: ScheduleStudent[];
  /** The number of the first row. */
  first: number;
  selected: Set<number>;
  select: (ids: Set<number>) => void;
  enrol: (row: ScheduleStudent) => void;
  remove: (row: ScheduleStudent) => void;
  change: (row: ScheduleStudent) => void;
}

/** Enrolled students show Remove, others Enroll; Details leads to the student (R-ENROL-3). */
export function StudentsTable({
  rows,
  first,
  selected,
  select,
  enrol,
  remove,
  change,
}: StudentsTableProps) {
  const toggle = (ids: number[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    select(next);
  };
  const steady = useSteadyRows<HTMLTableSectionElement>('tr');
  const all = rows.map(({ id }) => id);
  const here = all.filter((id) => selected.has(id)).length;
  return (
    <section className="at-scroll" tabIndex={0} aria-label="Students, table">
      <table className="at-table">
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label="Select all rows of this page"
                size="xs"
                checked={here === all.length}
                indeterminate={here > 0 && here < all.length}
                onChange={(event) => toggle(all, event.currentTarget.checked)}
              />
            </th>
            <th className={classes.number}>#</th>
            <th>Student</th>
            <th className={classes.mail}>E-mail</th>
            <th className={classes.roomy}>In this class</th>
            <th>Options</th>
          </tr>
        </thead>
        <tbody {...steady}>
          {rows.map((row, at) => (
            <StudentRow
              key={row.id}
              row={row}
              number={first + at}
              isSelected={selected.has(row.id)}
              select={(on) => toggle([row.id], on)}
              enrol={() => enrol(row)}
              remove={() => remove(row)}
              change={() => change(row)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}
