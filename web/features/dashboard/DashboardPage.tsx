import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messages } from '../../../contract/messages.ts';
import { useLive } from '../../app/live.ts';
import { useMay, useSession, useUser } from '../../app/SessionProvider.tsx';
import { useIsBuilt } from '../../app/useIsBuilt.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { toast } from '../../ui/toasts.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ClassGroups } from './ClassGroups.tsx';
import classes from './Dashboard.module.css';
import { DayNavigation } from './DayNavigation.tsx';
import { EmptyDay } from './EmptyDay.tsx';
import { HolidaysPanel } from './HolidaysPanel.tsx';
import { classDays, classesOfDay } from './queries.ts';
import { SideCalendar } from './SideCalendar.tsx';
import { TeacherSelector } from './TeacherSelector.tsx';

const addSchedule = '/timetable/add';
const pollMs = 60_000;

/** A day's classes; the date and the teacher are in the address (spec §2). */
export function DashboardPage() {
  const search = useSearch({ from: '/dashboard' });
  const navigate = useNavigate({ from: '/dashboard' });
  const { config } = useSession();
  const user = useUser();
  const may = useMay();
  const isBuilt = useIsBuilt();
  const queries = useQueryClient();
  const date = search.date ?? config.today;
  const chosen = search.teacher ?? (user.teacher_id === null ? 'all' : String(user.teacher_id));
  const teacher = chosen === 'all' ? undefined : Number(chosen);
  const go = (next: { date?: string; teacher?: string }) => void navigate({ search: { date, teacher: chosen, ...next } });

  useEffect(() => {
    if (search.date === undefined || search.teacher === undefined) void navigate({ search: { date, teacher: chosen }, replace: true });
  }, [search.date, search.teacher, date, chosen, navigate]);

  useLive(`attendance/live?date=${date}`, () => void queries.invalidateQueries({ queryKey: ['classes', date] }));
  const list = useQuery({ ...classesOfDay(date, teacher), refetchInterval: pollMs });
  const day = useQuery(classDays(date, date, teacher));
  const kind = day.data?.days[0]?.kind;

  useEffect(() => {
    if (kind === 'holiday') toast('information', messages.noClass);
  }, [kind, date]);

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
            <TeacherSelector value={chosen} onChange={(next) => go({ teacher: next })} />
          </div>
          {list.isError && !list.data && <LoadError title={messages.schedulesFailed} error={list.error} retry={() => void list.refetch()} />}
          {list.isPending && <PleaseWait />}
          {list.data && list.data.results.length > 0 && <ClassGroups all={list.data.results} date={date} future={future} />}
          {list.data?.results.length === 0 && <EmptyDay days={day.data} go={(next) => go({ date: next })} />}
        </div>
        <aside className={classes.side} aria-label="Calendar and holidays">
          <SideCalendar date={date} go={(next) => go({ date: next })} />
          <HolidaysPanel today={config.today} go={(next) => go({ date: next })} />
        </aside>
      </div>
    </>
  );
}
