import { Select } from '#web/ui/Select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { isTaughtBy, namesOfRooms, namesOfTeachers } from '#contract/timetable/further-names.ts';
import { classCode } from '#contract/class-name.ts';
import { messages } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useNewDay } from '#web/platform/useNewDay.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageActions } from '#web/ui/PageActions.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { StaleBand } from '#web/ui/StaleBand.tsx';
import { useSteadyPage } from '#web/ui/useSteadyPress.ts';
import { foundOptions } from '#web/ui/found-options.ts';
import { useBuildingAction } from '../building/useBuildingAction.ts';
import classes from './Attendance.module.css';
import { CardWithoutClass } from './CardWithoutClass.tsx';
import { DayNavigation } from '#web/school/DayNavigation.tsx';
import { DayChoice } from './DayChoice.tsx';
import { ownOngoing } from './own-ongoing.ts';
import { classesOn, type ClassOnDate } from '#web/school/roll.ts';
import { RollFrame } from './RollFrame.tsx';
import { mayLeave } from './useHeldQuestion.ts';
import { TakeRoll } from './TakeRollPage.tsx';
import { UnreadCards } from './UnreadCards.tsx';

/**
 * "/": the roll of the user's current class; without one, a choice of classes. The band of the next class leads on from a
 * roll: nothing changes it under a card or a finger.
 */
export function AttendancePage() {
  const { config } = useSession();
  const { teacher_id } = useUser();
  const can = useCan();
  const whoIsHere = useBuildingAction();
  const search = useSearch({ from: '/' });
  /** The roll that is shown: neither its end, nor the next class, nor midnight closes it. */
  const [shown, setShown] = useState<ClassOnDate | null>(null);
  const opened = shown && (search.date ?? shown.date) === shown.date ? shown : null;
  const date = search.date ?? opened?.date ?? config.today;
  const held = useRef(0);
  const setHeld = useCallback((count: number) => void (held.current = count), []);
  const navigate = useNavigate({ from: '/' });
  const [picked, setPicked] = useState<number | null>(null);
  const today = useQuery({ ...classesOn(date), refetchInterval: 60_000 });
  const options = useMemo(
    () => groupOwnFirst(today.data?.results ?? [], teacher_id),
    [today.data, teacher_id],
  );
  const own = today.data && ownOngoing(today.data.results, teacher_id)?.id;
  const id = picked ?? opened?.id ?? own ?? null;
  if (id !== null && (opened?.id !== id || opened.date !== date)) setShown({ id, date });
  useNewDay(
    id === null ? search.date : undefined,
    (day) => void navigate({ search: { date: day }, replace: true }),
  );
  const steady = useSteadyPage(today.data && (id ?? 'choice'));
  if (today.isPending)
    return (
      <>
        <UnreadCards why={messages.cardNotRead} />
        <PleaseWait />
      </>
    );
  if (!today.data)
    return (
      <>
        <UnreadCards why={messages.cardNotRead} />
        <LoadError
          title={messages.schedulesFailed}
          error={today.error}
          retry={() => void today.refetch()}
        />
      </>
    );
  const all = today.data.results;
  const go = (next: string) => void navigate({ search: { date: next } });

  const choice = (
    <Select
      aria-label="Class"
      size={id === null ? 'sm' : 'xs'}
      placeholder={messages.selectSchedule}
      searchable
      filter={foundOptions}
      data={options}
      value={id === null ? null : String(id)}
      allowDeselect={false}
      onChange={(value) =>
        void mayLeave(held.current).then(
          (may) => may && setPicked(value === null ? null : Number(value)),
        )
      }
      nothingFoundMessage={messages.noDataFound}
      maw={640}
    />
  );

  if (id === null) {
    return (
      <div className={classes.page} {...steady}>
        <PageHead title="Attendance">
          {whoIsHere.length > 0 && (
            <div className={classes.pageMenu}>
              <PageActions actions={whoIsHere} />
            </div>
          )}
          <DayNavigation date={date} today={config.today} go={go} />
        </PageHead>
        <StaleBand reads={[today]} />
        <UnreadCards why={messages.selectSchedule} />
        {all.length > 0 && can('Attendance', 'add') && (
          <CardWithoutClass>{choice}</CardWithoutClass>
        )}
        <DayChoice all={all} date={date} teacher={teacher_id} go={go} />
      </div>
    );
  }
  return (
    <div className={classes.page} {...steady}>
      {choice}
      <RollFrame key={`${id} ${date}`} of={{ id, date }} takesCards>
        {(schedule, roll) => (
          <TakeRoll of={{ id, date }} schedule={schedule} roll={roll} onHeld={setHeld} />
        )}
      </RollFrame>
    </div>
  );
}

function groupOwnFirst(all: ClassSchedule[], teacher: number | null) {
  const option = (it: ClassSchedule) => ({
    value: String(it.id),
    label:
      `${it.start_time}–${it.end_time} ${it.subject.subject_name} (${classCode(it)}), ` +
      `${namesOfRooms(it)}, ${namesOfTeachers(it)}` +
      (it.currentClass ? ' · Ongoing' : ''),
  });
  const own = all.filter((it) => isTaughtBy(it, teacher));
  const others = all.filter((it) => !isTaughtBy(it, teacher));
  return [
    { group: 'My classes', items: own.map(option) },
    { group: own.length ? 'Other classes' : 'Classes', items: others.map(option) },
  ].filter(({ items }) => items.length);
}
