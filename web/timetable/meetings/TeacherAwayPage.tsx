import { Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getTeacherAway } from '#contract/timetable/meetings.endpoints.ts';
import { isDate } from '#contract/dates.ts';
import { limits } from '#contract/limits.ts';
import { isTime } from '#contract/time-text.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { DateRange } from '#web/ui/DateRange.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { TimeInput } from '#web/ui/TimeInput.tsx';
import { teacherPicker } from '#web/school/teachers.ts';
import { AwayMeetings } from './AwayMeetings.tsx';
import classes from './Meetings.module.css';
import { UndoBand } from './UndoBand.tsx';

/** All classes of an absent teacher in a period, covered or cancelled in one step. */
export function TeacherAwayPage() {
  const search = useSearch({ from: '/teacher-away' });
  const navigate = useNavigate({ from: '/teacher-away' });
  const { today } = useSession().config;
  const from = dateOr(search.from, today);
  const period = {
    teacher: Number(search.teacher) || 0,
    from,
    to: dateOr(search.to, from),
    from_time: search.from_time || undefined,
    to_time: search.to_time || undefined,
  };
  const found = useQuery({
    queryKey: ['teacher-away', period],
    queryFn: ({ signal }) => request(getTeacherAway, { query: period, signal }),
    enabled: period.teacher > 0,
    placeholderData: keepPreviousData,
  });
  useLivePlan(period.from, period.to, 'teacher-away');
  const change = (next: Partial<Record<keyof typeof period, string | undefined>>) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  const meetings = found.data?.meetings ?? [];
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          Teacher away
        </Title>
        <BackButton />
      </Group>
      <div className={`at-card ${classes.period}`}>
        <Picker
          label="Teacher"
          source={teacherPicker}
          value={period.teacher || null}
          onChange={(id) => change({ teacher: id === null ? undefined : String(id) })}
        />
        <div>
          <DateRange
            label="Days"
            today={today}
            value={{ from: period.from, to: search.to === undefined ? null : period.to }}
            onChange={(span) => change({ from: span.from ?? undefined, to: span.to ?? undefined })}
          />
        </div>
        <TimeInput
          label="From (first day)"
          value={search.from_time ?? ''}
          onChange={(time) => {
            if (time === '' || isTime(time)) change({ from_time: time || undefined });
          }}
        />
        <TimeInput
          label="Until (last day)"
          value={search.to_time ?? ''}
          onChange={(time) => {
            if (time === '' || isTime(time)) change({ to_time: time || undefined });
          }}
        />
      </div>
      {period.teacher === 0 && <EmptyState title="Choose who is away" />}
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {period.teacher > 0 && found.isPending && <PleaseWait />}
      <UndoBand place={{ teacher: period.teacher }} />
      {found.isSuccess && meetings.length === 0 && <EmptyState title="No classes in this period" />}
      {found.data?.more && (
        <Text my="xs">
          Only the first {limits.meetingsAtOnce} classes are listed: choose a shorter period.
        </Text>
      )}
      {meetings.length > 0 && (
        <AwayMeetings key={JSON.stringify(period)} teacher={period.teacher} meetings={meetings} />
      )}
    </>
  );
}

const dateOr = (given: string | undefined, otherwise: string): string =>
  given !== undefined && isDate(given) ? given : otherwise;
