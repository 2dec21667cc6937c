import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { Report } from '#contract/standing/reports.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { HourTable } from './HourTable.tsx';
import { useWholeReport } from './queries.ts';
import { groupingOf, type ReportSearch } from './search.ts';
import { WeekChart } from './WeekChart.tsx';
import classes from './Reports.module.css';

interface ReportChartProps {
  search: ReportSearch;
  filterNames: string[];
}

/** Weeks as columns, weekdays and hours as a heat map; other rows have bars in the table. */
export function ReportChart({ search, filterNames }: ReportChartProps) {
  const by = groupingOf(search);
  if (by === 'week')
    return <Chart title="Rate by week" {...{ search, filterNames, Drawn: WeekChart }} />;
  if (by === 'weekday_hour')
    return (
      <Chart title="Rate by weekday and hour" {...{ search, filterNames, Drawn: HourTable }} />
    );
  return null;
}

interface ChartProps extends ReportChartProps {
  title: string;
  Drawn: typeof WeekChart;
}

function Chart({ title, search, filterNames, Drawn }: ChartProps) {
  const id = useId();
  const found = useWholeReport(search, filterNames);
  if (found.isError && !found.data)
    return <LoadError error={found.error} retry={() => void found.refetch()} />;
  if (found.isPending) return <PleaseWait />;
  const report: Report = found.data;
  if (report.results.length === 0) return null;
  return (
    <section className={classes.chart} aria-labelledby={id}>
      <Title order={2} size="h5" id={id}>
        {title}, in percent
      </Title>
      <Drawn search={search} report={report} />
      <Text size="sm" c="dimmed">
        A number opens its rolls.{report.compared && ' A dark line is the rate before.'}
      </Text>
    </section>
  );
}
