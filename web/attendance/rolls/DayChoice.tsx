import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isTaughtBy } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { ClassTable } from '../dashboard/ClassTable.tsx';
import { EmptyDay } from '../dashboard/EmptyDay.tsx';
import { useLiveClasses } from '../dashboard/useLiveClasses.ts';
import { useNextChange } from '../todays-rolls/useNextChange.ts';
import { classDays } from '#web/school/days.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';
import { choicesOf } from './choices.ts';
import { classesOn } from '#web/school/roll.ts';
import { shortDay } from '#web/ui/format.ts';

interface DayChoiceProps {
  all: ClassSchedule[];
  date: string;
  /** The current user's teacher id; null for users who are not teachers. */
  teacher: number | null;
  go: (date: string) => void;
}

/** The choice of a day's classes: own, current and next ones; the others are on the dashboard. */
export function DayChoice({ all, date, teacher, go }: DayChoiceProps) {
  const { today, development } = useSession().config;
  useLiveClasses(date, classesOn(date));
  useNextChange(date, all);
  const days = useQuery({
    ...classDays(date, date, teacher ?? undefined),
    enabled: all.length === 0,
  });
  if (all.length === 0) {
    return (
      <>
        <EmptyDay days={days.data} go={go} />
        {days.data?.previous && <LatestClass date={days.data.previous} teacher={teacher} />}
      </>
    );
  }
  const shown = { date, today, future: date > today && !development };
  const groups = choicesOf(all, teacher);
  const left = all.length - groups.reduce((sum, { of }) => sum + of.length, 0);
  return (
    <>
      {groups.length > 0 && <ClassTable label="Classes" groups={groups} {...shown} />}
      {left > 0 && (
        <Anchor
          renderRoot={(props) => (
            <Link to="/dashboard" search={{ date, teacher: 'all' }} {...props} />
          )}
        >
          {left === 1 ? '1 more class' : `${left} more classes`} of the day
        </Anchor>
      )}
    </>
  );
}

/** A link to the latest past class: the user's own, or any. */
function LatestClass({ date, teacher }: { date: string; teacher: number | null }) {
  const { data } = useQuery(classesOn(date));
  const all = (data?.results ?? []).filter(canBeTaken);
  const latest = all.findLast((it) => isTaughtBy(it, teacher)) ?? all.at(-1);
  if (!latest) return null;
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        The latest class that took place
      </Text>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/attendance/add" search={{ id: latest.id, date }} {...props} />
        )}
      >
        {shortDay(date)}, {latest.start_time} {latest.subject.subject_name}
      </Button>
    </div>
  );
}
