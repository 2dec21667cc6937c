import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getRoomAway } from '#contract/timetable/meetings.endpoints.ts';
import type { ClosingOfRoom } from '#contract/timetable/room-away.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { classroomPicker } from '#web/school/classrooms.ts';
import { longDate } from '#web/ui/format.ts';
import { Picker } from '#web/ui/Picker.tsx';
import { OpenRoomAgain } from '../classrooms/OpenRoomAgain.tsx';
import { AwayPage } from './AwayPage.tsx';
import { periodOf } from './AwayPeriod.tsx';
import { RoomMeetings } from './RoomMeetings.tsx';
import type { AwaySearch } from './search.ts';

/** All classes of a room that cannot be used in a period: moved or cancelled, and the room closed, in one step. */
export function RoomClosedPage() {
  const search = useSearch({ from: '/room-closed' });
  const navigate = useNavigate({ from: '/room-closed' });
  const { today } = useSession().config;
  const classroom = Number(search.classroom) || 0;
  const period = periodOf(search, today);
  const { from, to } = period;
  const found = useQuery({
    queryKey: ['room-away', classroom, period],
    queryFn: ({ signal }) => request(getRoomAway, { query: { classroom, ...period }, signal }),
    enabled: classroom > 0,
    placeholderData: keepPreviousData,
  });
  useLivePlan(from, to, 'room-away');
  const change = (next: AwaySearch & { classroom?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true });
  return (
    <AwayPage
      title="Room closed"
      picker={
        <Picker
          label="Classroom"
          source={classroomPicker}
          value={classroom || null}
          onChange={(id) => change({ classroom: id === null ? undefined : String(id) })}
        />
      }
      search={search}
      change={change}
      found={classroom > 0 ? found : null}
      place={{ classroom }}
      nothingChosen="Choose a room"
    >
      {({ meetings, closings }) => (
        <>
          <Closings of={closings} />
          <RoomMeetings
            key={JSON.stringify([classroom, period])}
            classroom={classroom}
            days={{ from, to }}
            meetings={meetings}
            isClosed={closings.some((it) => it.closed_from <= from && to <= it.closed_to)}
          />
        </>
      )}
    </AwayPage>
  );
}

interface ClosingsProps {
  of: ClosingOfRoom[];
}

/** The closings of the room in the period, and what opens it again. */
function Closings({ of }: ClosingsProps) {
  return of.map((closing) => (
    <Group key={closing.id} my="xs" gap="xs">
      <Text role="status">
        Closed {daysText(closing)} ({closing.reason}).
      </Text>
      <OpenRoomAgain of={closing} days={daysText(closing)} />
    </Group>
  ));
}

const daysText = ({ closed_from, closed_to }: ClosingOfRoom): string =>
  closed_from === closed_to
    ? `on ${longDate(closed_from)}`
    : `from ${longDate(closed_from)} to ${longDate(closed_to)}`;
