import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { changeRoomAway } from '#contract/timetable/meetings.endpoints.ts';
import type { MeetingOfRoom } from '#contract/timetable/room-away.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { cancelsAny } from './away-choice.ts';
import { AwayDays } from './AwayDays.tsx';
import { AwayTools } from './AwayTools.tsx';
import { firstProposals, proposalsFor } from './first-proposals.ts';
import { actionOf, doneText, isThere, suitableRooms, type RoomChoice } from './room-choice.ts';
import { RoomRow } from './RoomRow.tsx';
import { SaveChoices } from './SaveChoices.tsx';
import { useChoices } from './useChoices.ts';

interface RoomMeetingsProps {
  classroom: number;
  days: { from: string; to: string };
  meetings: MeetingOfRoom[];
  /** The room is closed on all of these days already. */
  isClosed: boolean;
}

/** The classes of a room that cannot be used, each with its other room or cancellation, and the closing of the room. */
export function RoomMeetings({ classroom, days, meetings, isClosed }: RoomMeetingsProps) {
  const mayClose = useCan()('Classroom', 'edit') && !isClosed;
  const [wantsClosed, setWantsClosed] = useState(true);
  const closes = mayClose && wantsClosed;
  const open = meetings.filter(isThere);
  // Proposals leave out classes that are over: somebody chooses each of those.
  const ahead = open.filter(({ over }) => !over);
  const suitable = suitableRooms(ahead);
  const needsReason = (choices: ReadonlyMap<number, RoomChoice>) => closes || cancelsAny(choices);
  const changing = useChoices<RoomChoice>({
    open,
    proposedFor: (id) => suitable.get(id),
    place: { classroom },
    needsReason,
    send: (chosen, given) =>
      request(changeRoomAway, {
        body: {
          classroom,
          meetings: chosen.map(({ choice, ...meeting }) => ({ ...meeting, room: choice })),
          ...(closes && { close: days }),
          ...given,
        },
      }),
    done: (choices) => doneText(choices, closes),
  });
  const { choices, choose, chooseFor } = changing;

  return (
    <>
      {open.length > 0 && (
        <AwayTools
          open={ahead}
          first={{ text: 'Move all to their first proposal', choices: () => firstProposals(ahead) }}
          choices={choices}
          choose={choose}
        />
      )}
      <AwayDays meetings={meetings}>
        {(meeting) => (
          <RoomRow
            key={meeting.id}
            of={meeting}
            choice={choices.get(meeting.id)}
            proposals={proposalsFor(meeting, open, choices)}
            onChoose={(choice) => chooseFor(meeting.id, choice)}
          />
        )}
      </AwayDays>
      {mayClose && (
        <Checkbox
          my="sm"
          label="Close the room on these days"
          description="It is not proposed for other classes then, and a class that is put there is a clash."
          checked={wantsClosed}
          onChange={(event) => setWantsClosed(event.currentTarget.checked)}
        />
      )}
      {(choices.size > 0 || closes) && (
        <SaveChoices
          of={changing}
          isReasonRequired={needsReason(choices)}
          action={actionOf(choices, closes)}
        />
      )}
    </>
  );
}
