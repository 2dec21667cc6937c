import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { classCode } from '#contract/class-name.ts';
import { isTaughtBy } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { fullDay } from '#web/ui/format.ts';
import { CheckInButton } from '#web/pay/public/CheckInButton.ts';
import { checkInFor, missingText, standInsOf, taughtOn } from '#web/pay/public/taught-class.ts';
import { RequestCheckIn } from '#web/pay/public/RequestCheckIn.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';

export interface ClassOfDay {
  of: ClassSchedule;
  date: string;
  /** Its roll cannot be opened yet. */
  future: boolean;
}

/** The links to the roll of a class, and the check-in of its teacher. */
export function ClassActions({ of, date, future }: ClassOfDay) {
  const can = useCan();
  const { teacher_id } = useUser();
  const { today } = useSession().config;
  // A relief teacher checks in on the roll; accounts enters forgotten check-ins.
  const own = teacher_id === null || isTaughtBy(of, teacher_id);
  const taught = taughtOn(of, date);
  const { state, who } = checkInFor(taught, teacher_id);
  const standIns = standInsOf(taught);
  const isEntered = date === today || (date < today && can('Timesheet Admin Portal', 'add'));
  const search = { id: of.id, date };
  const open = canBeTaken(of);
  const total = of.today_students_stats.total_students;
  return (
    <Group gap="xs" mt="auto">
      {can('Attendance', 'add') &&
        open &&
        (future ? (
          <Button size="xs" disabled>
            Start
          </Button>
        ) : (
          <Button
            size="xs"
            renderRoot={(props) => <Link to="/attendance/add" search={search} {...props} />}
          >
            Start
          </Button>
        ))}
      {can('Attendance', 'read') &&
        (future ? (
          <Button size="xs" variant="default" disabled>
            View attendance
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/attendance/view" search={search} {...props} />}
          >
            View attendance
          </Button>
        ))}
      {(state || (open && own && isEntered)) && (
        <CheckInButton of={taught} state={state} {...(who !== undefined && { who })} size="xs" />
      )}
      {open && !state && of.period === 'passed' && total > 0 && (
        <Text size="sm" c="var(--at-warn)">
          {missingText(taught, teacher_id)}
        </Text>
      )}
      {open && !state && isTaughtBy(of, teacher_id) && date < today && total > 0 && (
        <RequestCheckIn
          of={{ id: of.id, date }}
          title={`${classCode(of)}, ${fullDay(date)}, ${of.start_time}–${of.end_time}`}
        />
      )}
      {standIns.map(({ teacher, place }) => (
        <Text key={place} size="sm">
          Checked in by <PersonName of={teacher} />
        </Text>
      ))}
    </Group>
  );
}
