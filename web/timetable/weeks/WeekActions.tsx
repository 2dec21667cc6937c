import {
  IconCalendarWeek,
  IconDoor,
  IconDoorEnter,
  IconFileTypePdf,
  IconPrinter,
  IconStethoscope,
  IconTable,
} from '@tabler/icons-react';
import type { WeekClass } from '#contract/timetable/week.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { PageActions, type PageAction } from '#web/ui/PageActions.tsx';
import type { WeekSearch } from './search.ts';
import { weekColumns } from './week-file.ts';

interface WeekActionsProps {
  search: WeekSearch;
  /** The first day that is shown. */
  date: string;
  /** The room of the page; null for all. */
  room: number | null;
  /** The title of the file. */
  title: string;
  rows: WeekClass[];
}

/** The filters that the usual week has, too. */
const usualFilters = ({ teacher, classroom, cohort }: WeekSearch) => ({
  teacher: teacher === 'all' ? undefined : teacher,
  classroom,
  cohort,
});

/** The other views of the timetable, and what is made of a week. */
export function WeekActions({ search, date, room, title, rows }: WeekActionsProps) {
  const can = useCan();
  const { busy, run, save } = useDownload();
  const output: PageAction[] = [
    { title: 'Print', Icon: IconPrinter, onClick: () => window.print() },
    {
      title: 'PDF',
      Icon: IconFileTypePdf,
      busy,
      onClick: () => void run(() => save('pdf', { title, columns: weekColumns, rows })),
    },
  ];
  const actions: PageAction[] = [
    { title: 'List', Icon: IconTable, isFrequent: true, link: { to: '/timetable' } },
    {
      title: 'Usual week',
      Icon: IconCalendarWeek,
      isFrequent: true,
      link: { to: '/timetable', search: { show: 'week', ...usualFilters(search) } },
    },
    {
      title: 'Free rooms',
      Icon: IconDoor,
      link: { to: '/free-rooms', search: { date: search.date } },
    },
    {
      title: 'Door sheets',
      Icon: IconDoorEnter,
      onClick: () =>
        void import('../paper/DoorSheetsDialog.tsx').then(({ openDoorSheets }) =>
          openDoorSheets({ date, room }),
        ),
    },
    ...(rows.length > 0 ? output : []),
    ...(can('Timetables', 'edit')
      ? [
          {
            title: 'Timetable health',
            Icon: IconStethoscope,
            link: { to: '/timetable/health' },
          } as const,
        ]
      : []),
  ];
  return <PageActions actions={actions} />;
}
