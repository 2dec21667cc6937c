import { Text } from '@mantine/core';
import type { ReportGrouping } from '#contract/standing/report-terms.ts';
import type { Report } from '#contract/standing/reports.ts';
import { differenceText, figureTitles, type FigureName } from '#contract/standing/report-text.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { counted, longDate } from '#web/ui/format.ts';
import { StatList } from '#web/ui/StatList.tsx';
import { figureText, havingOf } from './columns.tsx';
import { groupingOf, rollsBehind, scopeOf, type ReportSearch } from './search.ts';
import { weekdayHourTitle } from './weekday-hour.ts';
import classes from './Reports.module.css';

/** What the figures count, in words: a roll for each class on a date, and a mark for each student in one. */
const groups: { title: string; about: string; names: FigureName[] }[] = [
  {
    title: 'Rolls',
    about: 'One for each class on a date.',
    names: ['meetings', 'taken', 'in_progress', 'not_taken'],
  },
  {
    title: 'Marks',
    about: 'One for each student in a roll: late is part of present, excused of absent.',
    names: ['present', 'late', 'absent', 'excused', 'rate'],
  },
];
/** The number has its sign. */
const labels = { ...figureTitles, rate: 'Rate' };
/** Below the title of their group. */
const titles = {
  ...labels,
  taken: 'Taken',
  in_progress: 'Not finished',
  not_taken: 'Not taken',
};

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
      <div className={classes.groups}>
        {groups.map(({ title, about, names }) => (
          <section key={title} className={`at-card ${classes.group}`} aria-label={title}>
            <Text size="sm" c="dimmed" mb={4}>
              <b>{title}</b> {about}
            </Text>
            <StatList
              stats={names.map((name) => [
                titles[name],
                <Figure key={name} name={name} search={search} report={report} />,
              ])}
            />
          </section>
        ))}
      </div>
    </section>
  );
}

/** A figure, which opens the rolls that it counts, and the one of the period that is compared with. */
function Figure({
  name,
  search,
  report: { totals, compared },
}: Pick<ReportTotalsProps, 'search' | 'report'> & { name: FigureName }) {
  return (
    <>
      {totals[name] ? (
        <AnchorLink
          inherit
          to="/reports/rolls"
          search={rollsBehind(scopeOf(search), havingOf[name])}
          aria-label={`${labels[name]}: ${figureText(totals, name)}`}
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
          aria-label={`${labels[name]} before: ${figureText(totals.before, name)}`}
        >
          before: {figureText(totals.before, name)}
          {name === 'rate' &&
            totals.difference !== null &&
            ` (${differenceText(totals.difference)} points)`}
        </AnchorLink>
      )}
    </>
  );
}
