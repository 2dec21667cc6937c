import { Text } from '@mantine/core';
import type { ReportGrouping } from '#contract/standing/report-terms.ts';
import type { Report } from '#contract/standing/reports.ts';
import { differenceText, figureNames, figureTitles } from '#contract/standing/report-text.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { counted, longDate } from '#web/ui/format.ts';
import { StatList } from '#web/ui/StatList.tsx';
import { figureText, havingOf } from './columns.tsx';
import { groupingOf, rollsBehind, scopeOf, type ReportSearch } from './search.ts';
import { weekdayHourTitle } from './weekday-hour.ts';
import classes from './Reports.module.css';

const shown = figureNames.filter((name) => !name.endsWith('minutes'));
/** The number has its sign. */
const titles = { ...figureTitles, rate: 'Rate' };

/** What a class with several teachers or rooms counts for, by the grouping. */
const severalCount: Partial<Record<ReportGrouping, string>> = {
  teacher: 'A class with several teachers counts for each of them, and once in the totals. ',
  room: 'A class with several rooms counts for each of them, and once in the totals. ',
};

interface ReportTotalsProps {
  search: ReportSearch;
  report: Report;
  isBusy: boolean;
}

/** The dates of a report, and the counts of all of it. */
export function ReportTotals({ search, report, isBusy }: ReportTotalsProps) {
  const { totals, compared, from_date, to_date, begins_on } = report;
  const scope = scopeOf(search);
  const without = totals.meetings - totals.taken - totals.in_progress - totals.not_taken;
  return (
    <section className={classes.totals} aria-label="Totals" aria-busy={isBusy}>
      {isBusy && (
        <Text size="sm" role="status" className={classes.busy}>
          Counting…
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="xs">
        {longDate(from_date)} to {longDate(to_date)}
        {compared && `, compared with ${longDate(compared.from)} to ${longDate(compared.to)}`}.{' '}
        {without > 0 && (
          <>
            No roll is expected of{' '}
            <AnchorLink
              underline="always"
              to="/reports/rolls"
              search={rollsBehind(scope, 'none_expected')}
            >
              {counted(without, 'class', 'classes')}
            </AnchorLink>
            {begins_on !== null && begins_on > from_date
              ? `: before ${longDate(begins_on)}, without students, or not over yet. `
              : ': without students, or not over yet. '}
          </>
        )}
        {severalCount[groupingOf(search)]}
        {search.weekday_hour && (
          <>
            Only {search.weekday_hour.split(',').map(weekdayHourTitle).join(', ')}.{' '}
            <AnchorLink
              underline="always"
              to="/reports"
              search={{ ...search, weekday_hour: undefined }}
            >
              All hours
            </AnchorLink>
          </>
        )}
      </Text>
      <StatList
        stats={shown.map((name) => [
          titles[name],
          <>
            {totals[name] ? (
              <AnchorLink
                inherit
                to="/reports/rolls"
                search={rollsBehind(scope, havingOf[name])}
                aria-label={`${titles[name]}: ${figureText(totals, name)}`}
              >
                {figureText(totals, name)}
              </AnchorLink>
            ) : (
              figureText(totals, name)
            )}
            {totals.before && (
              <AnchorLink
                className={classes.change}
                to="/reports/rolls"
                search={rollsBehind(scopeOf(search, compared), havingOf[name])}
                aria-label={`${titles[name]} before: ${figureText(totals.before, name)}`}
              >
                before: {figureText(totals.before, name)}
                {name === 'rate' &&
                  totals.difference !== null &&
                  ` (${differenceText(totals.difference)} points)`}
              </AnchorLink>
            )}
          </>,
        ])}
      />
    </section>
  );
}
