import { Group, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addDays, mondayOf } from '#contract/dates.ts';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { useCan, useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { UndoBand } from '../meetings/UndoBand.tsx';
import { weekTitle } from './dates.ts';
import { filtersFor } from './filters.ts';
import { weekQuery } from './queries.ts';
import { OwnClassesButton } from './OwnClassesButton.tsx';
import { filtersOf, type WeekSearch } from './search.ts';
import { isSameWeek } from './same-week.ts';
import { useOwnWeekFirst } from './useOwnWeekFirst.ts';
import { useWeekNames } from './useWeekNames.ts';
import { WeekBar } from './WeekBar.tsx';
import { WeekSection } from './WeekSection.tsx';
import { WeekActions } from './WeekActions.tsx';
import { weekPlace } from './week-place.ts';
import { WeekPickers } from './WeekPickers.tsx';
import classes from './WeekPage.module.css';

/**
 * The actual week of a teacher, a room, a cohort, a student, a subject, a semester. All of it is in
 * the address.
 */
export function WeekPage() {
  const search = useSearch({ from: '/timetable/week' });
  const navigate = useNavigate({ from: '/timetable/week' });
  const { today } = useSession().config;
  const can = useCan();
  const mayFilter = useMayFilter();
  const choices = useMemo(() => filtersFor(can, mayFilter), [can, mayFilter]);
  const monday = mondayOf(search.date ?? today);
  const filters = filtersOf(search);
  const names = useWeekNames(choices, filters);
  const go = (next: WeekSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });

  useOwnWeekFirst(search);
  const weeks = Number(search.weeks ?? 1);
  const mondays = Array.from({ length: weeks }, (_, at) => addDays(monday, at * 7));
  const found = useQueries({ queries: mondays.map((of) => weekQuery(of, filters)) });
  useLivePlan(monday, addDays(monday, weeks * 7 - 1), 'week');
  const results = found.flatMap(({ data }) => data?.results ?? []);
  const turn = (by: -1 | 0 | 1) => go({ date: by ? addDays(monday, by * weeks * 7) : today });
  const title = weekTitle(monday, weeks);
  // The week of one teacher or room shows their other classes.
  const canDrag =
    can('Timetables', 'edit') && (filters.teacher !== undefined || filters.classroom !== undefined);
  return (
    <div className={classes.page}>
      <PageHead title="Week" className="at-screen">
        <Group gap="xs">
          <OwnClassesButton teacher={filters.teacher} go={go} />
          <WeekActions
            search={search}
            date={search.date ?? today}
            room={filters.classroom ?? null}
            title={['Week', title, ...names].join(', ')}
            rows={results}
          />
        </Group>
      </PageHead>
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
        semesters={found[0]?.data?.semesters}
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
