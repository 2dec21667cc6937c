import { Anchor, Select, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { useSession, useUser } from '../../app/SessionProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import classes from './Attendance.module.css';
import { classesOn, ownOngoing } from './roll.ts';
import { RollFrame } from './RollFrame.tsx';
import { TakeRoll } from './TakeRollPage.tsx';

/** "/": choose one of the day's classes and take its roll; one's own ongoing class is chosen already. */
export function AttendancePage() {
  const { config } = useSession();
  const { teacher_id } = useUser();
  const date = useSearch({ from: '/' }).date ?? config.today;
  const [picked, setPicked] = useState<number | null>(null);
  const today = useQuery({ ...classesOn(date), refetchInterval: 60_000 });
  const options = useMemo(() => groupOwnFirst(today.data?.results ?? [], teacher_id), [today.data, teacher_id]);
  if (today.isPending) return <PleaseWait />;
  if (!today.data) return <LoadError title={messages.schedulesFailed} error={today.error} retry={() => void today.refetch()} />;
  const all = today.data.results;
  const id = picked ?? ownOngoing(all, teacher_id)?.id ?? null;

  return (
    <div className={classes.page}>
      <Title order={1} size="h3" mt="xs">
        Attendance
      </Title>
      {all.length === 0 ? (
        <EmptyState title={messages.noClass}>
          <Text c="dimmed">
            See the <Anchor renderRoot={(props) => <Link to="/dashboard" {...props} />}>Dashboard</Anchor> for other days.
          </Text>
        </EmptyState>
      ) : (
        <Select
          label="Class"
          placeholder={messages.selectSchedule}
          searchable
          data={options}
          value={id === null ? null : String(id)}
          onChange={(value) => setPicked(value === null ? null : Number(value))}
          nothingFoundMessage={messages.noDataFound}
          maw={640}
        />
      )}
      {id !== null && (
        <RollFrame key={`${id} ${date}`} of={{ id, date }}>
          {(schedule, roll) => <TakeRoll of={{ id, date }} schedule={schedule} roll={roll} />}
        </RollFrame>
      )}
    </div>
  );
}

function groupOwnFirst(all: ClassSchedule[], teacher: number | null) {
  const option = (it: ClassSchedule) => ({
    value: String(it.id),
    label: `${it.start_time}–${it.end_time} ${it.subject.subject_name} (${it.subject.subject_code}), ${it.classroom.room_number}, ${it.teacher.first_name} ${it.teacher.last_name}${it.currentClass ? ' · Ongoing' : ''}`,
  });
  const own = all.filter((it) => it.teacher.id === teacher);
  const others = all.filter((it) => it.teacher.id !== teacher);
  return [
    { group: 'My classes', items: own.map(option) },
    { group: own.length ? 'Other classes' : 'Classes', items: others.map(option) },
  ].filter(({ items }) => items.length);
}
