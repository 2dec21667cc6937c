import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { messages } from '#contract/texts.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { fullDay } from '#web/ui/format.ts';
import { capitalize } from '#web/ui/labels.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StaleBand } from '#web/ui/StaleBand.tsx';
import { ClassTable } from '../dashboard/ClassTable.tsx';
import { byHour, filterClasses, rollState } from '../dashboard/day.ts';
import { DayFilters } from '../dashboard/DayFilters.tsx';
import { classesOfDay } from '#web/school/days.ts';
import { useLiveClasses } from '../dashboard/useLiveClasses.ts';
import { UndoBand } from '#web/timetable/public/UndoBand.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import type { TodaysRollsSearch } from './search.ts';
import { StateFilter } from './StateFilter.tsx';
import { statesIn } from './states.ts';
import classes from './TodaysRolls.module.css';
import { useNextChange } from './useNextChange.ts';

/** Id 0 belongs to no teacher. */
const noTeacher = 0;

/** Every class of today with the state of its roll (R-ROLL-18); teachers see their own. */
export function TodaysRollsPage() {
  const search = useSearch({ from: '/todays-rolls' });
  const navigate = useNavigate({ from: '/todays-rolls' });
  const { today } = useSession().config;
  const { teacher_id } = useUser();
  const isAll = useCan()('Attendance', 'teacherFilter');
  const teacher = isAll ? undefined : (teacher_id ?? noTeacher);
  const ofToday = classesOfDay(today, teacher);
  useLiveClasses(today, ofToday);
  const list = useQuery(ofToday);
  const all = list.data?.results ?? [];
  useNextChange(today, all);

  const { text = '', room = '', state = '' } = search;
  const go = (next: TodaysRollsSearch) =>
    void navigate({ search: { ...search, ...next }, replace: true, resetScroll: false });
  const found = filterClasses(all, { text, room, state: '' });
  const states = statesIn(state);
  const shown = states.length ? found.filter((it) => states.includes(rollState(it))) : found;
  return (
    <>
      <PageHead title="Today’s rolls">
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/open-rolls" />}>
          Past days: rolls not taken
        </Anchor>
      </PageHead>
      <Text c="dimmed" mb="xs">
        {isAll ? 'Every class' : 'Your classes'} of {fullDay(today)}, those of now first.
        {states.length > 0 &&
          list.data &&
          ` ${states.map(capitalize).join(' or ')}: ${shown.length}.`}
      </Text>
      <div className={classes.page}>
        {list.isError && !list.data && (
          <LoadError
            title={messages.schedulesFailed}
            error={list.error}
            retry={() => void list.refetch()}
          />
        )}
        <StaleBand reads={[list]} />
        {list.isPending && <PleaseWait />}
        <UndoBand place={{ date: today }} />
        {all.length > 0 && (
          <>
            <StateFilter all={found} value={state} onChange={(next) => go({ state: next })} />
            <DayFilters
              all={all}
              shown={shown.length}
              value={{ text, room }}
              onChange={(next) => go(next)}
            />
          </>
        )}
        {shown.length > 0 && (
          <ClassTable
            label="Today’s rolls"
            groups={byHour(shown)}
            date={today}
            today={today}
            future={false}
          />
        )}
        {all.length > 0 && shown.length === 0 && <EmptyState title={messages.noDataFound} />}
        {list.data && all.length === 0 && <EmptyState title="No classes today" />}
      </div>
    </>
  );
}
