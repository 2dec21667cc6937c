import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLive } from '#web/platform/live.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { fullName } from '#web/ui/labels.ts';
import { CheckInButton } from '../check-in/CheckInButton.tsx';
import { classesOfDay } from '../dashboard/queries.ts';
import { subjectTitle } from '../subjects/resource.ts';
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
  if (list.isPending) return null;
  return (
    <section className={`at-card ${classes.panel} at-screen`} aria-labelledby="today">
      <Title order={2} size="h5" id="today">
        Today’s classes
      </Title>
      {list.isError && <LoadError error={list.error} retry={() => void list.refetch()} />}
      {list.data?.results.length === 0 && <Text c="dimmed">You have no classes today.</Text>}
      <ul className={classes.classes}>
        {list.data?.results.map((it) => (
          <li key={it.id}>
            <span>
              <strong>
                {it.start_time}–{it.end_time}
              </strong>{' '}
              {subjectTitle(it.subject)}, {it.class_type}, {it.classroom.room_number}
            </span>
            <Group gap="xs">
              <Button
                size="xs"
                variant="subtle"
                renderRoot={(props) => (
                  <Link {...props} to="/attendance/add" search={{ id: it.id, date: today }} />
                )}
              >
                Roll
              </Button>
              {it.checked_in_by && it.checked_in_by.id !== teacher && (
                <Text size="sm">Checked in by {fullName(it.checked_in_by)}</Text>
              )}
              <CheckInButton
                of={{ id: it.id, date: today, teacher: it.teacher }}
                state={it.check_in}
                who={it.checked_in_by ? fullName(it.checked_in_by) : undefined}
                size="xs"
              />
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
