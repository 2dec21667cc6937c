import { Link } from '@tanstack/react-router';
import type { Report } from '#contract/standing/reports.ts';
import { dayAndMonth } from '#web/ui/format.ts';
import { rollsBehind, scopeOfRow, type ReportSearch } from './search.ts';
import classes from './Reports.module.css';

/** The rate of each week as a column, with a line for the week that it is compared with. */
export function WeekChart({ search, report }: { search: ReportSearch; report: Report }) {
  return (
    <ol className={classes.weeks}>
      {report.results.map((row) => (
        <li key={row.id}>
          <div className={classes.column}>
            {row.rate === null ? (
              '–'
            ) : (
              <Link
                to="/reports/rolls"
                search={rollsBehind(scopeOfRow(search, row), 'marked')}
                style={{ height: `${row.rate}%` }}
                aria-label={`${row.name}: ${row.rate}%`}
              >
                {row.rate}
              </Link>
            )}
            {row.before?.rate != null && (
              <span
                className={classes.before}
                style={{ bottom: `${row.before.rate}%` }}
                aria-hidden="true"
              />
            )}
          </div>
          <span>{row.week && dayAndMonth(row.week.from)}</span>
        </li>
      ))}
    </ol>
  );
}
