import { shortDay } from '#web/ui/format.ts';
import type { DayCounts } from './heat-map.ts';
import classes from './HeatMap.module.css';

/** The same days as a table, the latest first. */
export function DaysTable({ days }: { days: DayCounts[] }) {
  return (
    <details className={`at-screen ${classes.asTable}`}>
      <summary>Show as table</summary>
      <section className="at-scroll" tabIndex={0} aria-label="Days, table">
        <table className="at-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Present</th>
              <th scope="col">Late</th>
              <th scope="col">Absent</th>
              <th scope="col">Excused</th>
              <th scope="col">Not taken</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, present, late, absent, excused, notTaken }) => (
              <tr key={date}>
                <th scope="row">{shortDay(date)}</th>
                <td>{present}</td>
                <td>{late}</td>
                <td>{absent}</td>
                <td>{excused}</td>
                <td>{notTaken}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
