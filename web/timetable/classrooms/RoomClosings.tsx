import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listRoomClosings } from '#contract/timetable/room-closings.endpoints.ts';
import { classSubject } from '#contract/class-name.ts';
import type { RoomClosing } from '#contract/timetable/room-closing.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { longDate, shortDay } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { OpenRoomAgain } from './OpenRoomAgain.tsx';
import { roomClosingsKey } from './closed-today.ts';
import { openCloseRoom } from './close-room.tsx';
import classes from './Classrooms.module.css';

/** Current and future closings of a room, and the classes that are held there nevertheless. */
export function RoomClosings({ classroom }: { classroom: number }) {
  const can = useCan();
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: roomClosingsKey });
  const closings = useQuery({
    queryKey: [...roomClosingsKey, classroom],
    queryFn: ({ signal }) => request(listRoomClosings, { query: { classroom }, signal }),
  });
  return (
    <section aria-labelledby="room-closings" className={`at-card ${classes.closings}`}>
      <Group justify="space-between">
        <Title order={2} size="h4" id="room-closings">
          Closed
        </Title>
        {can('Classroom', 'edit') && (
          <Button
            variant="default"
            size="xs"
            onClick={() => openCloseRoom({ classroom, done: refresh })}
          >
            Close this room…
          </Button>
        )}
      </Group>
      {closings.isPending && <PleaseWait />}
      {closings.isError && (
        <LoadError error={closings.error} retry={() => void closings.refetch()} />
      )}
      {closings.data?.results.length === 0 && (
        <Text size="sm" role="status">
          Not closed on any future date.
        </Text>
      )}
      <ul className={classes.plain}>
        {closings.data?.results.map((closing) => (
          <ClosingItem key={closing.id} of={closing} />
        ))}
      </ul>
    </section>
  );
}

function ClosingItem({ of }: { of: RoomClosing }) {
  return (
    <li>
      <Group justify="space-between" align="start">
        <span>
          <b>{daysText(of)}</b>: {of.reason} <small>({of.by})</small>
        </span>
        <OpenRoomAgain of={of} days={daysText(of)} />
      </Group>
      {of.meetings > 0 && <ClassesThen of={of} />}
    </li>
  );
}

const daysText = ({ closed_from, closed_to }: RoomClosing): string =>
  closed_from === closed_to
    ? longDate(closed_from)
    : `${longDate(closed_from)} – ${longDate(closed_to)}`;

/** Each links to the class on its date, where it can be moved to another room. */
function ClassesThen({ of }: { of: RoomClosing }) {
  const can = useCan();
  const { today } = useSession().config;
  return (
    <div className={classes.then} role="alert">
      {of.meetings === 1 ? '1 class is' : `${of.meetings} classes are`} held here then.{' '}
      {can('Timetables', 'edit') && (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/room-closed"
              search={{
                classroom: String(of.classroom.id),
                from: of.closed_from < today ? today : of.closed_from,
                to: of.closed_to,
              }}
              {...props}
            />
          )}
        >
          Move each to a free room
        </Anchor>
      )}
      <ul>
        {of.classes.map((it) => (
          <li key={it.id}>
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link to="/attendance/view" search={{ id: it.id, date: it.date }} {...props} />
              )}
            >
              {classSubject(it)}, {shortDay(it.date)} {it.start_time}–{it.end_time}
            </Anchor>
            {it.dates > 1 && `, and ${it.dates - 1} more ${it.dates > 2 ? 'dates' : 'date'}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
