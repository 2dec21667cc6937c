import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { classSubject } from '#contract/class-name.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { useLive } from '#web/platform/live.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { CheckInButton } from '../check-in/CheckInButton.tsx';
import { checkInFor, taughtOn } from '../check-in/taught-class.ts';
import { classesOfDay } from '#web/school/days.ts';
import { canBeTaken, isHeld, meetingText } from '#web/timetable/public/meeting-text.ts';
import classes from './Timesheet.module.css';

/** The teacher's own classes of today with their check-ins. */
export function TodayClasses({ teacher }: { teacher: number }) {
  const { today } = useSession().config;
  const list = useQuery(classesOfDay(today, teacher));
  // Counts are not shown here.
  useLive(
    { date: today },
    { counts: () => {}, reload: () => void list.refetch(), since: () => list.data?.as_of },
  );
  const steady = useSteadyRows<HTMLUListElement>('li');
  if (list.isPending) return null;
  return (
    <section className={`at-card ${classes.panel} at-screen`} aria-labelledby="today">
      <Title order={2} size="h5" id="today">
        Today’s classes
      </Title>
      {list.isError && <LoadError error={list.error} retry={() => void list.refetch()} />}
      {list.data?.results.length === 0 && <Text c="dimmed">You have no classes today.</Text>}
      <ul className={classes.classes} {...steady}>
        {list.data?.results.map((it) => (
          <TodayClass key={it.id} of={it} teacher={teacher} today={today} />
        ))}
      </ul>
    </section>
  );
}

/** A class with its roll and check-in; one that is not held has neither, and says why. */
function TodayClass({ of, teacher, today }: { of: ClassSchedule; teacher: number; today: string }) {
  const held = isHeld(of);
  const open = canBeTaken(of);
  const note = meetingText(of);
  const taught = taughtOn(of, today);
  const { state, who } = checkInFor(taught, teacher);
  const standIn = of.checked_in_by;
  return (
    <li>
      <span>
        <Text component="strong" inherit fw={700} td={held ? undefined : 'line-through'}>
          {of.start_time}–{of.end_time}
        </Text>{' '}
        {classSubject(of)}, {of.class_type}, {namesOfRooms(of)}
        {note && (
          <Text size="sm" fw={600}>
            {note}
          </Text>
        )}
      </span>
      <Group gap="xs">
        {held && (
          <Button
            size="xs"
            variant="subtle"
            renderRoot={(props) => (
              <Link
                {...props}
                to={open ? '/attendance/add' : '/attendance/view'}
                search={{ id: of.id, date: today }}
              />
            )}
          >
            {open ? 'Roll' : 'View'}
          </Button>
        )}
        {standIn && standIn.id !== teacher && (
          <Text size="sm">
            Checked in by <PersonName of={standIn} />
          </Text>
        )}
        {(open || state) && (
          <CheckInButton of={taught} state={state} {...(who !== undefined && { who })} size="xs" />
        )}
      </Group>
    </li>
  );
}
