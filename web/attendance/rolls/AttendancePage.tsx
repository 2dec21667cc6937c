import { Select, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { messages } from '#contract/texts.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StaleBand } from '#web/ui/StaleBand.tsx';
import classes from './Attendance.module.css';
import { DayChoice } from './DayChoice.tsx';
import { ownOngoing } from './own-ongoing.ts';
import { classesOn } from '#web/school/roll.ts';
import { RollFrame } from './RollFrame.tsx';
import { TakeRoll } from './TakeRollPage.tsx';

/** "/": the roll of the user's current class; without one, a choice of classes. */
export function AttendancePage() {
  const { config } = useSession();
  const { teacher_id } = useUser();
  const date = useSearch({ from: '/' }).date ?? config.today;
  const navigate = useNavigate({ from: '/' });
  const [picked, setPicked] = useState<number | null>(null);
  const today = useQuery({ ...classesOn(date), refetchInterval: 60_000 });
  const options = useMemo(
    () => groupOwnFirst(today.data?.results ?? [], teacher_id),
    [today.data, teacher_id],
  );
  if (today.isPending) return <PleaseWait />;
  if (!today.data)
    return (
      <LoadError
        title={messages.schedulesFailed}
        error={today.error}
        retry={() => void today.refetch()}
      />
    );
  const all = today.data.results;
  const id = picked ?? ownOngoing(all, teacher_id)?.id ?? null;

  if (id === null) {
    return (
      <div className={classes.page}>
        <Title order={1} size="h3" mt="xs">
          Attendance
        </Title>
        <StaleBand reads={[today]} />
        <DayChoice
          all={all}
          date={date}
          teacher={teacher_id}
          go={(next) => void navigate({ search: { date: next } })}
        />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <Select
        aria-label="Class"
        size="xs"
        placeholder={messages.selectSchedule}
        searchable
        data={options}
        value={String(id)}
        allowDeselect={false}
        onChange={(value) => setPicked(value === null ? null : Number(value))}
        nothingFoundMessage={messages.noDataFound}
        maw={640}
      />
      <RollFrame key={`${id} ${date}`} of={{ id, date }}>
        {(schedule, roll) => <TakeRoll of={{ id, date }} schedule={schedule} roll={roll} />}
      </RollFrame>
    </div>
  );
}

function groupOwnFirst(all: ClassSchedule[], teacher: number | null) {
  const option = (it: ClassSchedule) => ({
    value: String(it.id),
    label:
      `${it.start_time}–${it.end_time} ${it.subject.subject_name} (${it.subject.subject_code}), ` +
      `${it.classroom.room_number}, ${it.teacher.first_name} ${it.teacher.last_name}` +
      (it.currentClass ? ' · Ongoing' : ''),
  });
  const own = all.filter((it) => it.teacher.id === teacher);
  const others = all.filter((it) => it.teacher.id !== teacher);
  return [
    { group: 'My classes', items: own.map(option) },
    { group: own.length ? 'Other classes' : 'Classes', items: others.map(option) },
  ].filter(({ items }) => items.length);
}
