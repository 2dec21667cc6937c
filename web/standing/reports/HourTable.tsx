import { Link } from '@tanstack/react-router';
import type { Report, ReportRow } from '#contract/standing/reports.ts';
import {
  dayOfWeekdayHour,
  hourOfWeekdayHour,
  weekdayHour,
} from '#contract/standing/report-terms.ts';
import { weekdays } from '#contract/weekdays.ts';
import { rollsBehind, scopeOfRow, type ReportSearch } from './search.ts';
import { hourTitle } from './weekday-hour.ts';
import classes from './Reports.module.css';

/** One shade for each 10 %, from 60 % on: lower rates have the darkest. */
const shadeOf = (rate: number) => Math.min(4, Math.max(0, Math.ceil((100 - rate) / 10)));

/** The rate of each weekday and hour as a table: numbers, with shades beside them. */
export function HourTable({ search, report }: { search: ReportSearch; report: Report }) {
  const rows = new Map(report.results.map((row) => [row.id, row]));
  const hours = [...new Set([...rows.keys()].map(hourOfWeekdayHour))].toSorted((a, b) => a - b);
  const days = weekdays.flatMap((day, at) =>
    [...rows.keys()].some((id) => dayOfWeekdayHour(id) === at + 1) ? [{ day, number: at + 1 }] : [],
  );
  return (
    <section className="at-scroll" tabIndex={0} aria-label="Rate by weekday and hour, table">
      <table className={`at-table ${classes.heat}`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hourTitle(hour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, number }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {hours.map((hour) => (
                <HourCell key={hour} row={rows.get(weekdayHour(number, hour))} search={search} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function HourCell({ row, search }: { row: ReportRow | undefined; search: ReportSearch }) {
  if (!row || row.rate === null) return <td>–</td>;
  return (
    <td data-shade={shadeOf(row.rate)}>
      <Link
        to="/reports/rolls"
        search={rollsBehind(scopeOfRow(search, row), 'marked')}
        aria-label={`${row.name}: ${row.rate}%`}
      >
        {row.rate}
      </Link>
    </td>
  );
}
