import { Button } from '@mantine/core';
import { IconCalendarMonth, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { messages } from '#contract/texts.ts';
import type { DashboardSearch } from './search.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useNewDay } from '#web/platform/useNewDay.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StaleBand } from '#web/ui/StaleBand.tsx';
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx';
import { useDrawn } from '#web/ui/useDrawn.ts';
import { UndoBand } from '#web/timetable/public/UndoBand.ts';
import { ClassGroups } from './ClassGroups.tsx';
import classes from './Dashboard.module.css';
import { filterClasses, maxCards } from './day.ts';
import { DashboardActions } from './DashboardActions.tsx';
import { DayFilters } from './DayFilters.tsx';
import { DayNavigation } from '#web/school/DayNavigation.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { EmptyDay } from './EmptyDay.tsx';
import { HolidaysPanel } from './HolidaysPanel.tsx';
import { Overview } from './Overview.tsx';
import { TeacherSelector } from './TeacherSelector.tsx';
import { useCompleteAddress } from './useCompleteAddress.ts';
import { useDay } from './useDay.ts';

// Its library is of no use to a roll, nor on a phone before the month is opened.
const SideCalendar = lazy(() =>
  import('./SideCalendar.tsx').then((it) => ({ default: it.SideCalendar })),
);

const views = [
  {
    value: 'cards' as const,
    title: 'Cards',
    icon: <IconLayoutGrid size={16} aria-hidden="true" />,
  },
  { value: 'table' as const, title: 'Table', icon: <IconTable size={16} aria-hidden="true" /> },
];
/** From this width in px on, the month is shown beside the day; below it, a button opens it. */
const withCalendar = 960;

/** A day's classes; the date and the teacher are in the address. */
export function DashboardPage() {
  const search = useSearch({ from: '/dashboard' });
  const navigate = useNavigate({ from: '/dashboard' });
  const { config } = useSession();
  const user = useUser();
  const hasOverview = useCan()('Attendance', 'teacherFilter');
  const [storedView, storeView] = useLocalStorage<'cards' | 'table' | ''>({
    key: 'dashboard-view',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const narrow = window.innerWidth < withCalendar;
  const [isMonthOpen, setMonthOpen] = useState(false);
  const drawn = useDrawn();
  const date = search.date ?? config.today;
  const chosen = search.teacher ?? (user.teacher_id === null ? 'all' : String(user.teacher_id));
  const teacher = chosen === 'all' ? undefined : Number(chosen);
  const go = (next: DashboardSearch, replace = false) =>
    void navigate({ search: { ...search, date, teacher: chosen, ...next }, replace });

  useNewDay(search.date, (today) => go({ date: today }, true));
  useCompleteAddress({ date, teacher: chosen });
  const { list, found, days } = useDay(date, teacher);
  const all = found ?? [];
  const view = search.view ?? (storedView || (all.length > maxCards ? 'table' : 'cards'));
  const filter = { text: search.text ?? '', room: search.room ?? '', state: search.state ?? '' };
  const shown = view === 'table' ? filterClasses(all, filter) : all;
  const show = (next: 'cards' | 'table') => {
    storeView(next);
    go({ view: next }, true);
  };
  const future = date > config.today && !config.development;
  const pending = <div className={`at-card ${classes.pending}`} />;
  const month = (
    <Suspense fallback={pending}>
      <SideCalendar
        key={date.slice(0, 7)}
        date={date}
        today={config.today}
        go={(next) => go({ date: next })}
      />
    </Suspense>
  );
  return (
    <>
      <PageHead title="Dashboard">
        <DashboardActions date={date} teacher={teacher} />
      </PageHead>
      <div className={classes.columns}>
        <div className={classes.day}>
          {hasOverview && date === config.today && <Overview />}
          <div className={classes.controls}>
            <DayNavigation date={date} today={config.today} go={(next) => go({ date: next })} />
            <div className={classes.choices}>
              <TeacherSelector value={chosen} onChange={(next) => go({ teacher: next })} />
              {all.length > 0 && <ViewSwitch value={view} onChange={show} views={views} />}
              {narrow && (
                <MonthButton isOpen={isMonthOpen} onClick={() => setMonthOpen(!isMonthOpen)} />
              )}
            </div>
          </div>
          {narrow && isMonthOpen && month}
          {list.isError && !list.data && (
            <LoadError
              title={messages.schedulesFailed}
              error={list.error}
              retry={() => void list.refetch()}
            />
          )}
          <StaleBand reads={[list]} />
          {list.isPending && <PleaseWait />}
          <UndoBand place={{ date }} />
          {view === 'table' && all.length > 0 && (
            <DayFilters
              key={date}
              all={all}
              shown={shown.length}
              value={filter}
              onChange={(next) => go(next, true)}
            />
          )}
          {shown.length > 0 && (
            <ClassGroups all={shown} view={view} date={date} today={config.today} future={future} />
          )}
          {all.length > 0 && shown.length === 0 && <EmptyState title={messages.noDataFound} />}
          {found?.length === 0 && <EmptyDay days={days} go={(next) => go({ date: next })} />}
        </div>
        <aside className={classes.side} aria-label="Calendar and holidays">
          {!narrow && (drawn ? month : pending)}
          {drawn && <HolidaysPanel today={config.today} go={(next) => go({ date: next })} />}
        </aside>
      </div>
    </>
  );
}

/** Opens the month where there is no room for it beside the day. */
function MonthButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  return (
    <Button
      variant={isOpen ? 'filled' : 'default'}
      px="xs"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <IconCalendarMonth size={18} aria-hidden="true" />
      <span className={classes.monthLabel}>Month</span>
    </Button>
  );
}
