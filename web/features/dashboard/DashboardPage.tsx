import { Button, Group, Title } from '@mantine/core';
import { IconLayoutGrid, IconPlus, IconTable } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { useLive } from '../../app/live.ts';
import type { DashboardSearch } from '../../app/router.tsx';
import { useMay, useSession, useUser } from '../../app/SessionProvider.tsx';
import { useIsBuilt } from '../../app/useIsBuilt.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { ViewSwitch } from '../../ui/ViewSwitch.tsx';
import { toast } from '../../ui/toasts.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ClassGroups } from './ClassGroups.tsx';
import classes from './Dashboard.module.css';
import { filterClasses, mostCards } from './day.ts';
import { DayFilters } from './DayFilters.tsx';
import { DayNavigation } from './DayNavigation.tsx';
import { EmptyDay } from './EmptyDay.tsx';
import { HolidaysPanel } from './HolidaysPanel.tsx';
import { classDays, classesOfDay } from './queries.ts';
import { SideCalendar } from './SideCalendar.tsx';
import { TeacherSelector } from './TeacherSelector.tsx';

const addSchedule = '/timetable/add';
const pollMs = 60_000;
const views = [
  { value: 'cards' as const, title: 'Cards', icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
  { value: 'table' as const, title: 'Table', icon: <IconTable size={16} aria-hidden="true" /> },
];
/** From this width in px on the month stands beside the day; below, the date itself opens it. */
const withCalendar = 960;

/** A day's classes; the date and the teacher are in the address (spec §2). */
export function DashboardPage() {
  const search = useSearch({ from: '/dashboard' });
  const navigate = useNavigate({ from: '/dashboard' });
  const { config } = useSession();
  const user = useUser();
  const may = useMay();
  const isBuilt = useIsBuilt();
  const queries = useQueryClient();
  const [kept, keep] = useLocalStorage<'cards' | 'table' | ''>({ key: 'dashboard-view', defaultValue: '', getInitialValueInEffect: false });
  const narrow = window.innerWidth < withCalendar;
  const later = useLater(!narrow);
  const date = search.date ?? config.today;
  const chosen = search.teacher ?? (user.teacher_id === null ? 'all' : String(user.teacher_id));
  const teacher = chosen === 'all' ? undefined : Number(chosen);
  const go = (next: DashboardSearch, replace = false) => void navigate({ search: { ...search, date, teacher: chosen, ...next }, replace });

  useEffect(() => {
    if (search.date === undefined || search.teacher === undefined)
      void navigate({ search: (before) => ({ ...before, date, teacher: chosen }), replace: true });
  }, [search.date, search.teacher, date, chosen, navigate]);

  useLive(`attendance/live?date=${date}`, () => void queries.invalidateQueries({ queryKey: ['classes', date] }));
  const list = useQuery({ ...classesOfDay(date, teacher), refetchInterval: pollMs });
  const found = list.data?.results;
  // Only a day without classes has to say why.
  const day = useQuery({ ...classDays(date, date, teacher), enabled: found?.length === 0 });
  const kind = day.data?.days[0]?.kind;

  useEffect(() => {
    if (kind === 'holiday') toast('information', messages.noClass);
  }, [kind, date]);

  const all = found ?? [];
  const view = search.view ?? (kept || (all.length > mostCards ? 'table' : 'cards'));
  const filter = { text: search.text ?? '', room: search.room ?? '', state: search.state ?? '' };
  const shown = view === 'table' ? filterClasses(all, filter) : all;
  const show = (next: 'cards' | 'table') => {
    keep(next);
    go({ view: next }, true);
  };
  const future = date > config.today && !config.development;
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          Dashboard
        </Title>
        <Group gap="xs">
          <ExportButton />
          {may('Attendance', 'scheduleAdd') && isBuilt(addSchedule) && (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} renderRoot={(props) => <Link to={addSchedule} {...props} />}>
              Add schedule
            </Button>
          )}
        </Group>
      </Group>
      <div className={classes.columns}>
        <div className={classes.day}>
          <div className={classes.controls}>
            <DayNavigation date={date} today={config.today} go={(next) => go({ date: next })} />
            <div className={classes.choices}>
              <TeacherSelector value={chosen} onChange={(next) => go({ teacher: next })} />
              {all.length > 0 && <ViewSwitch value={view} onChange={show} views={views} />}
            </div>
          </div>
          {list.isError && !list.data && <LoadError title={messages.schedulesFailed} error={list.error} retry={() => void list.refetch()} />}
          {list.isPending && <PleaseWait />}
          {view === 'table' && all.length > 0 && (
            <DayFilters key={date} all={all} shown={shown.length} value={filter} onChange={(next) => go(next, true)} />
          )}
          {shown.length > 0 && <ClassGroups all={shown} view={view} date={date} today={config.today} future={future} />}
          {all.length > 0 && shown.length === 0 && <EmptyState title={messages.noDataFound} />}
          {found?.length === 0 && <EmptyDay days={day.data} go={(next) => go({ date: next })} />}
        </div>
        <aside className={classes.side} aria-label="Calendar and holidays">
          {later && <SideCalendar date={date} go={(next) => go({ date: next })} />}
          {!later && !narrow && <div className={`at-card ${classes.calendar}`} />}
          <HolidaysPanel today={config.today} go={(next) => go({ date: next })} />
        </aside>
      </div>
    </>
  );
}

/** True once the page has been painted: for what nobody waits for. */
function useLater(wanted: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => startTransition(() => setLater(true)), 100);
    return () => clearTimeout(timer);
  }, [wanted]);
  return later;
}
