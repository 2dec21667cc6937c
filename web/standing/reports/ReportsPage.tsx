import { Button } from '@mantine/core';
import { IconClockHour4, IconFileSpreadsheet } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { exportReport } from '#contract/standing/reports.endpoints.ts';
import type { ReportRow } from '#contract/standing/reports.ts';
import { requestFile } from '#web/platform/api.ts';
import { useCan, useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { namesOf, type Filter } from '#web/ui/list/filter.ts';
import { shapeOfList } from '#web/ui/list/request.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import type { PageAction } from '#web/ui/PageActions.tsx';
import { columnsOf } from './columns.tsx';
import { useReport } from './queries.ts';
import { ReportBar } from './ReportBar.tsx';
import { ReportChart } from './ReportChart.tsx';
import { reportFilters, reportResource } from './resource.ts';
import { ReportTotals } from './ReportTotals.tsx';
import { SavedReports } from './SavedReports.tsx';
import { barNames, groupingOf, type ReportSearch } from './search.ts';

const contactHours: PageAction[] = [
  {
    title: 'Contact hours',
    Icon: IconClockHour4,
    isFrequent: true,
    link: { to: '/contact-hours' },
  },
];

const nameOf = (row: ReportRow) => row.name;

/** Attendance by class, subject, teacher, student, room, hour, week … (R-REPORT-1). */
export function ReportsPage() {
  const search: ReportSearch = useSearch({ from: '/reports' });
  // Another grouping has other rows, which a selection must not mix.
  return <ReportOf key={groupingOf(search)} search={search} />;
}

function ReportOf({ search }: { search: ReportSearch }) {
  const can = useCan();
  const mayFilter = useMayFilter();
  const { filters, filterNames } = useMemo(() => {
    const own: Filter[] = barNames.map((name) => ({ kind: 'own', name }));
    const all = [...own, ...reportFilters(can, mayFilter)];
    return { filters: all, filterNames: all.flatMap(namesOf) };
  }, [can, mayFilter]);
  const found = useReport(search, filterNames);
  const report = found.data;
  const compared = report?.compared ?? null;
  const columns = useMemo(() => columnsOf({ search, compared }), [search, compared]);
  return (
    <ResourceList
      resource={reportResource}
      columns={columns}
      defaultSort="name"
      filters={filters}
      nameOf={nameOf}
      onlyShown
      actions={
        <>
          <ExcelButton search={search} filterNames={filterNames} />
          <SavedReports search={search} />
        </>
      }
      pageActions={can('Red List Students', 'read') ? contactHours : []}
    >
      <ReportBar search={search} report={report} />
      {report && !found.isError && (
        <>
          <ReportTotals search={search} report={report} isBusy={found.isFetching} />
          <ReportChart search={search} filterNames={filterNames} />
        </>
      )}
    </ResourceList>
  );
}

/** All rows and the totals as an Excel workbook. */
function ExcelButton({ search, filterNames }: { search: ReportSearch; filterNames: string[] }) {
  const { busy, run } = useDownload();
  const { today } = useSession().config;
  const shape = shapeOfList(search, filterNames);
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconFileSpreadsheet size={16} aria-hidden="true" />}
      onClick={() =>
        void run(async () => {
          const file = await requestFile(exportReport, {
            query: {
              ...shape.filters,
              search: shape.search || undefined,
              ordering: shape.ordering || undefined,
              format: 'xlsx',
            },
          });
          download(file, fileName({ title: 'Report', today }, 'xlsx'));
        })
      }
    >
      Excel
    </Button>
  );
}
