import { Button, Group, Text, Title } from '@mantine/core';
import {
  IconDoor,
  IconFileTypePdf,
  IconPrinter,
  IconStethoscope,
  IconTable,
  IconUser,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { addDays } from '#contract/dates.ts';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { useCan, useMayFilter, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { UndoBand } from '../meetings/UndoBand.tsx';
import { DoorSheetsButton } from '../paper/DoorSheetsButton.tsx';
import { mondayOf, weekTitle } from './dates.ts';
import { filtersFor } from './filters.ts';
import { weekQuery } from './queries.ts';
import { filtersOf, weekFilterNames, type WeekSearch } from './search.ts';
import { isSameWeek } from './same-week.ts';
import { useWeekNames } from './useWeekNames.ts';
import { WeekBar } from './WeekBar.tsx';
import { WeekSection } from './WeekSection.tsx';
import { weekColumns } from './week-file.ts';
import { weekPlace } from './week-place.ts';
import { WeekPickers } from './WeekPickers.tsx';
import classes from './WeekPage.module.css';

/** The filters that the usual week has, too. */
const usualFilters = ({ teacher, classroom, cohort }: WeekSearch) => ({
  teacher: teacher === 'all' ? undefined : teacher,
  classroom,
  cohort,
});

/**
 * The actual week of a teacher, a room, a cohort, a student, a subject, a semester. All of it is in
 * the address.
 */
export function WeekPage() {
  const search = useSearch({ from: '/timetable/week' });
  const navigate = useNavigate({ from: '/timetable/week' });
  const { today } = useSession().config;
  const { teacher_id } = useUser();
  const can = useCan();
  const mayFilter = useMayFilter();
  const choices = useMemo(() => filtersFor(can, mayFilter), [can, mayFilter]);
  const { busy, run, save } = useDownload();
  const monday = mondayOf(search.date ?? today);
  const filters = filtersOf(search);
  const names = useWeekNames(choices, filters);
  const go = (next: WeekSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });

  // A teacher starts with their own week.
  const isPlain = weekFilterNames.every((name) => search[name] === undefined);
  useEffect(() => {
    if (isPlain && teacher_id !== null)
      void navigate({
        search: (before) => ({ ...before, teacher: String(teacher_id) }),
        replace: true,
      });
  }, [isPlain, teacher_id, navigate]);

  const weeks = Number(search.weeks ?? 1);
  const mondays = Array.from({ length: weeks }, (_, at) => addDays(monday, at * 7));
  const found = useQueries({ queries: mondays.map((of) => weekQuery(of, filters)) });
  useLivePlan(monday, addDays(monday, weeks * 7 - 1), 'week');
  const results = found.flatMap(({ data }) => data?.results ?? []);
  const turn = (by: -1 | 0 | 1) => go({ date: by ? addDays(monday, by * weeks * 7) : today });
  const title = weekTitle(monday, weeks);
  const savePdf = () =>
    run(() =>
      save('pdf', {
        title: ['Week', title, ...names].join(', '),
        columns: weekColumns,
        rows: results,
      }),
    );
  // The week of one teacher or room shows their other classes.
  const canDrag =
    can('Timetables', 'edit') && (filters.teacher !== undefined || filters.classroom !== undefined);
  const isOwn = teacher_id !== null && filters.teacher === teacher_id;
  return (
    <div className={classes.page}>
      <Group justify="space-between" my="xs" className="at-screen">
        <Title order={1} size="h3">
          Week
        </Title>
        <Group gap="xs">
          {teacher_id !== null && (
            <Button
              variant={isOwn ? 'light' : 'default'}
              aria-pressed={isOwn}
              leftSection={<IconUser size={16} aria-hidden="true" />}
              onClick={() => go({ teacher: isOwn ? 'all' : String(teacher_id) })}
            >
              My classes
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconTable size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link {...props} to="/timetable" />}
          >
            List
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/timetable" search={{ show: 'week', ...usualFilters(search) }} />
            )}
          >
            Usual week
          </Button>
          <Button
            variant="default"
            leftSection={<IconDoor size={16} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link {...props} to="/free-rooms" search={{ date: search.date }} />
            )}
          >
            Free rooms
          </Button>
          {can('Timetables', 'edit') && (
            <Button
              variant="default"
              leftSection={<IconStethoscope size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to="/timetable/health" />}
            >
              Health
            </Button>
          )}
          <DoorSheetsButton date={search.date ?? today} room={filters.classroom ?? null} />
          <Button
            variant="default"
            disabled={results.length === 0}
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <Button
            variant="default"
            loading={busy}
            disabled={results.length === 0}
            leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
            onClick={() => void savePdf()}
          >
            PDF
          </Button>
        </Group>
      </Group>
      <p className="at-print">
        <strong>{[title, ...names].join(', ')}</strong>
      </p>
      <WeekPickers
        choices={choices}
        filters={filters}
        onChange={(name, id) =>
          go({ [name]: id === null ? (name === 'teacher' ? 'all' : undefined) : String(id) })
        }
      />
      <WeekBar
        monday={monday}
        today={today}
        weeks={weeks}
        setWeeks={(next) => go({ weeks: next === 1 ? undefined : String(next) })}
        go={(date) => go({ date })}
      />
      <UndoBand place={weekPlace} />
      {mondays.map((of, at) => {
        const [before, own] = [found[at - 1]?.data, found[at]?.data];
        return (
          <WeekSection
            // The region keeps its focus when the week changes.
            key={at}
            monday={of}
            filters={filters}
            choices={choices}
            change={go}
            isOneOfMany={weeks > 1}
            isSame={before !== undefined && own !== undefined && isSameWeek(before, own)}
            turn={turn}
            canDrag={canDrag}
          />
        );
      })}
      <Text size="sm" c="dimmed" mt="xs" className="at-screen">
        {results.length > 0 && `${results.length} classes`}
      </Text>
    </div>
  );
}
