import { Select } from '#web/ui/Select.tsx';
import { useNavigate } from '@tanstack/react-router';
import type { Report } from '#contract/standing/reports.ts';
import { groupingTitles } from '#contract/standing/report-text.ts';
import {
  reportGroupings,
  type ReportComparison,
  type ReportGrouping,
  type ReportPeriod,
} from '#contract/standing/report-terms.ts';
import { useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { DateRange } from '#web/ui/DateRange.tsx';
import { groupingOf, type ReportSearch } from './search.ts';
import classes from './Reports.module.css';

const periods: { value: ReportPeriod | 'dates'; label: string }[] = [
  { value: 'this_week', label: 'This week' },
  { value: 'last_4_weeks', label: 'Last 4 weeks' },
  { value: 'this_semester', label: 'This semester' },
  { value: 'last_semester', label: 'Last semester' },
  { value: 'dates', label: 'Dates' },
];
const comparisons: { value: ReportComparison | 'dates'; label: string }[] = [
  { value: 'before', label: 'The period before' },
  { value: 'last_semester', label: 'Same weeks, last semester' },
  { value: 'dates', label: 'Dates' },
];

interface ReportBarProps {
  search: ReportSearch;
  /** The report as last read, for its dates. */
  report: Report | undefined;
}

/** What a report is grouped by, its period, and the one that it is compared with. */
export function ReportBar({ search, report }: ReportBarProps) {
  const navigate = useNavigate({ from: '/reports' });
  const { today } = useSession().config;
  const mayFilter = useMayFilter();
  const go = (next: ReportSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...next, page: undefined }),
      resetScroll: false,
    });
  const hasDates = Boolean(search.from_date ?? search.to_date);
  const hasOtherDates = Boolean(search.compare_from ?? search.compare_to);
  const groupings = reportGroupings.filter((by) => by !== 'cohort' || mayFilter('cohort'));
  return (
    <div className={classes.bar} role="group" aria-label="What is counted">
      <Select
        label="By"
        data={groupings.map((value) => ({ value, label: groupingTitles[value] }))}
        value={groupingOf(search)}
        allowDeselect={false}
        onChange={(by: ReportGrouping | null) =>
          go({ by: by ?? undefined, search: undefined, ordering: undefined })
        }
      />
      <Select
        label="Period"
        data={periods}
        value={hasDates ? 'dates' : (search.period ?? 'this_semester')}
        allowDeselect={false}
        onChange={(period) =>
          go(
            period === 'dates'
              ? {
                  period: undefined,
                  from_date: report?.from_date ?? today,
                  to_date: report?.to_date ?? today,
                }
              : { period: period ?? undefined, from_date: undefined, to_date: undefined },
          )
        }
      />
      {hasDates && (
        <div className={classes.dates}>
          <DateRange
            label="Dates"
            value={{ from: search.from_date ?? null, to: search.to_date ?? null }}
            today={today}
            onChange={({ from, to }) =>
              go({ from_date: from ?? undefined, to_date: to ?? undefined })
            }
          />
        </div>
      )}
      <Select
        label="Compare with"
        placeholder="Nothing"
        data={comparisons}
        value={hasOtherDates ? 'dates' : (search.compare ?? null)}
        clearable
        clearButtonProps={{ 'aria-label': 'Compare with nothing' }}
        onChange={(compare) =>
          go(
            compare === 'dates'
              ? {
                  compare: undefined,
                  compare_from: report?.compared?.from ?? report?.from_date ?? today,
                  compare_to: report?.compared?.to ?? report?.to_date ?? today,
                }
              : { compare: compare ?? undefined, compare_from: undefined, compare_to: undefined },
          )
        }
      />
      {hasOtherDates && (
        <div className={classes.dates}>
          <DateRange
            label="Dates to compare with"
            value={{ from: search.compare_from ?? null, to: search.compare_to ?? null }}
            today={today}
            onChange={({ from, to }) =>
              // While a range is being chosen it has no end: one date is compared until then.
              go({ compare_from: from ?? undefined, compare_to: to ?? from ?? undefined })
            }
          />
        </div>
      )}
    </div>
  );
}
